import { z } from 'zod';
import type { QuotaName, QuotaUse } from '../../domain/quotas/index.ts';
import type { Feature, Mode, Plan } from '../../domain/tenants/index.ts';
import type { MonthUsage } from '../../domain/usage/index.ts';
import { isoTime, time } from './shapes.ts';

const count = z.int().min(0);
const quota = z.strictObject({ used: count, limit: count });

/** The limits of the plan, the rest of this minute, and the usage of this month. */
export const Usage = z
  .strictObject({
    mode: z.enum(['live', 'sandbox']),
    isBilled: z.boolean(),
    plan: z.string(),
    features: z.array(z.string()),
    rateLimit: z.strictObject({ perMinute: count, used: count, remaining: count, resetAt: time }),
    month: z.strictObject({
      since: time,
      countedAt: time,
      messagesSent: count,
      messagesReceived: count,
      events: count,
      deliveries: count,
    }),
    stored: z.strictObject({ contacts: count, filesBytes: count }),
    /** Current usage and limit of each quota. */
    quotas: z.strictObject({
      files: quota,
      fileBytes: quota,
      webhooks: quota,
      channels: quota,
      automations: quota,
      tokens: quota,
      labels: quota,
      attributes: quota,
      snippets: quota,
      views: quota,
      secrets: quota,
      bulkActions: quota,
      businessHours: quota,
      slaPolicies: quota,
      feedConnections: quota,
    }),
  })
  .meta({ id: 'Usage' });

type Allowance = { limit: number; remaining: number; resetAtSeconds: number };

export const toUsage = (
  { mode, isBilled, plan }: { mode: Mode; isBilled: boolean; plan: Plan },
  features: readonly Feature[],
  { limit, remaining, resetAtSeconds }: Allowance,
  usage: MonthUsage,
  quotas: Record<QuotaName, QuotaUse>,
): z.infer<typeof Usage> => ({
  mode,
  isBilled,
  plan,
  features: [...features],
  rateLimit: { perMinute: limit, used: limit - remaining, remaining, resetAt: isoTime(new Date(resetAtSeconds * 1000)) },
  month: {
    since: isoTime(usage.since),
    countedAt: isoTime(usage.countedAt),
    messagesSent: usage.messagesSent,
    messagesReceived: usage.messagesReceived,
    events: usage.events,
    deliveries: usage.deliveries,
  },
  stored: { contacts: usage.contacts, filesBytes: usage.filesBytes },
  quotas,
});
