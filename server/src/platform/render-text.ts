import { type Data, valueAt } from './search/evaluate-filter.ts';

export const MAX_TEXT_LENGTH = 4_096;

/** Escapes a value for the text around it. `index` is the position of the placeholder in the text. */
export type Escape = (value: string, index: number) => string;

const PLACEHOLDER = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;
const PATH = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_-]+)*$/;

/**
 * Replaces the placeholders of a text, such as {{contact.firstName|there}}, by their values. The text after the | is the
 * fallback for an empty value. A value is inserted as it is: placeholders inside a value are not replaced.
 */
export function renderText(text: string, data: Data, maxLength = MAX_TEXT_LENGTH, escapeValue: Escape = unchanged): string {
  let rendered = '';
  let from = 0;
  for (const { 0: placeholder, 1: path = '', 2: fallback = '', index } of text.matchAll(PLACEHOLDER)) {
    const value = truncate(format(valueAt(data, path.trim())), maxLength);
    rendered += text.slice(from, index) + (value === '' ? fallback.trim() : escapeValue(value, index));
    from = index + placeholder.length;
    if (rendered.length >= maxLength) return truncate(rendered, maxLength);
  }
  return truncate(rendered + text.slice(from), maxLength);
}

/** Returns the paths of all placeholders, such as contact.firstName. */
export const placeholderPaths = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(({ 1: path = '' }) => path.trim());

export const hasPlaceholder = (text: string): boolean => text.search(PLACEHOLDER) >= 0;

/** Returns the error of the first invalid placeholder, or undefined. Paths must begin with one of `roots`. */
export function placeholderError(text: string, roots: readonly string[]): string | undefined {
  let from = 0;
  for (const { 0: placeholder, 1: path = '', index } of text.matchAll(PLACEHOLDER)) {
    const error = unclosedError(text, from, index) ?? pathError(path.trim(), index, roots);
    if (error) return error;
    from = index + placeholder.length;
  }
  return unclosedError(text, from, text.length);
}

/** Escapes a value for a string inside a JSON text. */
export const escapeJson: Escape = (value) => JSON.stringify(value).slice(1, -1);

/** Escapes a value for one component of a URL. A placeholder at the start of the URL holds a base URL and is not escaped. */
export const escapeUrl: Escape = (value, index) => {
  if (index === 0) return value;
  return /^\.{1,2}$/.test(value) ? '' : encodeURIComponent(value.toWellFormed());
};

/** Replaces everything but printable ASCII, so that a value cannot end its header. */
export const escapeHeader: Escape = (value) => value.replace(/[^ -~]/g, '?');

const unchanged: Escape = (value) => value;

function format(value: unknown): string {
  return Array.isArray(value)
    ? value
        .map(formatOne)
        .filter((shown) => shown !== '')
        .join(', ')
    : formatOne(value);
}

function formatOne(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isFinite(value) ? String(value) : '';
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : '';
  }
}

/** Truncates a text without splitting a surrogate pair. */
function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = text.charCodeAt(maxLength - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? maxLength - 1 : maxLength);
}

function unclosedError(text: string, from: number, until: number): string | undefined {
  const open = text.slice(from, until).indexOf('{{');
  return open < 0
    ? undefined
    : `The placeholder at position ${from + open + 1} is not closed; write it as {{contact.firstName}} or {{contact.firstName|there}}`;
}

function pathError(path: string, index: number, roots: readonly string[]): string | undefined {
  const subject = `The placeholder at position ${index + 1}`;
  if (!PATH.test(path)) return `${subject} has no valid path; write names joined by dots, such as {{contact.firstName}}`;
  const [root = '', ...rest] = path.split('.');
  if (!roots.includes(root)) return `${subject} begins with ${root}, which does not exist; begin with one of ${roots.join(' ')}`;
  if (rest.length === 0 && root !== 'now')
    return `${subject} names all of ${root}; name one field, such as {{contact.firstName}} or {{variables.answer}}`;
  return undefined;
}
