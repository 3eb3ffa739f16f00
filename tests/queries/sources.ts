import { globSync, readFileSync } from 'node:fs';

/** The texts between the inserted values of one SQL template in the source. */
type Template = { file: string; parts: string[] };

/**
 * A statement that shares fewer characters with a template is not recognised by it: `select … from …` would match everything. Searches consist of such
 * small parts; they are recognised by the column that all of them have.
 */
const RECOGNISED_BY = 25;
const STARTS = /sql`|[`'](?=(?:select|insert|update|delete|with) )/g;

/** Reads the SQL templates of the server. Statements that only tests send are in none of them. */
export const readTemplates = (): Template[] =>
  globSync('server/src/**/*.ts', { exclude: ['**/*.test.ts', '**/test-kit/**'] }).flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(STARTS)].map((start) => ({ file, parts: partsAt(source, start.index + start[0].length) }));
  });

/** Returns the texts of the literal that begins here, up to its end. Values in between may contain templates themselves. */
export function partsAt(source: string, from: number): string[] {
  const quote = source[from - 1];
  const parts: string[] = [];
  let text = '';
  for (let at = from; at < source.length && source[at] !== quote; at++) {
    if (quote === '`' && source.startsWith('${', at)) {
      at = endOfValue(source, at + 2);
      parts.push(text);
      text = '';
    } else text += source[at];
  }
  parts.push(text);
  return parts.map(plain).filter(Boolean);
}

function endOfValue(source: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; at < source.length && depth > 0; at++) {
    if (source[at] === '{') depth++;
    if (source[at] === '}') depth--;
  }
  return at - 1;
}

const plain = (text: string): string => text.replace(/\\(.)/g, '$1').replace(/\s+/g, ' ').replace(/\$\d+/g, '$').trim();

/** Returns the file whose template a statement was made of, or undefined if it is not from the server. */
export function sourceOf(templates: readonly Template[], text: string): string | undefined {
  const wanted = plain(text);
  if (wanted.includes(' as sort_values')) return 'server/src/storage/search.ts';
  let best: { file: string; length: number } | undefined;
  for (const { file, parts } of templates) {
    const length = matchedLength(wanted, parts);
    if (length > (best?.length ?? RECOGNISED_BY)) best = { file, length };
  }
  return best?.file;
}

/** Returns how many characters of a template a statement contains, in order and from its beginning, or 0. */
function matchedLength(text: string, parts: string[]): number {
  if (parts[0] === undefined || !text.startsWith(parts[0])) return 0;
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return 0;
    at = found + part.length;
  }
  return parts.reduce((sum, part) => sum + part.length, 0);
}
