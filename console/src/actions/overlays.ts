/** What is open over the page: the command palette or the list of shortcuts. */
type Overlay = 'palette' | 'shortcuts' | null;

let overlay: Overlay = null;
const listeners = new Set<() => void>();

export const currentOverlay = (): Overlay => overlay;

export function setOverlay(next: Overlay): void {
  overlay = next;
  for (const listener of listeners) listener();
}

export function onOverlay(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
