import { isUtf8 } from 'node:buffer';
import { MOST_TEXT_CHARACTERS } from './limits.ts';
import { type CellSpan, endOfLine, MISPLACED, type Source, scanRecord } from './scan-record.ts';

export type Delimiter = ',' | ';' | '\t';

/** Where in a file to read on: the byte at which a line begins, and how many lines come before it. */
export type Place = { offset: number; line: number };

/** One line of a list with its number in the file, counted from 1, or why it cannot be read. */
export type CsvLine = { line: number; text: string } & ({ cells: string[] } | { reason: string });

/**
 * Some lines and where the next one begins. `error` says why the rest of the file cannot be read. `steps` is the work that was
 * done: how often a byte was looked at.
 */
export type CsvPage = { lines: CsvLine[]; next: Place; error: string | null; steps: number };

/** `columns`: how many cells a line must have; null where any number will do. */
export type CsvShape = { delimiter: Delimiter; columns: number | null };

/** A part of a file that begins at `from`. */
export type Part = { bytes: Buffer; isEnd: boolean; from: Place };

/** Empty lines are none of the lines that are asked for, but each takes time: a page ends after so many of both. */
const MOST_RECORDS = 100_000;

type Reading = { page: CsvPage; source: Source; from: Place; shape: CsvShape; at: number; oneLineUntil: number };

/**
 * Reads the lines of a part, `most` of them; a line that may go on beyond the part is left for the next page. A line that makes
 * no sense is refused alone, and reading goes on at the next line, so that one quote that was never closed cannot swallow the
 * people after it. No byte that a broken record reached is searched for the end of a quote again: until there, a line
 * is read by itself. So the work is linear, whatever the file holds.
 */
export function readPage({ bytes, isEnd, from }: Part, shape: CsvShape, most: number): CsvPage {
  const page: CsvPage = { lines: [], next: { ...from }, error: null, steps: 0 };
  const source = { bytes, isEnd, delimiter: shape.delimiter.charCodeAt(0) };
  const reading: Reading = { page, source, from, shape, at: 0, oneLineUntil: 0 };
  for (let i = 0; i < MOST_RECORDS && reading.at < bytes.length && page.lines.length < most; i++) if (!readLine(reading)) break;
  if (reading.at === 0 && !isEnd) page.error = `Line ${from.line + 1} is longer than a line of a list can be`;
  return page;
}

/** Reads one record or refuses one line; false where the part ends too early for either. */
function readLine(reading: Reading): boolean {
  const { page, source, shape, at } = reading;
  const scanned = scanRecord(source, at, at < reading.oneLineUntil);
  page.steps += scanned.seen - at;
  if (scanned.kind === 'cut_off') return false;
  reading.oneLineUntil = Math.max(reading.oneLineUntil, scanned.seen);
  if (scanned.kind === 'broken') return refuseLine(reading, scanned.reason);
  const { cells, next, lineBreaks } = scanned;
  const isWhole = shape.columns === null || cells.length === shape.columns || cells.every((cell) => isBlank(source, cell));
  if (!isWhole && lineBreaks > 1) return refuseLine(reading, MISPLACED);
  take(reading, cells, next, isWhole);
  moveTo(reading, next, Math.max(1, lineBreaks));
  return true;
}

/** Adds what one record says; a line without a single character is none. */
function take({ page, source, shape, at }: Reading, spans: CellSpan[], next: number, isWhole: boolean): void {
  const [first] = spans;
  if (spans.length === 1 && first && first.from === first.to && !first.isQuoted) return;
  const bytes = source.bytes.subarray(at, next);
  const line = page.next.line + 1;
  const text = shown(bytes);
  if (bytes.includes(0) || !isUtf8(bytes))
    page.lines.push({ line, text, reason: 'This line is not UTF-8; save the file as CSV UTF-8' });
  else if (!isWhole) page.lines.push({ line, text, reason: wrongNumber(spans.length, shape.columns) });
  else page.lines.push({ line, text, cells: spans.map((span) => textOf(source.bytes, span)) });
}

const wrongNumber = (cells: number, columns: number | null): string =>
  `This line has ${cells} cells, the first line of the file has ${columns}`;

const isBlank = ({ bytes }: Source, span: CellSpan): boolean => textOf(bytes, span).trim() === '';

/** Refuses the line that begins here, and no other. */
function refuseLine(reading: Reading, reason: string): boolean {
  const { page, source, at } = reading;
  const end = endOfLine(source, at);
  page.steps += (end ?? source.bytes.length) - at;
  if (end === undefined) return false;
  page.lines.push({ line: page.next.line + 1, text: shown(source.bytes.subarray(at, end)), reason });
  moveTo(reading, end, 1);
  return true;
}

function moveTo(reading: Reading, at: number, lines: number): void {
  const { page, from } = reading;
  reading.at = at;
  page.next = { offset: from.offset + at, line: page.next.line + lines };
}

const textOf = (bytes: Buffer, { from, to, isQuoted }: CellSpan): string => {
  const text = bytes.toString('utf8', from, to);
  return isQuoted ? text.replaceAll('""', '"') : text;
};

/** A cut may fall inside a character; what is left of it is replaced. */
const shown = (bytes: Buffer): string =>
  bytes
    .toString('utf8', 0, Math.min(bytes.length, 4 * MOST_TEXT_CHARACTERS))
    .replaceAll('\0', '\uFFFD')
    .trimEnd()
    .slice(0, MOST_TEXT_CHARACTERS)
    .toWellFormed();
