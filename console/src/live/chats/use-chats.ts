import { useCallback, useSyncExternalStore } from 'react';
import { chatLoader, chatStore, presence } from './index.ts';
import type { Present } from './presence.ts';
import type { StoredChat } from './store.ts';

/** A chat of the store; undefined until it is loaded. */
export function useStoredChat(chatId: string): StoredChat | undefined {
  const subscribe = useCallback((listener: () => void) => chatStore.subscribe(`chat:${chatId}`, listener), [chatId]);
  return useSyncExternalStore(subscribe, () => chatStore.get(chatId));
}

/** Colleagues who view a chat or type in it. */
export function usePresent(chatId: string): readonly Present[] {
  const subscribe = useCallback((listener: () => void) => presence.subscribe(chatId, listener), [chatId]);
  return useSyncExternalStore(subscribe, () => presence.get(chatId));
}

/** The version of a list changes with its rows. */
export function useListVersion(key: string): number {
  const subscribe = useCallback((listener: () => void) => chatStore.subscribe(`list:${key}`, listener), [key]);
  return useSyncExternalStore(subscribe, () => chatStore.getList(key)?.version ?? -1);
}

export function useLoadState(key: string) {
  return useSyncExternalStore(chatLoader.onState, () => chatLoader.state(key));
}
