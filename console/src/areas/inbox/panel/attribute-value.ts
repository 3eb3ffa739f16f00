import type { types } from '@patchbay/sdk';

type Type = types.Attribute['type'];

/** Returns a value as people read it. */
export function shownValue(value: unknown, type: Type, locale: string): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value);
  if (typeof value === 'boolean') return value ? '✓' : '–';
  const date =
    (type === 'date' || type === 'datetime') && !Number.isNaN(Date.parse(textOf(value))) ? new Date(textOf(value)) : null;
  if (!date) return textOf(value);
  return type === 'date'
    ? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date)
    : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}

/** Returns a value as a text field has it. */
export function fieldValue(value: unknown, type: Type): string {
  if (value === null || value === undefined) return '';
  if (type === 'datetime') return localTime(textOf(value));
  return Array.isArray(value) ? value.join(', ') : textOf(value);
}

/** Returns what the API stores for the text of a field; null empties the attribute. */
export function storedValue(text: string, type: Type): unknown {
  const written = text.trim();
  if (written === '') return null;
  switch (type) {
    case 'number':
      return Number(written.replace(',', '.'));
    case 'boolean':
      return written === 'true';
    case 'datetime':
      return new Date(written).toISOString();
    case 'multi_select':
      return written
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean);
    default:
      return written;
  }
}

function localTime(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Values are texts, numbers, switches or lists of texts. */
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : JSON.stringify(value);
