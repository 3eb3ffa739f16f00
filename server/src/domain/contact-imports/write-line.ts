import { stringify } from 'csv-stringify/sync';
import type { Contact } from '../contacts/index.ts';
import { attributeOf } from './read-line.ts';

export const exportColumns = [
  'id',
  'createdAt',
  'updatedAt',
  'firstName',
  'lastName',
  'displayName',
  'phoneNumber',
  'email',
  'isSubscribed',
  'labels',
] as const;

export const defaultColumns = ['id', 'firstName', 'lastName', 'phoneNumber', 'email', 'isSubscribed', 'labels', 'createdAt'];

/**
 * Lines of CSV. A cell that a spreadsheet would calculate, because it begins with = + - or @, gets ' before it, so that a name
 * somebody chose is never a formula on somebody else's machine.
 */
export const toLines = (cells: string[][]): string => stringify(cells, { escape_formulas: true, record_delimiter: '\r\n' });

export const toCells = (contact: Contact, columns: string[]): string[] =>
  columns.map((column) => textOf(cellOf(contact, column)));

function cellOf(contact: Contact, column: string): unknown {
  const externalId = attributeOf(column);
  if (externalId !== undefined) return contact.attributes.find((one) => one.externalId === externalId)?.value;
  if (column === 'labels') return contact.labels.map(({ name }) => name);
  return contact[column as Exclude<(typeof exportColumns)[number], 'labels'>];
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(';') : String(value as string | number | boolean);
}
