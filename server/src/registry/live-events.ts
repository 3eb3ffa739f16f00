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
  'draft.updated': z.strictObject({ chatId: id, userId: id, isDeleted: z.boolean(), updatedAt: time }),
} as const;

export type LiveEventType = keyof typeof liveEvents;
export type LiveEventData<T extends LiveEventType> = z.infer<(typeof liveEvents)[T]>;

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
