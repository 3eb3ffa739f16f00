import type { types } from '@patchbay/sdk';
import { useQuery } from '@tanstack/react-query';
import { reloadQueries } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { useFeedEvent } from '../../../live/use-feed.ts';

const EVERYTHING = { pagination: { limit: 100 } };
const LONG_MS = 5 * 60_000;
const NOTHING: never[] = [];

/** People, teams, labels and channels, for names in rows and for menus. Changed by `resource.changed` events. */
export function useUsers(): types.User[] {
  const { client } = useSession();
  const queryFn = async () =>
    (await client.users.search({ ...EVERYTHING, query: 'eq(status,"active")', sortBy: 'asc(name)' })).data;
  return useQuery({ queryKey: ['users', 'active'], queryFn, staleTime: LONG_MS }).data ?? NOTHING;
}

export function useTeams(): types.Team[] {
  const { client } = useSession();
  const queryFn = async () => (await client.teams.search({ ...EVERYTHING, sortBy: 'asc(name)' })).data;
  return useQuery({ queryKey: ['teams', 'all'], queryFn, staleTime: LONG_MS }).data ?? NOTHING;
}

export function useLabels(): types.Label[] {
  const { client } = useSession();
  const queryFn = async () => (await client.labels.search({ ...EVERYTHING, sortBy: 'asc(name)' })).data;
  return useQuery({ queryKey: ['labels', 'all'], queryFn, staleTime: LONG_MS }).data ?? NOTHING;
}

export function useChannels(): types.Channel[] {
  const { client } = useSession();
  const queryFn = async () => (await client.channels.search({ ...EVERYTHING, sortBy: 'asc(name)' })).data;
  return useQuery({ queryKey: ['channels', 'all'], queryFn, staleTime: LONG_MS }).data ?? NOTHING;
}

export function useViews(): types.View[] {
  const { client } = useSession();
  const queryFn = async () =>
    (await client.views.search({ ...EVERYTHING, query: 'eq(resource,"chats")', sortBy: 'asc(name)' })).data;
  return useQuery({ queryKey: ['views', 'chats'], queryFn, staleTime: LONG_MS }).data ?? NOTHING;
}

/** Chats in which somebody mentioned the person, latest first, and how many of these notes are unread. */
export function useMentions(): { chatIds: string[]; unread: number } {
  const { client } = useSession();
  const queryFn = async () => {
    const { data } = await client.notifications.search({ query: 'eq(type,"mention")', pagination: { limit: 100 } });
    return {
      chatIds: [...new Set(data.map(({ chatId }) => chatId))].slice(0, 40),
      unread: data.filter(({ readAt }) => !readAt).length,
    };
  };
  const { data } = useQuery({ queryKey: ['notifications', 'mentions'], queryFn, staleTime: LONG_MS });
  return data ?? NO_MENTIONS;
}

const NO_MENTIONS = { chatIds: [], unread: 0 };

/** Resources whose names the list shows, and the queries that hold them. */
const HELD: Record<string, string> = { user: 'users', team: 'teams', label: 'labels', channel: 'channels', view: 'views' };

/** Loads names again when somebody changes them. */
export function useFreshDirectory(): void {
  useFeedEvent('resource.changed', ({ data }) => {
    const held = HELD[String(data.type)];
    if (held) void reloadQueries({ queryKey: [held] });
  });
  useFeedEvent('channel.status_changed', () => void reloadQueries({ queryKey: ['channels'] }));
  useFeedEvent('notification.created', () => void reloadQueries({ queryKey: ['notifications'] }));
}
