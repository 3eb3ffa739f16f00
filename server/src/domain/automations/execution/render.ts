import { type Data, valueAt } from '../../../platform/search/evaluate-filter.ts';

export const LONGEST_TEXT = 4_096;

/** Changes a value so that it stays a value where it is put; `at` is where its place begins in the text. */
export type Guard = (value: string, at: number) => string;

const PLACE = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;
const PATH = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_-]+)*$/;

/**
 * Puts values into the places of a text: {{contact.firstName|there}}. There is no logic and nothing runs: a place is looked
 * up once, and what it holds is never read as a text with places. A place that holds nothing shows what stands after the |.
 */
export function render(text: string, data: Data, most = LONGEST_TEXT, guard: Guard = asItIs): string {
  let rendered = '';
  let from = 0;
  for (const { 0: place, 1: path = '', 2: fallback = '', index } of text.matchAll(PLACE)) {
    const shown = cut(show(valueAt(data, path.trim())), most);
    rendered += text.slice(from, index) + (shown === '' ? fallback.trim() : guard(shown, index));
    from = index + place.length;
    if (rendered.length >= most) return cut(rendered, most);
  }
  return cut(rendered + text.slice(from), most);
}

/** What the places of a text name, such as contact.firstName. */
export const pathsIn = (text: string): string[] => [...text.matchAll(PLACE)].map(({ 1: path = '' }) => path.trim());

export const hasPlace = (text: string): boolean => text.search(PLACE) >= 0;

/** What is wrong with the places of a text, or nothing. */
export function checkText(text: string, roots: readonly string[]): string | undefined {
  let from = 0;
  for (const { 0: place, 1: path = '', index } of text.matchAll(PLACE)) {
    const mistake = checkGap(text, from, index) ?? checkPath(path.trim(), index, roots);
    if (mistake) return mistake;
    from = index + place.length;
  }
  return checkGap(text, from, text.length);
}

/** Inside the quotes of a JSON text. */
export const inJson: Guard = (value) => JSON.stringify(value).slice(1, -1);

/** In a URL a value is one part of it; only a URL that begins with a place is taken as it is. */
export const inUrl: Guard = (value, at) => {
  if (at === 0) return value;
  return /^\.{1,2}$/.test(value) ? '' : encodeURIComponent(value.toWellFormed());
};

/** A header is one line of plain characters. */
export const inHeader: Guard = (value) => value.replace(/[^ -~]/g, '?');

const asItIs: Guard = (value) => value;

function show(value: unknown): string {
  return Array.isArray(value)
    ? value
        .map(showOne)
        .filter((shown) => shown !== '')
        .join(', ')
    : showOne(value);
}

function showOne(value: unknown): string {
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

/** A character that takes two units is never cut in half. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

function checkGap(text: string, from: number, until: number): string | undefined {
  const open = text.slice(from, until).indexOf('{{');
  return open < 0
    ? undefined
    : `The place that begins at position ${from + open + 1} does not end; write it as {{contact.firstName}} or {{contact.firstName|there}}`;
}

function checkPath(path: string, index: number, roots: readonly string[]): string | undefined {
  const where = `The place at position ${index + 1}`;
  if (!PATH.test(path)) return `${where} names nothing; write names joined by dots, such as {{contact.firstName}}`;
  const [root = '', ...inside] = path.split('.');
  if (!roots.includes(root)) return `${where} names ${root}, which is not there; begin with one of ${roots.join(' ')}`;
  if (inside.length === 0 && root !== 'now')
    return `${where} names all of ${root}; say what of it, such as {{contact.firstName}} or {{variables.answer}}`;
  return undefined;
}
