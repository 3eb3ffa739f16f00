import type { types } from '@patchbay/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reloadQueries } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { isReadable, onCountsChanged } from '../../../live/chats/index.ts';
import { type ChatQuery, chatQueryOf, STANDARD_VIEWS } from './chat-query.ts';
import { useChannels, useViews } from './directory.ts';
import type { InboxQuery } from './use-inbox.ts';

/** The API counts this many queries in one call. */
const MOST_QUERIES = 20;
/** After an event the counters wait this long for others, and then for the rest of the interval. */
const FIRST_MS = 400;
const INTERVAL_MS = 3_000;

export type Counts = Readonly<Record<string, types.ChatCount>>;

/** Counts the chats of the list, of all views and of channels with one call. The list is counted by its key. */
export function useCounts({ key, query }: InboxQuery): Counts {
  const { client, me } = useSession();
  const [views, channels] = [useViews(), useChannels()];
  const queryFn = async () => {
    const list = isReadable(query.query) ? [[key, query] as const] : [];
    const queries = [...list, ...viewQueries(me.user.id, views, channels)].slice(0, MOST_QUERIES);
    const counts = await client.chats.count({ queries: queries.map(([, { query, search }]) => ({ query, search })) });
    return Object.fromEntries(queries.map(([name], i) => [name, counts[i] as types.ChatCount]));
  };
  const queryKey = ['chats', 'counts', key, views.map(({ id }) => id), channels.map(({ id }) => id)];
  return useQuery({ queryKey, queryFn, placeholderData: (before) => before }).data ?? {};
}

/** "Closing next" is counted from now. */
function viewQueries(userId: string, views: readonly types.View[], channels: readonly types.Channel[]): [string, ChatQuery][] {
  const context = { userId, now: new Date() };
  const standard = Object.keys(STANDARD_VIEWS)
    .filter((view) => view !== 'mentions')
    .map((view): [string, ChatQuery] => [view, chatQueryOf({ view }, context)]);
  const saved = views.map((view): [string, ChatQuery] => [view.id, chatQueryOf({ view: view.id }, context, view)]);
  const byChannel = channels.map(({ id }): [string, ChatQuery] => [id, chatQueryOf({ view: 'open', channel: id }, context)]);
  return [...standard, ...saved, ...byChannel];
}

/** Counts again shortly after the first event, then at most every three seconds while events come. */
export function useFreshCounts(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastAt = 0;
    const refresh = () => {
      timer = undefined;
      lastAt = Date.now();
      void reloadQueries({ queryKey: ['chats', 'counts'] });
    };
    const end = onCountsChanged(() => {
      timer ??= setTimeout(refresh, Math.max(FIRST_MS, lastAt + INTERVAL_MS - Date.now()));
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, []);
}
