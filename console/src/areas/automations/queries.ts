import type { types } from '@patchbay/sdk';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { reloadQueries } from '../../app/query-client.ts';
import { useSession } from '../../app/session/use-session.ts';
import { useFeedEvent, useReconnected } from '../../live/use-feed.ts';
import type { Draft } from './definition/types.ts';

const PAGE_SIZE = 50;
const POLL_MS = 5_000;

export const keys = {
  all: ['automations'] as const,
  list: (search: string) => ['automations', 'list', search] as const,
  one: (id: string) => ['automations', 'one', id] as const,
  versions: (id: string) => ['automations', 'versions', id] as const,
  version: (id: string) => ['automations', 'version', id] as const,
  runs: (id: string) => ['automations', 'runs', id] as const,
  run: (id: string) => ['automations', 'run', id] as const,
  counts: (id: string) => ['automations', 'counts', id] as const,
};

export const draftOfVersion = ({ trigger, steps, isSingle, layout }: types.AutomationVersion): Draft =>
  ({ trigger, steps, isSingle, layout }) as Draft;

/** The definition as bodies of the API have it. Its types are those of the SDK; a draft may have any fields. */
export const bodyOf = ({ trigger, steps, isSingle, layout }: Draft): types.UpdateAutomationBody =>
  ({ trigger, steps, isSingle, layout }) as types.UpdateAutomationBody;

export function useAutomations(search: string) {
  const { client } = useSession();
  return useInfiniteQuery({
    queryKey: keys.list(search),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.automations.search(
        {
          ...(search && { search }),
          sortBy: 'desc(updatedAt)',
          pagination: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) },
        },
        { signal },
      ),
    getNextPageParam: (page) => page.pagination.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export function useAutomation(id: string) {
  const { client } = useSession();
  return useQuery({ queryKey: keys.one(id), queryFn: ({ signal }) => client.automations.get(id, { signal }), staleTime: 0 });
}

export function useVersions(id: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.versions(id),
    queryFn: ({ signal }) => client.automations.searchVersions(id, { pagination: { limit: 50 } }, { signal }),
    select: ({ data }) => data,
  });
}

/** Versions never change. */
export function useVersion(automationId: string, id: string | undefined) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.version(id ?? ''),
    queryFn: ({ signal }) => client.automations.getVersion(automationId, id ?? '', { signal }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useRuns(automationId: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.runs(automationId),
    queryFn: ({ signal }) =>
      client.automationRuns.search(
        { query: `eq(automationId,${JSON.stringify(automationId)})`, sortBy: 'desc(createdAt)', pagination: { limit: 50 } },
        { signal },
      ),
  });
}

export function useRun(id: string | undefined) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.run(id ?? ''),
    queryFn: ({ signal }) => client.automationRuns.get(id ?? '', { signal }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? POLL_MS : false),
  });
}

export function useStepCounts(id: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.counts(id),
    queryFn: ({ signal }) => client.automations.countSteps(id, {}, { signal }),
  });
}

export function useContactName(id: string | undefined): string | undefined {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['automations', 'contact', id],
    queryFn: ({ signal }) => client.contacts.get(id ?? '', { signal }),
    enabled: id !== undefined,
    retry: false,
  });
  return data?.fullName ?? data?.displayName ?? data?.phoneNumber ?? data?.email ?? undefined;
}

/** Loads runs and counts again when a run begins or ends, at most once in two seconds each. */
export function useRunChanges(automationId: string): void {
  const reload = () => {
    void reloadQueries({ queryKey: keys.runs(automationId) });
    void reloadQueries({ queryKey: keys.counts(automationId) });
  };
  useFeedEvent('*', ({ event, data }) => {
    if (event.startsWith('automation.run_') && (data as { automationId?: string }).automationId === automationId) reload();
  });
  useReconnected(reload);
}
