import { quotaOf, quotaUse } from '../../domain/quotas/index.ts';
import { featuresOf } from '../../domain/tenants/index.ts';
import { isBilled, usageThisMonth } from '../../domain/usage/index.ts';
import { feedKey } from '../../platform/leases.ts';
import { toUsage, Usage } from '../../wire/v3/usage.ts';
import { route } from '../route.ts';
import { dataReply } from './rows.ts';

export const usage = [
  route({
    method: 'GET',
    path: '/usage',
    operationId: 'getUsage',
    summary: 'Read the plan, the remaining requests of this minute, the usage of this month and of each quota',
    tag: 'Usage',
    scope: 'usage.read',
    viewers: 'forbidden',
    reply: dataReply(Usage),
    handle: async (ctx, _input, { caller, rateLimiter, leases }) => {
      const allowance = await rateLimiter.peek(`rate:${caller.tenantId}`, caller.requestsPerMinute);
      const { mode, plan } = caller;
      const account = { mode, isBilled: isBilled(mode), plan };
      const open = { used: await leases.count(feedKey(caller.tenantId)), limit: quotaOf('feedConnections', plan) };
      const quotas = { ...(await quotaUse(ctx, plan)), feedConnections: open };
      return { data: toUsage(account, featuresOf(plan), allowance, await usageThisMonth(ctx), quotas) };
    },
  }),
];
