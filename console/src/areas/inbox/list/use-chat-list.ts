import { useEffect, useState } from 'react';
import { type ChatList, chatLoader, chatStore } from '../../../live/chats/index.ts';
import { useListVersion, useLoadState } from '../../../live/chats/use-chats.ts';
import type { InboxQuery } from '../queries/use-inbox.ts';

/** Lists that stay loaded, so that going back to a view is immediate. */
const LISTS_KEPT = 3;

type Opened = { list: ChatList | undefined; version: number; isLoading: boolean; error: unknown };

/** The list of the address: opened in the store, its first page loaded, kept while it is shown. */
export function useChatList({ key, query }: Pick<InboxQuery, 'key' | 'query'>, openId: string | undefined): Opened {
  const [broken, setBroken] = useState<{ key: string; error: unknown } | null>(null);
  const version = useListVersion(key);
  const { isLoading, error } = useLoadState(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query, without the time in it
  useEffect(() => {
    try {
      const list = chatStore.openList(key, query);
      if (list.nextCursor === undefined) void chatLoader.loadMore(key);
    } catch (error) {
      setBroken({ key, error }); // a filter in the address that cannot be read
    }
    chatStore.closeLists(LISTS_KEPT);
  }, [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes when pages become stale
  useEffect(() => void chatLoader.loadEmpty(key), [key, version]); // rows load their own pages
  useEffect(() => chatStore.pin(key, openId ?? null), [key, openId]);
  return { list: chatStore.getList(key), version, isLoading, error: broken?.key === key ? broken.error : error };
}
