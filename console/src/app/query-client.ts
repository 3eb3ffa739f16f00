import { PatchbayError } from '@patchbay/sdk';
import { QueryClient } from '@tanstack/react-query';

/** The SDK retries what may pass, so queries do not. Data is kept fresh by the live feed, so a focus change loads nothing again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => !(error instanceof PatchbayError) && failures < 1,
      refetchOnWindowFocus: false,
      staleTime: 30_000,
    },
    mutations: { retry: false },
  },
});

type Filters = Parameters<typeof queryClient.invalidateQueries>[0];

/**
 * Loads queries again because an event says that something changed. A first load that is on its way may be older than the event, and
 * React Query does not repeat it: it is repeated when it ends.
 */
export async function reloadQueries(filters: Filters, cache: QueryClient = queryClient): Promise<void> {
  const first = cache
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching');
  await cache.invalidateQueries(filters); // waits for loads that are on their way
  await Promise.all(first.map(({ queryKey }) => cache.invalidateQueries({ queryKey, exact: true })));
}
