type Plan = { dueAtMs: number; work: () => void };

/** Planned work in order of time, then of planning. A binary heap: a campaign plans a hundred thousand items. */
export type Due = {
  add: (plan: Plan) => void;
  soonestMs: () => number | undefined;
  /** Removes and returns the first item if it is due. */
  take: (nowMs: number) => Plan | undefined;
  clear: () => void;
};

type Entry = Plan & { number: number };

const isBefore = (a: Entry, b: Entry) => a.dueAtMs < b.dueAtMs || (a.dueAtMs === b.dueAtMs && a.number < b.number);

export function createDue(): Due {
  const heap: Entry[] = [];
  let planned = 0;
  return {
    add: (plan) => {
      heap.push({ ...plan, number: planned++ });
      rise(heap);
    },
    soonestMs: () => heap[0]?.dueAtMs,
    take: (nowMs) => {
      const [soonest] = heap;
      if (!soonest || soonest.dueAtMs > nowMs) return undefined;
      const last = heap.pop() as Entry;
      if (last !== soonest) sink(heap, last);
      return soonest;
    },
    clear: () => {
      heap.length = 0;
    },
  };
}

/** Moves the last item up to its position. */
function rise(heap: Entry[]): void {
  let at = heap.length - 1;
  const entry = heap[at] as Entry;
  for (let above = (at - 1) >> 1; at > 0 && isBefore(entry, heap[above] as Entry); above = (at - 1) >> 1) {
    heap[at] = heap[above] as Entry;
    at = above;
  }
  heap[at] = entry;
}

/** Puts an item at the top and moves it down to its position. */
function sink(heap: Entry[], entry: Entry): void {
  let at = 0;
  for (let below = 1; below < heap.length; below = at * 2 + 1) {
    const right = heap[below + 1];
    if (right && isBefore(right, heap[below] as Entry)) below++;
    if (!isBefore(heap[below] as Entry, entry)) break;
    heap[at] = heap[below] as Entry;
    at = below;
  }
  heap[at] = entry;
}
