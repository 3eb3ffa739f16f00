import { isId } from '../../platform/ids.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Event, eventsAfter, eventsByIds } from './events.ts';

const PAGE = 200;
/** Ids are made before their transactions commit: what is a little older than the last one seen may still appear. */
const OVERLAP_MS = 5_000;
const LOOK_ANYWAY_MS = 5_000;
const REMEMBERED = 50_000;

/** Hears which events of a tenant are new, as soon as the broker tells; what it loses, a look every few seconds finds. */
export type Heard = { next(withinMs: number): Promise<string[] | null>; stop(): void };

/**
 * The events of a tenant from `lastId` on (or from now on), as they happen, until nobody reads any more. At least once:
 * after a reconnect those of the last seconds may come again, under the same id. Null means that nothing happened for
 * a while.
 */
export async function* follow(ctx: Ctx, heard: Heard, lastId: string | undefined): AsyncGenerator<Event | null> {
  const seen = new Set(lastId ? [lastId] : []);
  const fresh = (events: Event[]) => events.filter(({ id }) => !seen.has(id) && remember(seen, id));
  let position = lastId && isId(lastId) ? earlier(lastId) : idAt(ctx.clock.now());
  try {
    for (;;) {
      for (let page = await eventsAfter(ctx, position, PAGE); page.length > 0; page = await eventsAfter(ctx, position, PAGE)) {
        position = page.at(-1)?.id ?? position;
        yield* fresh(page);
      }
      const until = ctx.clock.now().getTime() + LOOK_ANYWAY_MS;
      for (let left = LOOK_ANYWAY_MS; left > 0; left = until - ctx.clock.now().getTime()) {
        const told = await heard.next(left);
        if (told === null) return;
        for (let i = 0; i < told.length; i += PAGE) yield* fresh(await eventsByIds(ctx, told.slice(i, i + PAGE)));
      }
      position = idAt(new Date(until - LOOK_ANYWAY_MS - OVERLAP_MS));
      yield null;
    }
  } finally {
    heard.stop();
  }
}

function remember(seen: Set<string>, id: string): true {
  if (seen.size >= REMEMBERED) seen.delete(seen.values().next().value as string);
  seen.add(id);
  return true;
}

/** The smallest id of an instant: UUIDv7 begins with the milliseconds. */
const idAt = (at: Date): string => {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

/** Returns where to resume after an id. Any UUID may come from outside, and the nil UUID is as old as the epoch: there is nothing before it. */
export const earlier = (id: string): string =>
  idAt(new Date(Math.max(0, Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) - OVERLAP_MS)));
