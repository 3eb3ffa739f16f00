/** Says when the connection is lost and when it is back, once each, whatever the number of tries in between. */
export function announceConnection(note: (text: string) => void): { fetch: typeof fetch; onResponse(): void } {
  let state: 'new' | 'up' | 'down' = 'new';
  return {
    async fetch(input, init) {
      try {
        return await fetch(input, init);
      } catch (error) {
        if (state === 'up' && !init?.signal?.aborted) {
          state = 'down';
          note('Lost the connection; trying again. Nothing is missed meanwhile.');
        }
        throw error;
      }
    },
    onResponse() {
      if (state !== 'up') note(state === 'new' ? 'Connected. Waiting for events; Ctrl-C ends.' : 'Connected again.');
      state = 'up';
    },
  };
}
