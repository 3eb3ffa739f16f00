import { isUtf8 } from 'node:buffer';
import { type CsvShape, type Delimiter, type Place, readPage } from './read-page.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export type CsvHeader = { cells: string[]; shape: CsvShape & { columns: number }; next: Place };

/**
 * Reads the first line of a file, which names its columns. Without a delimiter it is whichever that line has most of. Undefined:
 * this is no text, or its first line cannot be read.
 */
export function readHeader(start: Buffer, isEnd: boolean, delimiter?: Delimiter): CsvHeader | undefined {
  const offset = start.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  const bytes = start.subarray(offset);
  const first = firstLineOf(bytes);
  if (first.includes(0) || !isUtf8(first)) return undefined;
  const chosen = delimiter ?? delimiterOf(first.toString());
  const { lines, next } = readPage({ bytes, isEnd, from: { offset, line: 0 } }, { delimiter: chosen, columns: null }, 1);
  const [header] = lines;
  if (!header || 'reason' in header) return undefined;
  return { cells: header.cells, shape: { delimiter: chosen, columns: header.cells.length }, next };
}

/** Returns the first line that is not empty. */
function firstLineOf(bytes: Buffer): Buffer {
  const isBreak = (at: number) => bytes[at] === 0x0a || bytes[at] === 0x0d;
  let from = 0;
  while (isBreak(from)) from++;
  let to = from;
  while (to < bytes.length && !isBreak(to)) to++;
  return bytes.subarray(from, to);
}

/** Returns whether commas, semicolons or tabs part the cells: whichever the first line has most of outside quotes. */
export function delimiterOf(header: string): Delimiter {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of header) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const count = (delimiter: Delimiter) => counts.get(delimiter) ?? 0;
  return ([',', ';', '\t'] as const).reduce((best, next) => (count(next) > count(best) ? next : best));
}
