export { type AuditEntry, forgetValues, recordChange, searchAuditLog } from './audit.ts';
export { type Change, changesBetween } from './changes.ts';
