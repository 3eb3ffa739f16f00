/** Whether the caller of a request has closed its connection. Its statements can be cancelled then. */
export type Departure = {
  readonly isGone: boolean;
  /** Calls `act` when the caller leaves, or at once if it has left. Returns a function that removes the callback. */
  whenGone(act: () => void): () => void;
};

export function createDeparture(): Departure & { leave(): void } {
  let isGone = false;
  const acts = new Set<() => void>();
  return {
    get isGone() {
      return isGone;
    },
    whenGone(act) {
      if (isGone) act();
      else acts.add(act);
      return () => acts.delete(act);
    },
    leave() {
      isGone = true;
      for (const act of acts) act();
      acts.clear();
    },
  };
}
