import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { WantedContact } from '../contacts/index.ts';

/** What a column can be: a field of the contact, its labels, or one of its attributes. */
export type Target = 'firstName' | 'lastName' | 'phoneNumber' | 'email' | 'labels' | `attributes.${string}`;

/** Which column means what. */
export type Mapping = Record<string, Target>;

const ATTRIBUTE = 'attributes.';

/** The externalId of the attribute that a column is for, or nothing. */
export const attributeOf = (target: string): string | undefined =>
  target.startsWith(ATTRIBUTE) ? target.slice(ATTRIBUTE.length) : undefined;

/** What the column at each place is. Looked up in a map: `constructor` and `__proto__` are names of columns like any other. */
export function targetsOf(header: string[], mapping: Mapping): (Target | undefined)[] {
  const targets = new Map(Object.entries(mapping));
  return header.map((column) => targets.get(column));
}

/** What one line says of somebody. An empty cell says nothing. */
export function readLine(targets: (Target | undefined)[], cells: string[], country: string | null): WantedContact {
  const wanted: WantedContact = { firstName: null, lastName: null, phoneNumber: null, email: null, attributes: [], labels: [] };
  for (const [i, target] of targets.entries()) {
    const text = clean(cells[i] ?? '');
    if (target === undefined || text === '') continue;
    const externalId = attributeOf(target);
    if (externalId !== undefined) wanted.attributes.push({ externalId, value: text });
    else if (target === 'labels')
      wanted.labels.push(
        ...text
          .split(';')
          .map((name) => name.trim())
          .filter(Boolean),
      );
    else if (target === 'phoneNumber') wanted.phoneNumber = international(text, country);
    else wanted[target as 'firstName' | 'lastName' | 'email'] = text;
  }
  return wanted;
}

/** PostgreSQL keeps no NUL and no half characters. An export puts ' before what a spreadsheet would calculate; here it goes again. */
const clean = (cell: string): string =>
  cell
    .replaceAll('\0', '')
    .toWellFormed()
    .trim()
    .replace(/^'(?=[=+\-@])/, '');

/** A number that is written as at home gets the country's code; one that is written for the whole environment stays as it is. */
function international(text: string, country: string | null): string {
  if (country === null || /^\s*(\+|00)/.test(text)) return text;
  return parsePhoneNumberFromString(text, country as CountryCode)?.number ?? text;
}
