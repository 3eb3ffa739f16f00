import { stringify } from 'csv-stringify/sync';
import type { Contact } from '../contacts/index.ts';
import { attributeOf } from './contact-record.ts';

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
 * Returns CSV text. Puts ' before a cell that starts with = + - or @, so that a spreadsheet does not evaluate a contact's name as a
 * formula. The import removes it again.
 */
export const toCsv = (records: string[][]): string => stringify(records, { escape_formulas: true, record_delimiter: '\r\n' });

export const toCells = (contact: Contact, columns: string[]): string[] =>
  columns.map((column) => textOf(cellValue(contact, column)));

function cellValue(contact: Contact, column: string): unknown {
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
