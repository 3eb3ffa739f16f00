import type { types } from '@patchbay/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSession } from '../../../app/session/use-session.ts';
import type { Preview as CsvPreview } from '../../../people/csv/use-preview.ts';
import { type AudienceDraft, sampleQuery } from './draft.ts';
import type { Values } from './placeholders.ts';

const SAMPLE = 10;

/** Somebody for whom the message can be shown. */
export type Sample = Values & { key: string; name: string };

/** Some contacts of an audience, or some lines of its file. */
export function useSample(audience: AudienceDraft, file: CsvPreview | undefined, variables: Record<string, string>): Sample[] {
  const { client, can } = useSession();
  const query = sampleQuery(audience);
  const { data } = useQuery({
    queryKey: ['contacts', 'campaign-sample', query ?? 'all'],
    enabled: can('contacts.read') && audience.kind !== 'upload',
    queryFn: ({ signal }) => client.contacts.search({ ...(query && { query }), pagination: { limit: SAMPLE } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (audience.kind === 'upload') return file ? linesOf(file, audience.mapping, variables) : [];
  return (data?.data ?? []).map((contact) => ({ key: contact.id, name: nameOf(contact), contact, variables }));
}

const nameOf = (contact: types.Contact): string =>
  contact.fullName ?? contact.displayName ?? contact.phoneNumber ?? contact.email ?? contact.id.slice(-6);

/** Lines of a file as contacts: what their columns become. */
function linesOf({ header, rows }: CsvPreview, mapping: Record<string, string>, variables: Record<string, string>): Sample[] {
  return rows.map((row, index) => {
    const cellOf = (target: string) => row[header.findIndex((column) => mapping[column] === target)] || null;
    const own = Object.entries(mapping).flatMap(([column, target]) =>
      target.startsWith('variables.') ? [[target.slice('variables.'.length), row[header.indexOf(column)] ?? '']] : [],
    );
    const [firstName, lastName, phoneNumber, email] = ['firstName', 'lastName', 'phoneNumber', 'email'].map(cellOf);
    const fullName = [firstName, lastName].filter(Boolean).join(' ') || null;
    const attributes = Object.entries(mapping).flatMap(([column, target]) =>
      target.startsWith('attributes.')
        ? [{ externalId: target.slice('attributes.'.length), value: row[header.indexOf(column)] ?? null }]
        : [],
    );
    const contact = { id: String(index), firstName, lastName, fullName, phoneNumber, email, labels: [], attributes };
    return {
      key: String(index),
      name: fullName ?? phoneNumber ?? email ?? String(index + 1),
      contact: contact as unknown as Values['contact'],
      variables: { ...variables, ...Object.fromEntries(own) },
    };
  });
}
