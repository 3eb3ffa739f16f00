import { useQuery } from '@tanstack/react-query';
import { reloadQueries } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { useFeedEvent, useReconnected } from '../../../live/use-feed.ts';
import { allOf } from './all-of.ts';
import type { Resource } from './define-resource.ts';

/** Loads the list of a resource, and again when somebody changes it. */
export function useResource<Item extends { id: string }, Values extends object>(resource: Resource<Item, Values>) {
  const { client, tenant } = useSession();
  const queryKey = ['settings', tenant.id, resource.key];
  const api = resource.api(client);
  const query = useQuery({ queryKey, queryFn: () => allOf(api.list()) });
  const reload = () => reloadQueries({ queryKey });
  useFeedEvent('*', ({ event }) => {
    if (event === 'resource.changed' || resource.events?.includes(event)) void reload();
  });
  useReconnected(() => void reload());
  return { ...query, api, reload };
}
