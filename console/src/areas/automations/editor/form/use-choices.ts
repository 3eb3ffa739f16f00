import type { Patchbay } from '@patchbay/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../../app/session/use-session.ts';
import type { Option } from '../../../../kit/index.ts';

const PAGE = { pagination: { limit: 100 }, sortBy: 'asc(name)' };

const sources = {
  labels: (client: Patchbay) => client.labels.search(PAGE),
  templates: (client: Patchbay) => client.templates.search(PAGE),
  automations: (client: Patchbay) => client.automations.search(PAGE),
  businessHours: (client: Patchbay) => client.businessHours.search(PAGE),
  channels: (client: Patchbay) => client.channels.search(PAGE),
  attributes: (client: Patchbay) => client.attributes.search(PAGE),
  users: (client: Patchbay) => client.users.search(PAGE),
  teams: (client: Patchbay) => client.teams.search(PAGE),
} as const;
export type Source = keyof typeof sources;

type Named = { id: string; name: string; externalId?: string };
const NONE: Option[] = [];

/** Returns the entries of a resource by name. Steps refer to attributes by their external id, to everything else by id. */
export function useChoices(source: Source): Option[] {
  const { client } = useSession();
  const { data } = useQuery({
    queryKey: ['automations', 'choices', source],
    queryFn: () => sources[source](client) as unknown as Promise<{ data: Named[] }>,
    select: (page) =>
      page.data.map(({ id, name, externalId }) => ({ value: source === 'attributes' ? (externalId ?? id) : id, label: name })),
  });
  return data ?? NONE;
}
