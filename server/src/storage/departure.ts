/** Whether the caller of a request has left, and what to do when it does. Its statements need not run on. */
export type Departure = {
  readonly isGone: boolean;
  /** Calls back when the caller leaves, or at once if it has left; returns a function that forgets the callback. */
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
