import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';

/** One line of a list with its number in the file, counted from 1, or why it cannot be read. */
export type CsvLine = { line: number; text: string } & ({ cells: string[] } | { reason: string });

/** Lines of a part of a file; `bytes` of it have been read, and the line after them has the number `nextLine`. */
export type CsvPage = { lines: CsvLine[]; bytes: number; nextLine: number };

export type CsvShape = { delimiter: string; columns: number };

const LONGEST_LINE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** Whether commas, semicolons or tabs part the cells: whichever the first line has most of. */
export function delimiterOf(header: string): string {
  const unquoted = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** The first line of a file: its cells, and where the lines after it begin. Undefined: this is no text, or no line. */
export function readHeader(start: Buffer): { cells: string[]; shape: CsvShape; bytes: number; nextLine: number } | undefined {
  const mark = start.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
  const newline = start.indexOf(NEWLINE);
  const first = start.subarray(mark, newline === -1 ? undefined : newline);
  if (first.length === 0 || first.includes(0) || !isUtf8(first)) return undefined;
  const delimiter = delimiterOf(first.toString());
  const [header] = recordsOf(start.subarray(mark), delimiter, 1).records;
  if (!header) return undefined;
  const { cells, bytes } = header;
  return {
    cells,
    shape: { delimiter, columns: cells.length },
    bytes: mark + bytes,
    nextLine: 1 + newlinesIn(start, mark, mark + bytes),
  };
}

/**
 * The next lines of a file, `most` at a time. `part` is what follows the place that was read last; where it is not the file's
 * end, a line that may go on beyond it is left for the next page. A line that makes no sense is refused alone: reading goes on
 * at the next one, so that one quote that was never closed cannot swallow the people after it.
 */
export function readPage(part: Buffer, isEnd: boolean, shape: CsvShape, firstLine: number, most: number): CsvPage {
  const page: CsvPage = { lines: [], bytes: 0, nextLine: firstLine };
  while (page.bytes < part.length && page.lines.length < most) {
    const rest = part.subarray(page.bytes);
    const { records, error } = recordsOf(rest, shape.delimiter, most - page.lines.length);
    let isBroken = error !== undefined;
    let at = 0;
    for (const { cells, bytes } of records) {
      if (bytes === rest.length && !isEnd && page.bytes + at > 0) return page;
      const isWhole = cells.length === shape.columns || cells.every((cell) => cell.trim() === '');
      if (!isWhole && newlinesIn(rest, at, bytes) > 1) {
        isBroken = true;
        break;
      }
      take(page, rest.subarray(at, bytes), cells, shape);
      at = bytes;
    }
    if (isBroken) {
      if (!isEnd && rest.length - at < LONGEST_LINE_BYTES) return page;
      refuseLine(page, rest.subarray(at), error ?? 'A quote that is opened must be closed, and be followed by the next cell');
    }
  }
  return page;
}

/** Adds what one record says; a line without a single cell filled is nobody. */
function take(page: CsvPage, bytes: Buffer, cells: string[], { columns }: CsvShape): void {
  const line = page.nextLine;
  page.nextLine += Math.max(1, newlinesIn(bytes, 0, bytes.length));
  page.bytes += bytes.length;
  if (cells.every((cell) => cell.trim() === '')) return;
  const text = shown(bytes);
  if (bytes.includes(0) || !isUtf8(bytes))
    page.lines.push({ line, text, reason: 'This line is not UTF-8; save the file as CSV UTF-8' });
  else if (cells.length !== columns)
    page.lines.push({ line, text, reason: `This line has ${cells.length} cells, the first line of the file has ${columns}` });
  else page.lines.push({ line, text, cells });
}

function refuseLine(page: CsvPage, rest: Buffer, reason: string): void {
  const newline = rest.indexOf(NEWLINE);
  const bytes = rest.subarray(0, newline === -1 ? rest.length : newline + 1);
  page.lines.push({ line: page.nextLine, text: shown(bytes), reason });
  page.nextLine += 1;
  page.bytes += bytes.length;
}

const LONGEST_SHOWN = 2_000;
const shown = (bytes: Buffer): string =>
  bytes.toString().replaceAll('\0', '\uFFFD').trimEnd().slice(0, LONGEST_SHOWN).toWellFormed();

function newlinesIn(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE, from); at !== -1 && at < to; at = bytes.indexOf(NEWLINE, at + 1)) count++;
  return count;
}

type CsvRecord = { cells: string[]; bytes: number };

/** The records up to the first one that cannot be read; `bytes` is where each ends. */
function recordsOf(bytes: Buffer, delimiter: string, most: number): { records: CsvRecord[]; error: string | undefined } {
  const records: CsvRecord[] = [];
  const keep = (cells: string[], info: { bytes: number }) => {
    records.push({ cells, bytes: info.bytes });
    return null; // kept here already
  };
  const options = { delimiter, relax_quotes: true, relax_column_count: true, record_delimiter: ['\r\n', '\n'] };
  try {
    parse(bytes, { ...options, max_record_size: LONGEST_LINE_BYTES, to: most, on_record: keep });
    return { records, error: undefined };
  } catch (error) {
    const isLong = (error as { code?: string }).code === 'CSV_MAX_RECORD_SIZE';
    const why = isLong ? 'This line is longer than 64 KiB; is a quote not closed?' : 'A quote is opened and never closed';
    return { records, error: why };
  }
}
