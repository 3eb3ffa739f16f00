import { useQuery } from '@tanstack/react-query';
import { reloadQueries } from '../../../app/query-client.ts';
import { useSession } from '../../../app/session/use-session.ts';
import { useFeedEvent } from '../../../live/use-feed.ts';

/** The contact with handles, labels and attributes, loaded again when the feed says that it changed. */
export function useContact(contactId: string) {
  const { client } = useSession();
  const queryKey = ['contact', contactId];
  useFeedEvent('contact.updated', ({ data }) => {
    if (data.id === contactId) void reloadQueries({ queryKey });
  });
  useFeedEvent('consent.recorded', ({ data }) => {
    if (data.contactId === contactId) void reloadQueries({ queryKey: ['consents', contactId] });
  });
  return useQuery({ queryKey, queryFn: ({ signal }) => client.contacts.get(contactId, { signal }) });
}

/** The current consent of each address. */
export function useConsentStates(contactId: string) {
  const { client, can } = useSession();
  const { data } = useQuery({
    queryKey: ['consents', contactId],
    enabled: can('consents.read'),
    queryFn: async ({ signal }) => (await client.consents.readStates(contactId, {}, { signal })).states,
  });
  return data ?? [];
}

/** The definitions of attributes that agents change in the panel. */
export function useAttributes() {
  const { client, can } = useSession();
  const { data } = useQuery({
    queryKey: ['attributes', 'all'],
    enabled: can('attributes.read'),
    staleTime: 300_000,
    queryFn: async ({ signal }) => (await client.attributes.search({ pagination: { limit: 100 } }, { signal })).data,
  });
  return data ?? [];
}
