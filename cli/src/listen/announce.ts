/** Prints once when the connection is lost and once when it is back, whatever the number of attempts in between. */
export function announceConnection(note: (text: string) => void): { fetch: typeof fetch; onResponse(): void } {
  let state: 'new' | 'up' | 'down' = 'new';
  return {
    async fetch(input, init) {
      try {
        return await fetch(input, init);
      } catch (error) {
        if (state === 'up' && !init?.signal?.aborted) {
          state = 'down';
          note('Connection lost; reconnecting. No event is missed.');
        }
        throw error;
      }
    },
    onResponse() {
      if (state !== 'up') note(state === 'new' ? 'Connected. Waiting for events; press Ctrl-C to stop.' : 'Reconnected.');
      state = 'up';
    },
  };
}
