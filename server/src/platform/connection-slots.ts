/** Gives the slot back. Calling it again does nothing. */
export type Release = () => void;

export type ConnectionSlots = {
  /**
   * Takes one of the `most` connections that this process has to a destination. Waits a moment for one; returns nothing when none
   * became free, or when too many wait already.
   */
  take(destination: string, most: number, owner: string): Promise<Release | undefined>;
};

/** A job's lease also covers the call that follows, so the wait is short. */
const LONGEST_WAIT_MS = 2_000;
/** More than this many waiters per connection would only wait in vain. */
const WAITERS_PER_SLOT = 8;

type Waiter = { owner: string; start(): void };
type Destination = { inUse: number; waiting: number; queues: Map<string, Set<Waiter>> };

/**
 * Counts the connections in use per destination. Owners (tenants) take turns, so one with many sends delays another by one send.
 * Destinations that nobody uses are forgotten.
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

/** Resolves to true once a slot was handed over, to false after the longest wait. */
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

/** Removes and returns the first waiter of the owner whose turn it is; that owner's others go behind everybody else's. */
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
