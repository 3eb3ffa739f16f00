import { announcePresence } from '../../domain/presence/index.ts';
import { Failure } from '../../platform/errors.ts';
import type { Ctx } from '../../storage/context.ts';
import { Presence, PresenceAnnounce } from '../../wire/v3/presence.ts';
import { type RequestScope, route, userOf } from '../route.ts';
import { dataReply } from './rows.ts';

/** A client announces every few seconds and when somebody begins to type; every announcement goes to all open feeds. */
const MOST_PER_MINUTE = 60;

export const presence = [
  route({
    method: 'POST',
    path: '/chats/:chatId/presence',
    operationId: 'announcePresence',
    fails: ['user_required'],
    summary: 'Tell colleagues on the live feed for 10 seconds that you view a chat or type in it; at most 60 times a minute',
    tag: 'Presence',
    scope: 'chats.write',
    viewers: 'filtered',
    isPersonal: true,
    body: PresenceAnnounce,
    reply: dataReply(Presence),
    handle: async (ctx, { params, body }, scope) => {
      const userId = userOf(scope);
      const announced = { chatId: params.chatId, userId, state: body.state };
      return { data: await announcePresence(ctx, announced, () => requireRoom(ctx, scope, userId)) };
    },
  }),
];

async function requireRoom(ctx: Ctx, { rateLimiter, caller }: RequestScope, userId: string): Promise<void> {
  const { allowed, resetAtSeconds } = await rateLimiter.take(`presence:${caller.tenantId}:${userId}`, MOST_PER_MINUTE);
  if (allowed) return;
  const waitSeconds = Math.max(1, Math.ceil(resetAtSeconds - ctx.clock.now().getTime() / 1000));
  throw new Failure('too_many_requests', {
    message: `A person can announce presence ${MOST_PER_MINUTE} times a minute; retry after the time in the Retry-After header`,
    headers: { 'retry-after': String(waitSeconds) },
  });
}
