import { z } from 'zod';
import {
  changePlan,
  listFailedChannels,
  listFailedJobs,
  listTenants,
  readInstallation,
  requireOperator,
  retryJob,
} from '../../domain/operators/index.ts';
import { planNames } from '../../domain/tenants/index.ts';
import {
  FailedChannel,
  FailedJob,
  Installation,
  InstallationTenants,
  tenantPlanUpdate,
  toFailedChannel,
  toFailedJob,
  toInstallation,
  toInstallationTenants,
} from '../../wire/v3/installation.ts';
import { NoBody } from '../../wire/v3/shapes.ts';
import { type Route, sessionRoute } from '../route.ts';
import { dataReply, emptyReply } from './rows.ts';

const TenantPlanUpdate = tenantPlanUpdate(planNames);

type SessionRow = Parameters<typeof sessionRoute>[0];

/** Defines an operation for operators of the installation: the session of an account that `admin operator grant` made one. */
const operatorRoute = (row: Omit<SessionRow, 'tag' | 'allowsPending'>): Route =>
  sessionRoute({
    ...row,
    tag: 'Installation',
    fails: ['operator_required', 'second_factor_required'],
    serve: async (input, scope) => {
      await requireOperator(scope.contextOf(scope.session.accountId), scope.session);
      return row.serve(input, scope);
    },
  });

export const installation = [
  operatorRoute({
    method: 'GET',
    path: '/installation',
    operationId: 'getInstallation',
    summary: 'Read the health, the versions and the queue of the installation; for its operators',
    reply: dataReply(Installation),
    serve: async (_input, { directory, health, clock }) => ({
      data: toInstallation(await readInstallation(directory, health.services, clock.now())),
    }),
  }),
  operatorRoute({
    method: 'GET',
    path: '/installation/tenants',
    operationId: 'listInstallationTenants',
    summary: 'List the newest tenants with their plans; for operators of the installation',
    reply: dataReply(InstallationTenants),
    serve: async (_input, { directory }) => ({ data: toInstallationTenants(await listTenants(directory)) }),
  }),
  operatorRoute({
    method: 'PUT',
    path: '/installation/tenants/:tenantId',
    operationId: 'updateTenantPlan',
    summary: 'Change the plan of a tenant; running servers apply it within seconds',
    body: TenantPlanUpdate,
    reply: emptyReply,
    serve: async ({ params, body }, scope) => {
      const { plan, ratePerMinute } = body as z.output<typeof TenantPlanUpdate>;
      const { tenantId = '' } = params as Record<string, string>;
      await changePlan(scope.contextOf(tenantId), scope, plan, ratePerMinute);
      return {};
    },
  }),
  operatorRoute({
    method: 'GET',
    path: '/installation/failed_jobs',
    operationId: 'listFailedJobs',
    summary: 'List the newest 200 jobs that failed or are retried; for operators of the installation',
    reply: dataReply(z.array(FailedJob)),
    serve: async (_input, { directory }) => ({
      data: (await listFailedJobs(directory)).map(toFailedJob),
    }),
  }),
  operatorRoute({
    method: 'POST',
    path: '/installation/failed_jobs/:jobId/retry',
    operationId: 'retryFailedJob',
    summary: 'Make a failed job due now, with its failures forgotten',
    body: NoBody,
    reply: emptyReply,
    serve: async ({ params }, scope) => {
      const { jobId = '' } = params as Record<string, string>;
      await retryJob(scope.directory, scope.contextOf, scope, jobId);
      return {};
    },
  }),
  operatorRoute({
    method: 'GET',
    path: '/installation/failed_channels',
    operationId: 'listFailedChannels',
    summary: 'List channels of all tenants that are in error; for operators of the installation',
    reply: dataReply(z.array(FailedChannel)),
    serve: async (_input, { directory }) => ({ data: (await listFailedChannels(directory)).map(toFailedChannel) }),
  }),
];
