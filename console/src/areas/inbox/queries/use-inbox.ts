import type { types } from '@patchbay/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useSession } from '../../../app/session/use-session.ts';
import { type ChatQuery, chatQueryOf, isStandard, listKeyOf, viewOf } from './chat-query.ts';
import { useMentions, useViews } from './directory.ts';
import type { InboxSearch } from './search-params.ts';

export type InboxQuery = {
  search: InboxSearch;
  view: string;
  saved: types.View | undefined;
  /** Names the list in the store. */
  key: string;
  query: ChatQuery;
};

/** The address of the inbox as the query that the list, the counters and bulk actions use. */
export function useInboxQuery(): InboxQuery {
  const search = useSearch({ from: '/frame/inbox' });
  const { me } = useSession();
  const { chatIds } = useMentions();
  const view = viewOf(search);
  const saved = useViews().find(({ id }) => id === view && !isStandard(view));
  const mentionedIn = view === 'mentions' ? chatIds : undefined;
  const key = listKeyOf(search, saved, mentionedIn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains the address, the view and the ids
  const query = useMemo(
    () => chatQueryOf(search, { userId: me.user.id, now: new Date(), mentionedIn }, saved),
    [key, me.user.id],
  );
  return { search, view, saved, key, query };
}

/** Returns a function that changes the address and keeps the open chat. Undefined removes a part. */
export function useSetSearch(): (changes: Partial<InboxSearch>, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (changes, { replace = false } = {}) =>
      void navigate({ to: '.', replace, search: (before) => ({ ...(before as InboxSearch), messageId: undefined, ...changes }) }),
    [navigate],
  );
}
