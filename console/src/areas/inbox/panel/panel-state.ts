import { useSyncExternalStore } from 'react';

const KEY = 'patchbay.contactPanel';
const WIDE = '(min-width: 1280px)';

/** On wide screens the contact is beside the thread until it is hidden; on others it slides over the thread when it is asked for. */
let isOver = false;
const listeners = new Set<() => void>();

const isWide = () => matchMedia(WIDE).matches;
const isShownWide = () => localStorage.getItem(KEY) !== 'hidden';

export const isPanelOpen = (): boolean => (isWide() ? isShownWide() : isOver);

export function setPanel(isOpen: boolean): void {
  if (isWide()) localStorage.setItem(KEY, isOpen ? 'shown' : 'hidden');
  isOver = isOpen;
  for (const listener of listeners) listener();
}

export const togglePanel = (): void => setPanel(!isPanelOpen());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const media = matchMedia(WIDE);
  media.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    media.removeEventListener('change', listener);
  };
}

export const usePanelOpen = (): boolean => useSyncExternalStore(subscribe, isPanelOpen);
