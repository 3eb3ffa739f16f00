/** Releases the slot. Calling it twice has no effect. */
export type Release = () => void;

export type ConnectionSlots = {
  /**
   * Takes one of the `most` connections of this process to a destination, of which an owner holds at most `mostPerOwner`. Waits briefly
   * for a free one. Returns undefined when none became free or when too many callers wait.
   */
  take(destination: string, limits: SlotLimits, owner: string): Promise<Release | undefined>;
};

/** Where owners share a destination, `mostPerOwner` is below `most`: the slow calls of one owner then leave connections for others. */
export type SlotLimits = { most: number; mostPerOwner: number };

/** A job's lease also covers the call that follows, so the wait is short. */
const LONGEST_WAIT_MS = 2_000;
/** So many find a connection in time if a call takes an eighth of a second. */
export const WAITERS_PER_SLOT = 16;

type Waiter = { owner: string; start(): void };
type Destination = {
  limits: SlotLimits;
  inUse: number;
  heldBy: Map<string, number>;
  waiting: number;
  queues: Map<string, Set<Waiter>>;
};

/**
 * Counts the connections in use per destination and owner. Owners (tenants) that wait take turns.
 * Destinations without connections are removed.
 */
export function createConnectionSlots(longestWaitMs = LONGEST_WAIT_MS): ConnectionSlots {
  const destinations = new Map<string, Destination>();
  const release = (name: string, at: Destination, owner: string): Release => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      hold(at, owner, -1);
      nextOf(at)?.start();
      if (at.inUse === 0) destinations.delete(name);
    };
  };
  return {
    async take(name, limits, owner) {
      const at = destinations.get(name) ?? { limits, inUse: 0, heldBy: new Map(), waiting: 0, queues: new Map() };
      destinations.set(name, at);
      if (hasRoom(at, owner)) hold(at, owner, 1);
      else if (isQueueFull(at, owner) || !(await waitFor(at, owner, longestWaitMs))) return undefined;
      return release(name, at, owner);
    },
  };
}

const heldBy = (at: Destination, owner: string): number => at.heldBy.get(owner) ?? 0;

const hasRoom = (at: Destination, owner: string): boolean =>
  at.inUse < at.limits.most && heldBy(at, owner) < at.limits.mostPerOwner;

/** The waiters of one owner leave room in the queue for those of others, as its connections do. */
const isQueueFull = ({ limits, waiting, queues }: Destination, owner: string): boolean =>
  waiting >= limits.most * WAITERS_PER_SLOT || (queues.get(owner)?.size ?? 0) >= limits.mostPerOwner * WAITERS_PER_SLOT;

function hold(at: Destination, owner: string, change: 1 | -1): void {
  at.inUse += change;
  const held = heldBy(at, owner) + change;
  if (held === 0) at.heldBy.delete(owner);
  else at.heldBy.set(owner, held);
}

/** Resolves to true when the caller got a slot, and to false after the longest wait. */
const waitFor = (at: Destination, owner: string, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const waiter: Waiter = {
      owner,
      start: () => {
        clearTimeout(timer);
        hold(at, owner, 1);
        resolve(true);
      },
    };
    const timer = setTimeout(() => {
      remove(at, waiter);
      resolve(false);
    }, ms);
    at.queues.set(owner, (at.queues.get(owner) ?? new Set()).add(waiter));
    at.waiting++;
  });

/** Removes and returns the first waiter of the next owner with room. The other waiters of this owner move behind those of all others. */
function nextOf(at: Destination): Waiter | undefined {
  const owner = at.queues.keys().find((one) => hasRoom(at, one));
  const queue = owner === undefined ? undefined : at.queues.get(owner);
  const waiter = queue?.values().next().value;
  if (!queue || !waiter) return undefined;
  at.queues.delete(waiter.owner);
  at.queues.set(waiter.owner, queue);
  remove(at, waiter);
  return waiter;
}

function remove(at: Destination, waiter: Waiter): void {
  const queue = at.queues.get(waiter.owner);
  if (!queue?.delete(waiter)) return;
  at.waiting--;
  if (queue.size === 0) at.queues.delete(waiter.owner);
}
