import { featuresOf } from '../../domain/tenants/index.ts';
import { usageThisMonth } from '../../domain/usage/index.ts';
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
      return { data: toUsage(caller.plan, featuresOf(caller.plan), allowance, await usageThisMonth(ctx)) };
    },
  }),
];
