import type { ContactSearch } from '../queries.ts';

/** The body of the search as the API takes it. */
export const toBody = ({ query, search, sortBy }: ContactSearch): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ query, search, sortBy }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

export const toJson = (search: ContactSearch): string => JSON.stringify(toBody(search), null, 2);

/** A command for a shell. Quotes inside the body are closed, escaped and opened again. */
export const toCurl = (origin: string, search: ContactSearch): string =>
  [
    `curl -s ${origin}/v3/contacts/search`,
    `  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json'`,
    `  -d '${JSON.stringify(toBody(search)).replaceAll("'", "'\\''")}'`,
  ].join(' \\\n');

export const toSdk = (search: ContactSearch): string =>
  `for await (const contact of patchbay.contacts.each(${JSON.stringify(toBody(search), null, 2)})) {\n  console.log(contact.id);\n}`;

export type Token = { kind: 'function' | 'string' | 'literal' | 'other'; text: string };

const TOKENS = /("(?:[^"\\]|\\.)*")|([A-Za-z]\w*)(?=\()|(-?\d+(?:\.\d+)?|\btrue\b|\bfalse\b|\bnull\b)/g;

/** Splits a filter for colours. */
export function highlight(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    if (match.index > end) tokens.push({ kind: 'other', text: text.slice(end, match.index) });
    const kind = match[1] === undefined ? (match[2] === undefined ? 'literal' : 'function') : 'string';
    tokens.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  return end < text.length ? [...tokens, { kind: 'other', text: text.slice(end) }] : tokens;
}
