import { invalidParam, shortened } from '../../platform/errors.ts';
import type { WantedContact } from '../contacts/index.ts';

/** Column of the file → what it holds: a field of the contact, its labels, an attribute, or a variable of the message. */
export type Mapping = Record<string, string>;

const plain = ['firstName', 'lastName', 'phoneNumber', 'email', 'labels'] as const;
const named = /^(attributes\.[A-Za-z][A-Za-z0-9_]{0,99}|variables\.[A-Za-z][A-Za-z0-9_]{0,63})$/;
const addresses = ['phoneNumber', 'email'];
const MOST_COLUMNS = 200;

/** Refuses a mapping that could never bring anybody in. */
export function checkMapping(mapping: Mapping): void {
  const path = 'audience.upload.mapping';
  const fields = Object.values(mapping);
  if (fields.length > MOST_COLUMNS) throw invalidParam(path, 'too_big', `At most ${MOST_COLUMNS} columns can be used`);
  for (const [column, field] of Object.entries(mapping)) {
    if ((plain as readonly string[]).includes(field) || named.test(field)) continue;
    const message = `A column is one of ${plain.join(', ')}, attributes.<externalId> or variables.<name>`;
    throw invalidParam(`${path}.${column}`, 'invalid_enum_value', message);
  }
  const twice = fields.find((field, i) => fields.indexOf(field) !== i);
  if (twice) throw invalidParam(path, 'custom', `Two columns are ${twice}; a field is read from one column`);
  if (!fields.some((field) => addresses.includes(field)))
    throw invalidParam(path, 'required', 'One column must be phoneNumber or email: people are known by these');
}

/** Where in each line a field stands, or a sentence that says which column the file lacks. */
export function columnsOf(header: string[], mapping: Mapping): { field: string; at: number }[] | { missing: string } {
  const names = header.map((name) => name.trim());
  const places = new Map(names.map((name, at) => [name, at] as const).toReversed()); // of two columns with one name, the first
  const columns = Object.entries(mapping).map(([column, field]) => ({ column, field, at: places.get(column.trim()) }));
  const lacking = columns.flatMap(({ column, at }) => (at === undefined ? [column] : []));
  if (lacking.length > 0)
    return {
      missing: `The file has no column ${shortened(lacking.join(', '))}; its first line names ${shortened(names.join(', '))}`,
    };
  return columns.flatMap(({ field, at }) => (at === undefined ? [] : [{ field, at }]));
}

export type ListedPerson = { contact: WantedContact; variables: Record<string, string> };

/** What a line says of somebody. An empty cell says nothing. */
export function personOf(cells: string[], columns: { field: string; at: number }[]): ListedPerson {
  const said = columns.map(({ field, at }) => ({ field, value: cells[at]?.trim() ?? '' })).filter(({ value }) => value !== '');
  const one = (name: string) => said.find(({ field }) => field === name)?.value ?? null;
  const group = (name: string) =>
    said.flatMap(({ field, value }) => (field.startsWith(`${name}.`) ? [[field.slice(name.length + 1), value] as const] : []));
  return {
    contact: {
      firstName: one('firstName'),
      lastName: one('lastName'),
      phoneNumber: one('phoneNumber'),
      email: one('email'),
      attributes: group('attributes').map(([externalId, value]) => ({ externalId, value })),
      labels: (one('labels') ?? '').split(/[,;]/).flatMap((name) => name.trim() || []),
    },
    variables: Object.fromEntries(group('variables')),
  };
}
