export { type FailedChannel, type Installation, listFailedChannels, listTenants, readInstallation } from './installation.ts';
export type { QueueKind, TenantRow } from './installation.store.ts';
export { changePlan, grantOperator, requireOperator, retryJob, revokeOperator } from './operators.ts';
