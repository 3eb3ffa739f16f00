export { type AuditEntry, eraseValues, recordChange, searchAuditLog } from './audit.ts';
export { type Change, changesBetween } from './changes.ts';
