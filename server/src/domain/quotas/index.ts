export { quotaOf, quotas, type Thing, things } from './limits.ts';
export {
  type QuotaUse,
  quotaExceeded,
  quotaUse,
  requireFileRoom,
  type Stored,
  unlessFull,
  withinFileQuota,
  withinQuota,
} from './quotas.ts';
