import type { types } from '@patchbay/sdk';

/** A piece of a text with placeholders. `path` is set for the value of one; `isEmpty`: the contact has none and there is no default. */
export type Part = { text: string; path: string | null; isEmpty: boolean };

const PLACEHOLDER = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;
const FIELDS = [
  'id',
  'firstName',
  'lastName',
  'fullName',
  'displayName',
  'phoneNumber',
  'email',
  'isSubscribed',
  'labels',
] as const;
const ROOTS = ['contact', 'variables', 'now'];

/** The fields that the menu of placeholders offers. */
export const contactFields = ['firstName', 'lastName', 'fullName', 'phoneNumber', 'email'] as const;

export type Values = { contact: Preview | null; variables: Readonly<Record<string, string>> };
export type Preview = Pick<
  types.Contact,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'fullName'
  | 'displayName'
  | 'phoneNumber'
  | 'email'
  | 'isSubscribed'
  | 'labels'
  | 'attributes'
>;

/** Returns the text as a contact reads it, in parts, by the rules of the server. */
export function renderParts(text: string, values: Values): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: whole, 1: path = '', 2: fallback = '', index } of text.matchAll(PLACEHOLDER)) {
    if (index > end) parts.push(plain(text.slice(end, index)));
    const value = valueAt(path.trim(), values) || fallback.trim();
    parts.push({ text: value || '…', path: path.trim(), isEmpty: value === '' });
    end = index + whole.length;
  }
  if (end < text.length) parts.push(plain(text.slice(end)));
  return parts;
}

const plain = (text: string): Part => ({ text, path: null, isEmpty: false });

function valueAt(path: string, { contact, variables }: Values): string {
  const [root = '', ...rest] = path.split('.');
  if (root === 'variables') return variables[rest.join('.')] ?? '';
  if (root === 'now') return new Date().toISOString();
  if (root !== 'contact' || !contact) return '';
  const [field = '', ...inside] = rest;
  if (field === 'attributes')
    return formatted(contact.attributes.find(({ externalId }) => externalId === inside.join('.'))?.value);
  if (field === 'labels') return contact.labels.map(({ name }) => name).join(', ');
  return formatted((contact as Record<string, unknown>)[field]);
}

const formatted = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(formatted).filter(Boolean).join(', ')
    : ['string', 'number', 'boolean'].includes(typeof value)
      ? String(value)
      : '';

/** Why a placeholder would be refused, or would be empty for everybody. */
export type Mistake =
  | { kind: 'unclosed' }
  | { kind: 'unknownRoot' | 'unknownField' | 'unknownAttribute' | 'unknownVariable' | 'invalid'; path: string };

export type Known = { attributes: readonly string[]; variables: readonly string[] };

/** Returns the mistakes in a text, each once. */
export function mistakesIn(text: string, known: Known): Mistake[] {
  const found = [...text.matchAll(PLACEHOLDER)].flatMap(({ 1: path = '' }) => mistakeOf(path.trim(), known) ?? []);
  const rest = text.replaceAll(PLACEHOLDER, '');
  const all: Mistake[] = rest.includes('{{') ? [...found, { kind: 'unclosed' }] : found;
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

function mistakeOf(path: string, { attributes, variables }: Known): Mistake | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_-]+)*$/.test(path)) return { kind: 'invalid', path };
  const [root = '', field, ...inside] = path.split('.');
  if (!ROOTS.includes(root)) return { kind: 'unknownRoot', path };
  if (root === 'now') return undefined;
  if (field === undefined) return { kind: 'unknownField', path };
  if (root === 'variables')
    return variables.includes([field, ...inside].join('.')) ? undefined : { kind: 'unknownVariable', path };
  if (field === 'attributes') return attributes.includes(inside.join('.')) ? undefined : { kind: 'unknownAttribute', path };
  return (FIELDS as readonly string[]).includes(field) ? undefined : { kind: 'unknownField', path };
}
