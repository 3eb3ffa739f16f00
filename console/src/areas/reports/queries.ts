import type { types } from '@patchbay/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session/use-session.ts';
import { toInstant } from '../../kit/zoned-time.ts';
import { addDays, bucketOf, type Grouping, type Metric, metrics, type Report } from './address.ts';
import { type Figure, figuresOf } from './figures.ts';

type Client = ReturnType<typeof useSession>['client'];
type ApiMetric = types.SearchReportsBody['metric'];

const ALL = { pagination: { limit: 100 }, sortBy: 'asc(name)' };
const MINUTE_MS = 60_000;

const dimensions: Record<Grouping, types.SearchReportsBody['groupBy']> = {
  time: [],
  hour: [],
  channel: ['channelId'],
  team: ['teamId'],
  user: ['userId'],
};

/** Returns the body of the search, as the API takes it. */
export function bodyOf(report: Report, metric: ApiMetric): types.SearchReportsBody {
  const { from, to, timeZone, by, filters } = report;
  const given = Object.entries(filters).filter(([, ids]) => ids.length > 0);
  return {
    metric,
    from: toInstant(`${from}T00:00`, timeZone).toISOString(),
    to: toInstant(`${addDays(to, 1)}T00:00`, timeZone).toISOString(),
    bucket: bucketOf(report),
    groupBy: dimensions[by] ?? [],
    filters: Object.fromEntries(given),
    timeZone,
  };
}

const rowsOf = async (client: Client, report: Report, metric: ApiMetric, signal: AbortSignal) =>
  (await client.reports.search(bodyOf(report, metric), { signal })).rows;

async function readFigures(client: Client, report: Report, signal: AbortSignal): Promise<Figure[]> {
  const { metric } = report;
  const [rows, started] = await Promise.all([
    rowsOf(client, report, metric === 'sla' ? 'sla_breached' : metric, signal),
    metric === 'sla' ? rowsOf(client, report, 'sla_started', signal) : [],
  ]);
  return figuresOf(report, rows, started, bucketOf(report));
}

export function useFigures(report: Report) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['reports', 'figures', report],
    queryFn: ({ signal }) => readFigures(client, report, signal),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
    retry: false,
  });
}

/** The total of every metric in the range, with the same filters. */
export function useTotals(report: Report) {
  const { client } = useSession();
  const { metric: _chosen, by: _grouping, ...range } = report;
  return useQuery({
    queryKey: ['reports', 'totals', range],
    queryFn: async ({ signal }) => {
      // A person is a group without an id here: one line, the sum of all.
      const totals = metrics.map(
        async (metric) => [metric, (await readTotal(client, { ...range, metric }, signal)) ?? null] as const,
      );
      return Object.fromEntries(await Promise.all(totals)) as Record<Metric, Figure | null>;
    },
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
    retry: false,
  });
}

async function readTotal(client: Client, range: Omit<Report, 'by'>, signal: AbortSignal): Promise<Figure | undefined> {
  const report = { ...range, by: 'channel' as const };
  const total = async (metric: ApiMetric) =>
    (await client.reports.search({ ...bodyOf(report, metric), groupBy: [] }, { signal })).rows;
  const isSla = range.metric === 'sla';
  const [rows, started] = await Promise.all([
    total(isSla ? 'sla_breached' : (range.metric as ApiMetric)),
    isSla ? total('sla_started') : [],
  ]);
  return figuresOf(report, rows, started, 'total')[0];
}

type Named = { id: string; name: string };

/** Channels, teams and people, for filters and the names of lines. */
export function useNames(): Record<'channel' | 'team' | 'user', readonly Named[]> {
  const { client } = useSession();
  const channels = useQuery({
    queryKey: ['channels', 'reports'],
    queryFn: ({ signal }) => client.channels.search(ALL, { signal }),
    select: ({ data }) => data,
  }).data;
  const teams = useQuery({
    queryKey: ['teams', 'reports'],
    queryFn: ({ signal }) => client.teams.search(ALL, { signal }),
    select: ({ data }) => data,
  }).data;
  const users = useQuery({
    queryKey: ['users', 'reports'],
    queryFn: ({ signal }) => client.users.search(ALL, { signal }),
    select: ({ data }) => data,
  }).data;
  return { channel: channels ?? [], team: teams ?? [], user: users ?? [] };
}
