import type { types } from '@patchbay/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { reloadQueries } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { useNow } from '../../../kit/index.ts';
import { useFeedEvent, useReconnected } from '../../../live/use-feed.ts';
import { condition, queryOf } from '../address.ts';
import { useLog } from '../LogList.tsx';
import { dayUntil, toDay } from './statistics.ts';

export const keys = {
  all: ['developers', 'webhooks'] as const,
  list: ['developers', 'webhooks', 'list'] as const,
  ones: ['developers', 'webhooks', 'one'] as const,
  one: (id: string) => ['developers', 'webhooks', 'one', id] as const,
  day: (id: string) => ['developers', 'webhooks', 'day', id] as const,
  deliveries: (id: string) => ['developers', 'webhooks', 'deliveries', id] as const,
  delivery: (id: string) => ['developers', 'webhooks', 'delivery', id] as const,
};

/** A tenant has a few webhooks; each row reads statistics of its own. */
export const MOST_LISTED = 50;
const QUIET_MS = 1_000;
/** While a delivery waits for its next attempt, no event says that it was made. */
const WAITING_MS = 2_000;
const MINUTE_MS = 60_000;
const CHARTS_MS = 10_000;

export function useWebhooks() {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.list,
    queryFn: ({ signal }) =>
      client.webhooks.search({ sortBy: 'desc(createdAt)', pagination: { limit: MOST_LISTED } }, { signal }),
  });
}

export function useWebhook(id: string) {
  const { client } = useSession();
  return useQuery({ queryKey: keys.one(id), queryFn: ({ signal }) => client.webhooks.get(id, { signal }) });
}

/** The last 24 hours of a webhook, by hour. */
export function useDay(id: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.day(id),
    queryFn: async ({ signal }) => {
      const range = dayUntil(new Date());
      const { periods } = await client.webhooks.readStatistics(id, { ...range, bucket: 'hour' }, { signal });
      return toDay(periods, range.from);
    },
    refetchInterval: MINUTE_MS,
  });
}

export type DeliveryFilter = { status?: string | undefined; type?: string | undefined; since: string | null };

export function useDeliveries(id: string, { status, type, since }: DeliveryFilter) {
  const { client } = useSession();
  const query = queryOf([
    condition('eq', 'status', status),
    condition('eq', 'eventType', type),
    condition('gte', 'createdAt', since ?? undefined),
  ]);
  return useLog<types.Delivery>([...keys.deliveries(id), query], (pagination, signal) =>
    client.webhooks.searchDeliveries(id, { ...(query && { query }), pagination }, { signal }),
  );
}

export function useDelivery(webhookId: string, id: string) {
  const { client } = useSession();
  return useQuery({
    queryKey: keys.delivery(id),
    queryFn: ({ signal }) => client.webhooks.getDelivery(webhookId, id, { signal }),
    refetchInterval: ({ state }) => (state.data && isDueSoon(state.data, new Date()) ? WAITING_MS : false),
  });
}

/** The event of a delivery, as it is sent; null if it is no longer stored. */
export function useEvent(id: string | undefined) {
  const { client } = useSession();
  return useQuery({
    queryKey: ['developers', 'event', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const { data } = await client.events.search(
        { query: `eq(id,"${id}")`, pagination: { limit: 1, includeTotal: false } },
        { signal },
      );
      return data[0] ?? null;
    },
  });
}

/** Loads webhooks again when one was changed, by a person or because it failed for too long. */
export function useWebhookChanges(): void {
  const reload = () => {
    void reloadQueries({ queryKey: keys.list });
    void reloadQueries({ queryKey: keys.ones });
  };
  useFeedEvent('resource.changed', reload);
  useFeedEvent('webhook.disabled', reload);
  useReconnected(reload);
}

/** Loads the deliveries of a webhook again when something happened, a moment later: by then they are there. Its charts follow slower. */
export function useDeliveryChanges(webhookId: string): void {
  const deliveries = useSoon(QUIET_MS, () => reloadQueries({ queryKey: keys.deliveries(webhookId) }));
  const day = useSoon(CHARTS_MS, () => reloadQueries({ queryKey: keys.day(webhookId) }));
  const reload = () => {
    deliveries();
    day();
  };
  useFeedEvent('*', reload);
  useReconnected(reload);
}

/** Returns a function that runs the work once after a time, however often it is called meanwhile. */
function useSoon(afterMs: number, work: () => unknown): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      work();
    }, afterMs);
  };
}

/** Loads the list again while one of its deliveries is about to be attempted. */
export function useWaiting(rows: readonly types.Delivery[], webhookId: string): void {
  const now = useNow();
  const isWaiting = rows.some((one) => isDueSoon(one, now));
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void reloadQueries({ queryKey: keys.deliveries(webhookId) }), WAITING_MS);
    return () => clearInterval(timer);
  }, [isWaiting, webhookId]);
}

/** A retry may be hours away: nothing is asked until shortly before it. */
const isDueSoon = ({ status, nextTryAt }: Pick<types.Delivery, 'status' | 'nextTryAt'>, now: Date): boolean =>
  status === 'pending' && nextTryAt !== null && Math.abs(Date.parse(nextTryAt) - now.getTime()) < MINUTE_MS;
