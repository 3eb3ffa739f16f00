import { invalidParam, shortened } from '../../platform/errors.ts';
import { type Column, filledCells, readContact } from '../contact-imports/index.ts';
import type { WantedContact } from '../contacts/index.ts';

/** Column name → what the column holds: a field of the contact, its labels, an attribute, or a variable of the message. */
export type Mapping = Record<string, string>;

const plain = ['firstName', 'lastName', 'phoneNumber', 'email', 'labels'] as const;
const named = /^(attributes\.[A-Za-z][A-Za-z0-9_]{0,99}|variables\.[A-Za-z][A-Za-z0-9_]{0,63})$/;
const addresses = ['phoneNumber', 'email'];
const MAX_COLUMNS = 200;

/** Refuses a mapping that cannot produce any contact. */
export function checkMapping(mapping: Mapping): void {
  const path = 'audience.upload.mapping';
  const fields = Object.values(mapping);
  if (fields.length > MAX_COLUMNS) throw invalidParam(path, 'too_big', `At most ${MAX_COLUMNS} columns can be used`);
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

/** Returns the mapped columns of a header, or a message that names the columns it lacks. Of two columns with one name, the first is used. */
export function columnsOf(header: string[], mapping: Mapping): Column[] | { missing: string } {
  const names = header.map((name) => name.trim());
  const indexes = new Map(names.map((name, at) => [name, at] as const).toReversed());
  const columns = Object.entries(mapping).map(([column, field]) => ({ column, field, at: indexes.get(column.trim()) }));
  const lacking = columns.flatMap(({ column, at }) => (at === undefined ? [column] : []));
  if (lacking.length > 0)
    return {
      missing: `The file has no column ${shortened(lacking.join(', '))}; its first line names ${shortened(names.join(', '))}`,
    };
  return columns.flatMap(({ field, at }) => (at === undefined ? [] : [{ field, at }]));
}

export type AudienceRecord = { contact: WantedContact; variables: Record<string, string> };

const OPTIONS = { defaultCountry: null, labelSeparator: /[,;]/ };
const VARIABLE = 'variables.';

/** Returns the contact and the message variables that a record describes. Skips empty cells. */
export function readAudienceRecord(cells: string[], columns: Column[]): AudienceRecord {
  const variables = filledCells(columns, cells).flatMap(({ field, value }) =>
    field.startsWith(VARIABLE) ? [[field.slice(VARIABLE.length), value] as const] : [],
  );
  return { contact: readContact(columns, cells, OPTIONS), variables: Object.fromEntries(variables) };
}
