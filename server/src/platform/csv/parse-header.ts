import { isUtf8 } from 'node:buffer';
import { type CsvFormat, type CsvPosition, type Delimiter, delimiters, parsePage } from './parse-page.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export type CsvHeader = { cells: string[]; format: CsvFormat & { columns: number }; next: CsvPosition };

/** Parses the first record. Returns undefined if the bytes are not UTF-8 text or the record cannot be parsed. */
export function parseHeader(start: Buffer, isEnd: boolean, delimiter?: Delimiter): CsvHeader | undefined {
  const offset = start.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  const bytes = start.subarray(offset);
  const firstLine = findFirstLine(bytes);
  if (firstLine.includes(0) || !isUtf8(firstLine)) return undefined;
  const chosen = delimiter ?? detectDelimiter(firstLine.toString());
  const { records, next } = parsePage({ bytes, isEnd, from: { offset, line: 0 } }, { delimiter: chosen, columns: null }, 1);
  const [header] = records;
  if (!header || 'reason' in header) return undefined;
  return { cells: header.cells, format: { delimiter: chosen, columns: header.cells.length }, next };
}

/** Returns the first line that is not empty. */
function findFirstLine(bytes: Buffer): Buffer {
  const isBreak = (at: number) => bytes[at] === 0x0a || bytes[at] === 0x0d;
  let from = 0;
  while (isBreak(from)) from++;
  let to = from;
  while (to < bytes.length && !isBreak(to)) to++;
  return bytes.subarray(from, to);
}

/** Returns the delimiter that occurs most often outside quotes; the comma if there is none. */
export function detectDelimiter(line: string): Delimiter {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const count = (delimiter: Delimiter) => counts.get(delimiter) ?? 0;
  return delimiters.reduce((best, next) => (count(next) > count(best) ? next : best));
}
