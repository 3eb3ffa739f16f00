import { useSyncExternalStore } from 'react';

const narrow = globalThis.matchMedia?.('(max-width: 767px)');

function subscribe(listener: () => void): () => void {
  narrow?.addEventListener('change', listener);
  return () => narrow?.removeEventListener('change', listener);
}

/** Whether the page is as narrow as a phone: rows then have two lines. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow?.matches ?? false);
