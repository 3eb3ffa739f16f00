/**
 * Changes that arrive while requests are on their way. The answer of such a request may be older than they are, so they are made
 * again after it. Changes must be absolute ("status is closed"), so that making one twice is harmless.
 */
export function createReplay<Change>() {
  const changes: Change[] = [];
  let requests = 0;
  return {
    /** Remembers a change, if a request is on its way. */
    record(change: Change): void {
      if (requests > 0) changes.push(change);
    },
    /** Call it before a request. The returned function gives the changes since then; call it once, also when the request failed. */
    begin(): () => Change[] {
      const start = changes.length;
      requests++;
      return () => {
        const since = changes.slice(start);
        if (--requests === 0) changes.length = 0;
        return since;
      };
    },
  };
}
