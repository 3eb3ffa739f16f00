import type { Patchbay, types } from '@patchbay/sdk';
import { onReconnected, subscribe } from '../feed.ts';
import { createLoader } from './loader.ts';
import { createPresence } from './presence.ts';
import { createChatStore } from './store.ts';

export { type ChatList, indexOf, type ListQuery, pageAt } from './list.ts';
export type { Present } from './presence.ts';
export type { StoredChat } from './store.ts';

let channels: ReadonlyMap<string, types.Channel> = new Map();

/** The chats of the tenant that is open. */
export const chatStore = createChatStore({ channelType: (id) => channels.get(id)?.type });
export const presence = createPresence();

/** Filters by channel type need the types of channels. */
export function setChannels(list: readonly types.Channel[]): void {
  channels = new Map(list.map((channel) => [channel.id, channel]));
}

let client: Patchbay | null = null;

export const chatLoader = createLoader(chatStore, async (body) => {
  if (!client) throw new Error('The chat store is not connected: call connectChats() first');
  return client.chats.search(body);
});
const countListeners = new Set<() => void>();

/** Calls the listener when an event may have changed how many chats a query finds. */
export function onCountsChanged(listener: () => void): () => void {
  countListeners.add(listener);
  return () => countListeners.delete(listener);
}

export const countsChanged = (): void => {
  for (const listener of countListeners) listener();
};

/** Keeps the store up to date with the feed until the returned function is called. Then everything is forgotten. */
export function connectChats(connected: Patchbay, userId: string): () => void {
  client = connected;
  const ends = [
    subscribe('*', (event) => {
      if (event.event === 'chat.presence') presence.announce(event.data as Parameters<typeof presence.announce>[0], userId);
      else if (chatStore.apply(event)) countsChanged();
    }),
    onReconnected(() => {
      chatStore.markStale();
      countsChanged();
    }),
  ];
  return () => {
    for (const end of ends) end();
    chatLoader.clear();
    chatStore.clear();
    presence.clear();
  };
}
