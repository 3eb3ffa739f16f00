import type { types } from '@patchbay/sdk';
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { reloadQueries } from '../../app/query-client.ts';
import { useSession } from '../../app/session/use-session.ts';
import { useFeedEvent, useReconnected } from '../../live/use-feed.ts';
import type { ContactSearch } from '../../people/queries.ts';
import { changedContact, isAffected } from './changed-contact.ts';

const PAGE_SIZE = 50;
const QUIET_MS = 2_000;
/** Keys name the area: the inbox keeps the same resources in another shape. */
const ALL = { pagination: { limit: 100 }, sortBy: 'asc(name)' };

export const keys = {
  all: ['contacts'] as const,
  list: (search: ContactSearch) => ['contacts', 'list', search] as const,
  one: (id: string) => ['contacts', 'one', id] as const,
  timeline: (id: string) => ['contacts', 'timeline', id] as const,
  chats: (id: string) => ['contacts', 'chats', id] as const,
  consentStates: (id: string, asOf: string | null) => ['contacts', 'consent', id, 'states', asOf] as const,
  consents: (id: string) => ['contacts', 'consent', id, 'history'] as const,
  imports: ['contacts', 'imports'] as const,
  oneImport: (id: string) => ['contacts', 'imports', id] as const,
  exports: ['contacts', 'exports'] as const,
};

/** The contacts of a search, page by page. The first page has the total. */
export function useContactList(search: ContactSearch) {
  const { client } = useSession();
  return useInfiniteQuery({
    queryKey: keys.list(search),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.contacts.search(
        { ...search, pagination: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: (page) => page.pagination.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useContact(id: string) {
  const { client } = useSession();
  return useQuery({ queryKey: keys.one(id), queryFn: ({ signal }) => client.contacts.get(id, { signal }) });
}

export function useChannels() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['channels', 'contacts'],
    queryFn: ({ signal }) => client.channels.search(ALL, { signal }),
    select: ({ data }) => data,
  }).data;
}

export function useUsers() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['users', 'contacts'],
    queryFn: ({ signal }) => client.users.search(ALL, { signal }),
    select: ({ data }) => data,
  }).data;
}

export function useTimeline(id: string) {
  const { client } = useSession();
  return useInfiniteQuery({
    queryKey: keys.timeline(id),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.contacts.searchTimeline(id, { pagination: { limit: 30, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    getNextPageParam: (page) => page.pagination.nextCursor ?? undefined,
  });
}

export function useChatsOf(id: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.chats(id),
    queryFn: ({ signal }) =>
      client.chats.search({ query: `eq(contactId,${JSON.stringify(id)})`, pagination: { limit: 50 } }, { signal }),
    select: ({ data }) => data,
  });
}

/** The consent of a contact now, or at the end of a day. */
export function useConsentStates(id: string, asOf: string | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.consentStates(id, asOf),
    queryFn: ({ signal }) => client.consents.readStates(id, asOf ? { asOf } : {}, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useConsents(id: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.consents(id),
    queryFn: ({ signal }) =>
      client.consents.search({ query: `eq(contactId,${JSON.stringify(id)})`, pagination: { limit: 100 } }, { signal }),
    select: ({ data }) => data,
  });
}

export const importOptions = (client: ReturnType<typeof useSession>['client'], id: string) =>
  queryOptions({
    queryKey: keys.oneImport(id),
    queryFn: ({ signal }) => client.contactImports.get(id, { signal }),
    refetchInterval: ({ state }) => pollMs(state.data ? [state.data] : []),
  });

const POLL_MS = 5_000;

/** Transfers that run are read every five seconds: their last event may have been missed. */
export const pollMs = (transfers: readonly { status: string }[]): number | false =>
  transfers.some(({ status }) => status === 'running') && POLL_MS;

const noChanges = () => ({ contactIds: new Set<string>(), areRows: false });

/** Loads again what shows a contact that the feed reports as changed, at most once in two seconds. */
export function useContactChanges(): void {
  const changed = useRef(noChanges());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reload = () => {
    const changes = changed.current;
    timer.current = undefined;
    changed.current = noChanges();
    void reloadQueries({ predicate: (query) => isAffected(query, changes) });
  };
  useFeedEvent('*', (event) => {
    const id = changedContact(event);
    if (id === undefined) return;
    changed.current.contactIds.add(id);
    changed.current.areRows ||= event.event.startsWith('contact.');
    timer.current ??= setTimeout(reload, QUIET_MS);
  });
  useReconnected(() => void reloadQueries({ queryKey: keys.all }));
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Returns the name that lists show: the name, else an address. */
export function nameOf(
  contact: Pick<types.Contact, 'displayName' | 'fullName' | 'phoneNumber' | 'email' | 'handles'>,
): string | null {
  return contact.fullName ?? contact.displayName ?? contact.phoneNumber ?? contact.email ?? contact.handles[0]?.value ?? null;
}
