export { selectTenantIds, type TenantRow } from './installation.store.ts';
export {
  type FailedChannel,
  type FailingJob,
  type Installation,
  listFailedChannels,
  listFailedJobs,
  listTenants,
  readInstallation,
} from './installation.ts';
export { changePlan, grantOperator, requireOperator, retryJob, revokeOperator } from './operators.ts';
