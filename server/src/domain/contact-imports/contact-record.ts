import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { WantedContact } from '../contacts/index.ts';

/** What a column of a contact import holds: a field of the contact, its labels, or an attribute. */
export type Target = 'firstName' | 'lastName' | 'phoneNumber' | 'email' | 'labels' | `attributes.${string}`;

/** Column name → what the column holds. */
export type Mapping = Record<string, Target>;

/** A column of a file that is read: its index in each record and what it holds. */
export type Column = { field: string; at: number };

const ATTRIBUTE = 'attributes.';

/** Returns the externalId of the attribute that a field names; undefined for other fields. */
export const attributeOf = (field: string): string | undefined =>
  field.startsWith(ATTRIBUTE) ? field.slice(ATTRIBUTE.length) : undefined;

/** Returns the mapped columns of a header. Uses a Map: `constructor` and `__proto__` are valid column names. */
export function columnsOf(header: string[], mapping: Mapping): Column[] {
  const fields = new Map<string, string>(Object.entries(mapping));
  return header.flatMap((name, at) => {
    const field = fields.get(name);
    return field === undefined ? [] : [{ field, at }];
  });
}

/** `defaultCountry`: the country of phone numbers in national format. `labelSeparator`: separates labels within one cell. */
type ReadOptions = { defaultCountry: string | null; labelSeparator: RegExp };

/** Returns the contact that a record describes. Skips empty cells, and fields that are not a contact's. */
export function readContact(columns: Column[], cells: string[], { defaultCountry, labelSeparator }: ReadOptions): WantedContact {
  const wanted: WantedContact = { firstName: null, lastName: null, phoneNumber: null, email: null, attributes: [], labels: [] };
  for (const { field, value } of filledCells(columns, cells)) {
    const externalId = attributeOf(field);
    if (externalId !== undefined) wanted.attributes.push({ externalId, value });
    else if (field === 'labels') wanted.labels.push(...value.split(labelSeparator).flatMap((name) => name.trim() || []));
    else if (field === 'phoneNumber') wanted.phoneNumber = toInternational(value, defaultCountry);
    else if (field === 'firstName' || field === 'lastName' || field === 'email') wanted[field] = value;
  }
  return wanted;
}

/** Returns the values of the mapped columns of a record, without empty ones. */
export const filledCells = (columns: Column[], cells: string[]): { field: string; value: string }[] =>
  columns.flatMap(({ field, at }) => {
    const value = cleanCell(cells[at] ?? '');
    return value === '' ? [] : [{ field, value }];
  });

/** Removes the ' that an export puts before a cell that a spreadsheet would evaluate. PostgreSQL stores neither NUL nor lone surrogates. */
const cleanCell = (cell: string): string =>
  cell
    .replaceAll('\0', '')
    .toWellFormed()
    .trim()
    .replace(/^'(?=[=+\-@])/, '');

/** Adds the country code to a number in national format. Leaves all other text as it is. */
function toInternational(text: string, country: string | null): string {
  if (country === null || /^\s*(\+|00)/.test(text)) return text;
  return parsePhoneNumberFromString(text, country as CountryCode)?.number ?? text;
}
