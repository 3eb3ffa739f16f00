export { type QuotaName, quotaNames, quotaOf } from './limits.ts';
export {
  type QuotaUse,
  quotaExceeded,
  quotaUse,
  requireFileRoom,
  unlessFull,
  withinFileQuota,
  withinQuota,
} from './quotas.ts';
