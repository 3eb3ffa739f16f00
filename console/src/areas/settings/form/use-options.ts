import type { Patchbay } from '@patchbay/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/use-session.ts';
import type { Option } from '../../../kit/index.ts';
import { allOf } from '../resource/all-of.ts';

type Named = { id: string; name: string };
const sources = {
  teams: (client: Patchbay) => client.teams,
  users: (client: Patchbay) => client.users,
  channels: (client: Patchbay) => client.channels,
  labels: (client: Patchbay) => client.labels,
  'business-hours': (client: Patchbay) => client.businessHours,
} as const;

/** Resources that a field can choose from. */
export type OptionSource = keyof typeof sources;

const NONE: Option[] = [];

/** Returns the entries of a resource by name, for a select. */
export function useOptions(source: OptionSource): Option[] {
  const { client, tenant } = useSession();
  const { data } = useQuery({
    queryKey: ['settings', tenant.id, source],
    queryFn: () => allOf(sources[source](client).each({ sortBy: 'asc(name)' }) as AsyncGenerator<Named>),
    select: (items) => items.map(({ id, name }) => ({ value: id, label: name })),
  });
  return data ?? NONE;
}
