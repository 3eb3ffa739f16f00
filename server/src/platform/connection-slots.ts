/** Releases the slot. Calling it twice has no effect. */
export type Release = () => void;

export type ConnectionSlots = {
  /**
   * Takes one of the `most` connections of this process to a destination. Waits briefly for a free one. Returns undefined when none
   * became free or when too many callers wait.
   */
  take(destination: string, most: number, owner: string): Promise<Release | undefined>;
};

/** A job's lease also covers the call that follows, so the wait is short. */
const LONGEST_WAIT_MS = 2_000;
/** More waiters per connection than this would time out. */
const WAITERS_PER_SLOT = 8;

type Waiter = { owner: string; start(): void };
type Destination = { inUse: number; waiting: number; queues: Map<string, Set<Waiter>> };

/**
 * Counts the connections in use per destination. Owners (tenants) take turns, so a tenant with many sends delays another by one send.
 * Destinations without connections are removed.
 */
export function createConnectionSlots(longestWaitMs = LONGEST_WAIT_MS): ConnectionSlots {
  const destinations = new Map<string, Destination>();
  const release = (name: string, at: Destination): Release => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      at.inUse--;
      nextOf(at)?.start();
      if (at.inUse === 0) destinations.delete(name);
    };
  };
  return {
    async take(name, most, owner) {
      const at = destinations.get(name) ?? { inUse: 0, waiting: 0, queues: new Map() };
      destinations.set(name, at);
      if (at.inUse < most) at.inUse++;
      else if (at.waiting >= most * WAITERS_PER_SLOT || !(await waitFor(at, owner, longestWaitMs))) return undefined;
      return release(name, at);
    },
  };
}

/** Resolves to true when the caller got a slot, and to false after the longest wait. */
const waitFor = (at: Destination, owner: string, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const waiter: Waiter = {
      owner,
      start: () => {
        clearTimeout(timer);
        at.inUse++;
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

/** Removes and returns the first waiter of the next owner. The other waiters of this owner move behind those of all others. */
function nextOf(at: Destination): Waiter | undefined {
  const [queue] = at.queues.values();
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
