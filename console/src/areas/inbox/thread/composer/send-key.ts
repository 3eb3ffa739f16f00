import { useSyncExternalStore } from 'react';

/** Which key sends: Enter alone, or with Ctrl or ⌘. */
export type SendKey = 'mod+enter' | 'enter';

const KEY = 'patchbay.sendKey';
const listeners = new Set<() => void>();

export const sendKey = (): SendKey => (localStorage.getItem(KEY) === 'enter' ? 'enter' : 'mod+enter');

export function setSendKey(key: SendKey): void {
  localStorage.setItem(KEY, key);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSendKey = (): SendKey => useSyncExternalStore(subscribe, sendKey);

type Pressed = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; isComposing: boolean };

/** Whether a key press sends. Enter that ends a word of an input method (Japanese, Chinese) never does. */
export const isSendPress = ({ key, ctrlKey, metaKey, shiftKey, isComposing }: Pressed, wanted: SendKey): boolean =>
  key === 'Enter' && !isComposing && (ctrlKey || metaKey || (wanted === 'enter' && !shiftKey));
