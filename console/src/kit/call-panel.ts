let isOpen = false;
const listeners = new Set<() => void>();

export const isCallPanelOpen = (): boolean => isOpen;

export function setCallPanel(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

/** Opens the panel that shows the latest requests as curl and SDK code. */
export const openCallPanel = (): void => setCallPanel(!isOpen);

export function onCallPanel(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
