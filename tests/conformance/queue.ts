import { setTimeout as wait } from 'node:timers/promises';

const ARRIVES_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 20;

/** Received items in order, for checks that wait for some of them. */
export type Queue<T> = {
  push(item: T): void;
  /** All items so far. */
  all(): T[];
  /** Waits for the first matching item. */
  first(what: string, fits: (item: T) => boolean): Promise<T>;
  /** Waits for so many matching items. */
  atLeast(count: number, fits: (item: T) => boolean): Promise<T[]>;
};

export function createQueue<T>(): Queue<T> {
  const items: T[] = [];
  async function atLeast(count: number, fits: (item: T) => boolean, what = 'what was waited for'): Promise<T[]> {
    for (const endsAt = Date.now() + ARRIVES_WITHIN_MS; ; await wait(LOOK_EVERY_MS)) {
      const found = items.filter(fits);
      if (found.length >= count) return found;
      if (Date.now() > endsAt) throw new Error(`${what} did not come: ${found.length} of ${count}, ${items.length} in all`);
    }
  }
  return {
    push: (item) => void items.push(item),
    all: () => [...items],
    first: async (what, fits) => (await atLeast(1, fits, what))[0] as T,
    atLeast,
  };
}

/** How long to wait for an item that must not arrive. */
export const aWhile = (): Promise<void> => wait(400);
