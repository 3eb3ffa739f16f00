import { createGate } from '../../platform/gate.ts';
import { firstIdAt, isId, timeOfId } from '../../platform/ids.ts';
import type { LiveEvent, News } from '../../queue/index.ts';
import { chatIdOf } from '../../registry/event-fields.ts';
import { unrestricted } from '../../storage/as-viewer.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Viewer } from '../../storage/viewer.ts';
import { type Event, eventsByIds, visibleChats } from './events.store.ts';
import { readEvents, readIdsAfter } from './shared-reads.ts';

const PAGE = 200;
/** An id is created before its transaction commits, so an event that is slightly older than the last one can still appear. */
const OVERLAP_MS = 5_000;
const POLL_EVERY_MS = 5_000;
const REMEMBERED = 50_000;
/** Far longer than an announcement takes. A feed of a busy tenant would otherwise remember hours of ids. */
const REMEMBERED_FOR_MS = 60_000;
/** Listeners that are served in one turn of the event loop: a millisecond or two of work. */
const SERVED_TOGETHER = 50;

const nextTurn = createGate(SERVED_TOGETHER);

/** New events of a tenant, as the broker announces them. A query every few seconds finds the stored ones that it misses. */
export type Announcements = { next(withinMs: number): Promise<News | null>; stop(): void };

/**
 * Yields the events of a tenant after `lastId`, or from now on, until the reader stops. At-least-once: after a reconnect, events
 * of the last seconds can be repeated with the same id. Live events come as they happen, at most once: they have no id and do not
 * move the position. Yields null if nothing happened for a while.
 */
export async function* follow(
  ctx: Ctx,
  announced: Announcements,
  lastId: string | undefined,
): AsyncGenerator<Event | LiveEvent | null> {
  const server = unrestricted(ctx);
  const startedAt = ctx.clock.now().getTime();
  const seen = new Set(lastId ? [lastId] : []);
  const readUnseen = async (ids: string[]): Promise<Event[]> => {
    const wanted = [...new Set(ids)].filter((id) => !seen.has(id));
    if (wanted.length === 0) return [];
    const shown = await shownTo(ctx, await readEvents(server, wanted));
    await nextTurn();
    for (const { id } of shown) remember(seen, id);
    return shown;
  };
  let position = lastId && isId(lastId) ? earlier(lastId) : firstIdAt(ctx.clock.now());
  try {
    for (;;) {
      for (
        let page = await readIdsAfter(server, { id: position, limit: PAGE });
        page.length > 0;
        page = await readIdsAfter(server, { id: position, limit: PAGE })
      ) {
        position = page.at(-1) ?? position;
        yield* await readUnseen(page);
      }
      const until = nextPoll(ctx.tenantId, ctx.clock.now().getTime());
      for (let left = until - ctx.clock.now().getTime(); left > 0; left = until - ctx.clock.now().getTime()) {
        const news = await announced.next(left);
        if (news === null) return;
        yield* await liveShownTo(ctx, news.live);
        const { ids } = news;
        for (let i = 0; i < ids.length; i += PAGE) yield* await readUnseen(ids.slice(i, i + PAGE));
      }
      position = firstIdAt(new Date(Math.max(until - POLL_EVERY_MS, startedAt) - OVERLAP_MS));
      forgetBefore(seen, firstIdAt(new Date(until - REMEMBERED_FOR_MS)));
      await nextTurn();
      yield null;
    }
  } finally {
    announced.stop();
  }
}

/**
 * Returns the events of a page as the caller sees them. A viewer gets those that the policies of the database allow. In place of an
 * assignment that hides its chat, a viewer gets the id of the chat alone, so that clients drop it.
 */
async function shownTo(ctx: Ctx, page: Event[]): Promise<Event[]> {
  const { viewer } = ctx;
  if (!viewer || page.length === 0) return page;
  const visible = await eventsByIds(
    ctx,
    page.map(({ id }) => id),
  );
  const byId = new Map(visible.map((event) => [event.id, event]));
  return page.flatMap((event) => byId.get(event.id) ?? toHidden(viewer, event) ?? []);
}

/** Returns the live events that the caller sees: a viewer those about visible chats. */
async function liveShownTo(ctx: Ctx, live: LiveEvent[]): Promise<LiveEvent[]> {
  if (!ctx.viewer || live.length === 0) return live;
  const chatIdIn = ({ data }: LiveEvent) => (data as { chatId?: string }).chatId ?? '';
  const visible = await visibleChats(ctx, live.map(chatIdIn).filter(isId));
  return live.filter((event) => visible.has(chatIdIn(event)));
}

/** A chat never changes its channel: one on a channel that is not allowed was never visible. */
function toHidden({ channelIds }: Viewer, event: Event): Event | undefined {
  const chatId = event.type === 'chat.assigned' ? chatIdOf(event) : undefined;
  if (chatId === undefined || (channelIds !== null && !channelIds.includes(event.channelId ?? ''))) return undefined;
  return { ...event, type: 'chat.hidden', data: { id: chatId } };
}

/** Returns the next time to poll: the same for all feeds of a tenant, so that they share the read, and another for other tenants. */
export function nextPoll(tenantId: string, now: number): number {
  const phase = Number.parseInt(tenantId.slice(-4), 16) % POLL_EVERY_MS;
  return now + POLL_EVERY_MS - ((now - phase) % POLL_EVERY_MS);
}

function remember(seen: Set<string>, id: string): void {
  if (seen.size >= REMEMBERED) seen.delete(seen.values().next().value as string);
  seen.add(id);
}

/** Forgets ids of long ago. They are in the order in which they were shown, which is nearly theirs. */
export function forgetBefore(seen: Set<string>, id: string): void {
  for (const one of seen) {
    if (one >= id) return;
    seen.delete(one);
  }
}

/** Returns the position to resume from. A client can send any UUID; nothing is before the nil UUID. */
export const earlier = (id: string): string => firstIdAt(new Date(timeOfId(id).getTime() - OVERLAP_MS));
