export const UPDATE_MS = 250;

/**
 * Returns a function that takes changes as fast as they come and applies the latest of each key at most four times a second. A page that
 * draws every event of a large campaign does nothing else. The first change is applied at once, the last one always.
 */
export function coalesce<T>(apply: (changes: ReadonlyMap<string, T>) => void, everyMs = UPDATE_MS) {
  const waiting = new Map<string, T>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (waiting.size === 0) return;
    const changes = new Map(waiting);
    waiting.clear();
    timer = setTimeout(flush, everyMs);
    apply(changes);
  };
  return {
    add(key: string, change: T): void {
      waiting.set(key, change);
      if (timer === undefined) flush();
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
      waiting.clear();
    },
  };
}
