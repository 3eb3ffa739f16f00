import type { types } from '@patchbay/sdk';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reloadQueries } from '../../app/query-client.ts';
import { useSession } from '../../app/session/use-session.ts';
import { useFeedEvent, useReconnected } from '../../live/use-feed.ts';
import { coalesce } from './coalesce.ts';
import { type ListAddress, queryOf } from './list/address.ts';
import type { PageAddress } from './page/address.ts';
import { type Progress, withProgress } from './progress.ts';

const PAGE_SIZE = 30;
/** The type of campaigns in `resource.changed` events. */
const RESOURCE = 'campaign';
const RUNNING_MS = 5_000;
const ENDED_MS = 15_000;
/** Providers report deliveries and readings for some time after the end. */
const REPORTS_COME_MS = 15 * 60_000;
const ALL = { pagination: { limit: 100 }, sortBy: 'asc(name)' };

export const keys = {
  all: ['campaigns'] as const,
  lists: ['campaigns', 'list'] as const,
  list: (address: ListAddress) => ['campaigns', 'list', address] as const,
  one: (id: string) => ['campaigns', 'one', id] as const,
  statistics: (id: string) => ['campaigns', 'one', id, 'statistics'] as const,
  timeline: (id: string, from: string) => ['campaigns', 'one', id, 'timeline', from] as const,
  recipients: (id: string, address: PageAddress) => ['campaigns', 'one', id, 'recipients', address] as const,
  imported: (id: string) => ['campaigns', 'one', id, 'import'] as const,
};

type Page = { data: types.Campaign[]; pagination: { nextCursor?: string | null; total?: number } };

export function useCampaignList(address: ListAddress) {
  const { client } = useSession();
  const query = queryOf(address.show ?? 'all');
  return useInfiniteQuery({
    queryKey: keys.list(address),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.campaigns.search(
        {
          ...(query && { query }),
          ...(address.search && { search: address.search }),
          pagination: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) },
        },
        { signal },
      ),
    getNextPageParam: (page) => page.pagination.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Reads again while it runs: a pause by the provider has no event. */
const pollMs = (campaign: types.Campaign | undefined): number | false =>
  campaign?.status === 'running' || campaign?.status === 'scheduled' ? RUNNING_MS : false;

export function useCampaign(id: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => client.campaigns.get(id, { signal }),
    refetchInterval: ({ state }) => pollMs(state.data),
  });
}

export function useStatistics(campaign: types.Campaign) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.statistics(campaign.id),
    enabled: campaign.currentRunId !== null,
    queryFn: ({ signal }) => client.campaigns.getStatistics(campaign.id, { signal }),
    refetchInterval: ({ state }) => (pollMs(campaign) || isRecent(state.data) ? pollMs(campaign) || ENDED_MS : false),
  });
}

const isRecent = (statistics: types.CampaignStatistics | undefined): boolean =>
  Date.now() - Date.parse(statistics?.runs[0]?.completedAt ?? '') < REPORTS_COME_MS;

/** The outcomes of a campaign by quarter hour, or by day if it is older than a week. */
export function useTimeline(campaign: types.Campaign, from: string) {
  const { client } = useSession();
  const isLong = Date.now() - Date.parse(from) > 6 * 86_400_000;
  return useQuery({
    queryKey: keys.timeline(campaign.id, from),
    queryFn: ({ signal }) =>
      client.campaigns.readTimeline(
        campaign.id,
        {
          from: new Date(Math.max(Date.parse(from), Date.now() - 365 * 86_400_000)).toISOString(),
          to: new Date(Date.now() + 60_000).toISOString(),
          bucket: isLong ? 'day' : 'quarter_hour',
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
        { signal },
      ),
    refetchInterval: campaign.status === 'running' ? RUNNING_MS : ENDED_MS,
    placeholderData: keepPreviousData,
  });
}

export function useRecipients(id: string, { state, error }: PageAddress) {
  const { client } = useSession();
  return useInfiniteQuery({
    queryKey: keys.recipients(id, { ...(state && { state }), ...(error && { error }) }),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page = await client.campaigns.searchRecipients(
        id,
        {
          ...(state && { query: `eq(state,"${state}")` }),
          ...(error && { search: error }),
          pagination: { limit: 20, ...(pageParam && { cursor: pageParam }) },
        },
        { signal },
      );
      return { ...page, names: await namesOf(client, page.data, signal) };
    },
    getNextPageParam: (page) => page.pagination.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

type Client = ReturnType<typeof useSession>['client'];

/** Recipients have the ids of their contacts only. */
async function namesOf(
  client: Client,
  recipients: types.CampaignRecipient[],
  signal: AbortSignal,
): Promise<Map<string, types.Contact>> {
  const ids = [...new Set(recipients.map(({ contactId }) => contactId))];
  if (ids.length === 0) return new Map();
  const query = `in(${['id', ...ids.map((id) => JSON.stringify(id))].join(',')})`;
  const { data } = await client.contacts.search({ query, pagination: { limit: ids.length } }, { signal });
  return new Map(data.map((contact) => [contact.id, contact]));
}

export function useImport(campaign: types.Campaign) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.imported(campaign.id),
    enabled: campaign.audience.type === 'upload',
    queryFn: ({ signal }) => client.campaigns.getImport(campaign.id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'reading' ? 1_000 : false),
  });
}

export function useChannels() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['channels', 'campaigns'],
    queryFn: ({ signal }) => client.channels.search(ALL, { signal }),
    select: ({ data }) => data,
  }).data;
}

export function useTemplates(channelId: string | null) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['templates', 'campaigns', channelId],
    enabled: channelId !== null,
    queryFn: ({ signal }) => client.templates.search({ ...ALL, query: `eq(channelId,${JSON.stringify(channelId)})` }, { signal }),
    select: ({ data }) => data,
  });
}

export function useAutomations() {
  const { client, can } = useSession();
  return useQuery({
    queryKey: ['automations', 'campaigns'],
    enabled: can('automations.read'),
    queryFn: ({ signal }) => client.automations.search({ ...ALL, query: 'eq(status,"active")' }, { signal }),
    select: ({ data }) => data,
  }).data;
}

/** Shows the progress of campaigns in what is loaded: at most four times a second, whatever the feed has. */
export function useCampaignProgress(): void {
  const queries = useQueryClient();
  const [changes] = useState(() =>
    coalesce<Progress>((all) => {
      for (const progress of all.values()) apply(queries, progress);
    }),
  );
  useFeedEvent('campaign.progress', ({ data }) => {
    const progress = data as Progress;
    changes.add(progress.id, progress);
  });
  useFeedEvent('campaign.started', ({ data }) => reload((data as { id: string }).id));
  useFeedEvent('campaign.completed', ({ data }) => reload((data as { id: string }).id));
  useFeedEvent('resource.changed', ({ data }) => {
    const { type, id } = data as { type: string; id: string | null };
    if (type === RESOURCE && id) reload(id); // paused, resumed or changed by a colleague
  });
  useReconnected(() => void reloadQueries({ queryKey: keys.all }));
  useEffect(() => () => changes.stop(), [changes]);
}

function reload(id: string): void {
  void reloadQueries({ queryKey: keys.one(id) });
  void reloadQueries({ queryKey: keys.lists });
}

function apply(queries: ReturnType<typeof useQueryClient>, progress: Progress): void {
  const { id, status } = progress;
  const known = queries.getQueryData<types.Campaign>(keys.one(id));
  queries.setQueryData<types.CampaignStatistics>(keys.statistics(id), (old) => old && withProgress(old, progress));
  queries.setQueriesData<InfiniteData<Page>>({ queryKey: keys.lists }, (old) => old && withProgressOf(old, progress));
  if (known && (known.status !== status || known.currentRunId !== progress.runId)) reload(id);
}

const withProgressOf = (list: InfiniteData<Page>, { id, counts, status }: Progress): InfiniteData<Page> => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    data: page.data.map((campaign) => (campaign.id === id ? { ...campaign, counts, status } : campaign)),
  })),
});
