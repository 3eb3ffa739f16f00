import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type ChatList, chatStore, indexOf } from '../../../live/chats/index.ts';
import type { Target } from '../actions/index.ts';
import type { InboxSearch } from '../queries/search-params.ts';

export type ListNavigation = {
  openId: string | undefined;
  activeId: string | undefined;
  open: (chatId: string) => void;
  move: (step: 1 | -1) => void;
  leave: (target: Target) => void;
};

/** Which chat is open, and which row keys act on. */
export function useListNavigation(listKey: string): ListNavigation {
  const navigate = useNavigate();
  const { chatId: openId } = useParams({ strict: false });
  const [activeId, setActiveId] = useState<string | undefined>(openId);
  useEffect(() => {
    if (openId) setActiveId(openId);
  }, [openId]);
  const open = useCallback(
    (chatId: string) =>
      void navigate({
        to: '/inbox/$chatId',
        params: { chatId },
        search: (before) => ({ ...(before as InboxSearch), messageId: undefined }),
      }),
    [navigate],
  );
  const move = useCallback(
    (step: 1 | -1) => {
      const next = neighbour(chatStore.getList(listKey), activeId, step);
      if (!next) return;
      setActiveId(next);
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-chat="${next}"]`)?.focus());
    },
    [listKey, activeId],
  );
  /** Goes on to the next chat when the open one leaves the view; on a phone, back to the list. */
  const leave = useCallback(
    (target: Target) => {
      if (!openId || !('ids' in target) || !target.ids.includes(openId)) return;
      const list = chatStore.getList(listKey);
      const next = neighbour(list, openId, 1) ?? neighbour(list, openId, -1);
      if (next && next !== openId && matchMedia('(min-width: 768px)').matches) open(next);
      else void navigate({ to: '/inbox', search: (before) => ({ ...(before as InboxSearch), messageId: undefined }) });
    },
    [navigate, open, openId, listKey],
  );
  return useMemo(() => ({ openId, activeId, open, move, leave }), [openId, activeId, open, move, leave]);
}

/** The chat beside another one in a list. */
export function neighbour(list: ChatList | undefined, id: string | undefined, step: 1 | -1): string | undefined {
  if (!list) return undefined;
  const index = id ? indexOf(list, id) : -1;
  return list.rows[index < 0 ? 0 : index + step]?.id;
}
