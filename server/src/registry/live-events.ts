import { z } from 'zod';
import { liveNotice } from '../queue/index.ts';
import { afterCommit, type Ctx } from '../storage/context.ts';
import { id, time } from './event-data.ts';

/**
 * Events that are not stored. Feeds that are open and ask for them (`live=true`) receive them at most once. Webhooks, automations and
 * the event search never do. docs/reference/events.md lists them.
 */
export const liveEvents = {
  'chat.presence': z.strictObject({
    chatId: id,
    user: z.strictObject({ id, name: z.string() }),
    state: z.enum(['viewing', 'typing']),
    expiresAt: time,
  }),
  // A run took a step: enough to follow it on the graph. The log of the run has the details.
  'automation.run_stepped': z.strictObject({
    runId: id,
    automationId: id,
    versionId: id,
    stepId: z.string(),
    exit: z.string(),
    nextStepId: z.string().nullable(),
    status: z.string(),
  }),
  // An attempt of a webhook delivery was recorded.
  'delivery.updated': z.strictObject({
    id,
    webhookId: id,
    status: z.enum(['pending', 'succeeded', 'failed']),
    attempt: z.int(),
    statusCode: z.int().nullable(),
    error: z.string().nullable(),
    durationMs: z.int().nullable(),
    nextAttemptAt: time.nullable(),
  }),
  'draft.updated': z.strictObject({ chatId: id, userId: id, isDeleted: z.boolean(), updatedAt: time }),
} as const;

export type LiveEventType = keyof typeof liveEvents;
export type LiveEventData<T extends LiveEventType> = z.infer<(typeof liveEvents)[T]>;

/** Events of machines that one process publishes for a tenant in a second. Lists read the rest again. */
const MOST_PER_SECOND = 50;

/**
 * Sends live events of machines (steps of runs, deliveries), which can come by the thousand. Each costs one message on the broker and no
 * row; those beyond the limit of a second are dropped.
 */
export function publishLiveBounded<T extends LiveEventType>(ctx: Ctx, type: T, many: LiveEventData<T>[]): void {
  for (const data of many) if (isWithinLimit(ctx.tenantId, ctx.clock.now().getTime())) publishLive(ctx, type, data);
}

const published = { second: 0, counts: new Map<string, number>() };

function isWithinLimit(tenantId: string, nowMs: number): boolean {
  const second = Math.floor(nowMs / 1000);
  if (second !== published.second) {
    published.second = second;
    published.counts.clear();
  }
  const count = (published.counts.get(tenantId) ?? 0) + 1;
  published.counts.set(tenantId, count);
  return count <= MOST_PER_SECOND;
}

/** Sends a live event to the open feeds of the tenant after the commit. `onlyFor`: the one user whose feeds receive it. */
export function publishLive<T extends LiveEventType>(
  ctx: Ctx,
  type: T,
  data: LiveEventData<T>,
  { onlyFor = null }: { onlyFor?: string | null } = {},
): void {
  const event = { type, data, createdAt: ctx.clock.now().toISOString(), onlyFor };
  afterCommit(ctx, () => ctx.notify([liveNotice(ctx.tenantId, event)]));
}
