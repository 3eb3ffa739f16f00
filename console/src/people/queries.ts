import { useQuery } from '@tanstack/react-query';
import { useSession } from '../app/session/use-session.ts';

/** The part of a contact search that the address holds. */
export type ContactSearch = { query?: string | undefined; search?: string | undefined; sortBy?: string | undefined };

const ALL = { pagination: { limit: 100 }, sortBy: 'asc(name)' };

export function useAttributes() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['attributes', 'contacts'],
    queryFn: ({ signal }) => client.attributes.search(ALL, { signal }),
    select: ({ data }) => data,
  }).data;
}

export function useLabels() {
  const { client } = useSession();
  return useQuery({
    queryKey: ['labels', 'contacts'],
    queryFn: ({ signal }) => client.labels.search(ALL, { signal }),
    select: ({ data }) => data,
  }).data;
}
