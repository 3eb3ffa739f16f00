import { LRUCache } from 'lru-cache';
import type { RouteKey } from './route-key.ts';

const REMEMBERED = 100_000;
/** An id that no cell has is looked up again after this time, so that made-up ids cost little. */
const UNKNOWN_FOR_MS = 2_000;
/** A person can have an account in several cells, and a cell that lost an account does not name another. */
const ACCOUNT_FOR_MS = 5_000;

/** Asks one cell where something is. Undefined: the cell does not know. Throws if the cell cannot be asked. */
export type Ask = (cell: string, key: RouteKey) => Promise<string | undefined>;

/** The cell of a request; `unavailable`: no cell claims it, and one could not be asked. */
export type Found = { cell: string } | 'unavailable';

/** Remembers which cell has what. A wrong route is corrected by the answer of the cell, so routes of tenants and channels do not expire. */
export function createRoutes(cells: readonly string[], ask: Ask) {
  const known = new LRUCache<string, string>({ max: REMEMBERED });
  const asking = new Map<string, Promise<Found>>();
  const [first = ''] = cells;

  async function lookUp(name: string, key: RouteKey): Promise<Found> {
    const answers = await Promise.allSettled(cells.map((cell) => ask(cell, key)));
    const claimed = answers.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
    const cell = claimed.find((one) => one !== undefined && cells.includes(one));
    if (cell === undefined && answers.some(({ status }) => status === 'rejected')) return 'unavailable';
    const ttl = cell === undefined ? UNKNOWN_FOR_MS : key.kind === 'accounts' ? ACCOUNT_FOR_MS : 0;
    known.set(name, cell ?? first, { ttl });
    return { cell: cell ?? first };
  }

  return {
    /** Returns the cell of a request. One without a tenant, and one that no cell claims, goes to the first cell, which refuses it. */
    async find(key: RouteKey | undefined): Promise<Found> {
      if (key === undefined) return { cell: first };
      const name = nameOf(key);
      const cell = known.get(name);
      if (cell !== undefined) return { cell };
      const begun = asking.get(name) ?? lookUp(name, key).finally(() => asking.delete(name));
      asking.set(name, begun);
      return begun;
    },
    /** Corrects a route. Returns the cell, or undefined if the edge does not know it. */
    learn(key: RouteKey | undefined, cell: string): string | undefined {
      if (!cells.includes(cell)) return undefined;
      if (key) known.set(nameOf(key), cell, { ttl: 0 });
      return cell;
    },
  };
}

const nameOf = ({ kind, id }: RouteKey): string => `${kind} ${id}`;

export type Routes = ReturnType<typeof createRoutes>;
