import { featuresOf } from '../../domain/tenants/index.ts';
import { isBilled, usageThisMonth } from '../../domain/usage/index.ts';
import { toUsage, Usage } from '../../wire/v3/usage.ts';
import { route } from '../route.ts';
import { dataReply } from './rows.ts';

export const usage = [
  route({
    method: 'GET',
    path: '/usage',
    operationId: 'getUsage',
    summary: 'Read the plan, what is left of this minute, and what was used this month',
    tag: 'Usage',
    scope: 'usage.read',
    reply: dataReply(Usage),
    handle: async (ctx, _input, { caller, rateLimiter }) => {
      const allowance = await rateLimiter.peek(`rate:${caller.tenantId}`, caller.requestsPerMinute);
      const { mode, plan } = caller;
      const account = { mode, isBilled: isBilled(mode), plan };
      return { data: toUsage(account, featuresOf(plan), allowance, await usageThisMonth(ctx)) };
    },
  }),
];
