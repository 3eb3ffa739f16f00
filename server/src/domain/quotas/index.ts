export { quotaOf, type Thing, things } from './limits.ts';
export {
  type QuotaUse,
  quotaExceeded,
  quotaUse,
  requireFileRoom,
  unlessFull,
  withinFileQuota,
  withinQuota,
} from './quotas.ts';
