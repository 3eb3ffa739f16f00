import { createBatcher } from '../../storage/batcher.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Event, eventIdsAfter, eventsByIds } from './events.store.ts';

/** Feeds that share a statement. Most want the same rows. */
const FEEDS_TOGETHER = 1_000;

/**
 * Reads for the feeds of a tenant. Feeds in one process learn of an event in the same tick and want the same rows: one statement reads them
 * for all. The feeds get the same objects, so nobody may change them. `ctx` has no viewer: each feed then keeps what its caller sees.
 */
export const readEvents = createBatcher<string[], Event[]>(async (ctx, wanted) => {
  const found = await eventsByIds(ctx, [...new Set(wanted.flat())]);
  const byId = new Map(found.map((event) => [event.id, event]));
  return wanted.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
}, FEEDS_TOGETHER);

type After = { id: string; limit: number };

/** The ids of the events after an id. Feeds at the same position share the read. */
export const readIdsAfter = createBatcher<After, string[]>(async (ctx, wanted) => {
  const pages = new Map<string, Promise<string[]>>();
  return Promise.all(wanted.map((after) => pages.get(keyOf(after)) ?? readPage(ctx, pages, after)));
}, FEEDS_TOGETHER);

const keyOf = ({ id, limit }: After): string => `${id} ${limit}`;

function readPage(ctx: Ctx, pages: Map<string, Promise<string[]>>, after: After): Promise<string[]> {
  const page = eventIdsAfter(ctx, after.id, after.limit);
  pages.set(keyOf(after), page);
  return page;
}
