import { isUtf8 } from 'node:buffer';
import { MAX_REPORTED_CHARACTERS } from './limits.ts';
import { type CellSpan, type Chunk, endOfLine, MISPLACED, scanRecord } from './scan-record.ts';

export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** A byte offset at which a record starts, and the number of lines before it. */
export type CsvPosition = { offset: number; line: number };

/** A record with the number of its first line, counted from 1: its cells, or why it was refused. */
export type CsvRecord = { line: number; text: string } & ({ cells: string[] } | { reason: string });

/**
 * Some records and the position of the next one. `isLast`: the file has no bytes after them. `error`: why the rest of the file cannot be
 * read. `steps`: how many bytes were examined, counted each time.
 */
export type CsvPage = { records: CsvRecord[]; next: CsvPosition; isLast: boolean; error: string | null; steps: number };

/** `columns`: how many cells a record must have; null accepts any number. */
export type CsvFormat = { delimiter: Delimiter; columns: number | null };

/** Consecutive bytes of a file, starting at `from`. `isEnd`: the file has none after them. */
export type FilePart = { bytes: Buffer; isEnd: boolean; from: CsvPosition };

/** Empty lines produce no record but take time. A page ends after this many lines of either kind. */
const MAX_SCANNED = 100_000;

type Parse = { page: CsvPage; chunk: Chunk; from: CsvPosition; format: CsvFormat; at: number; singleLineUntil: number };

/**
 * Parses up to `maxRecords` records. A record that may continue after the last byte is left for the next page. A record that cannot
 * be parsed refuses one line, and parsing continues at the next line, so an unclosed quote loses one record only. Up to the byte that a
 * failed record reached, quoted cells may not span lines; no byte is searched twice for a closing quote, so the work is linear.
 */
export function parsePage({ bytes, isEnd, from }: FilePart, format: CsvFormat, maxRecords: number): CsvPage {
  const page: CsvPage = { records: [], next: { ...from }, isLast: false, error: null, steps: 0 };
  const chunk = { bytes, isEnd, delimiter: format.delimiter.charCodeAt(0) };
  const parse: Parse = { page, chunk, from, format, at: 0, singleLineUntil: 0 };
  for (let i = 0; i < MAX_SCANNED && parse.at < bytes.length && page.records.length < maxRecords; i++)
    if (!parseNext(parse)) break;
  if (parse.at === 0 && !isEnd) page.error = `Line ${from.line + 1} is longer than a line of a list can be`;
  page.isLast = isEnd && parse.at >= bytes.length;
  return page;
}

/** Parses one record or refuses one line. Returns false if the chunk ends too early for either. */
function parseNext(parse: Parse): boolean {
  const { page, chunk, format, at } = parse;
  const scanned = scanRecord(chunk, at, at < parse.singleLineUntil);
  page.steps += scanned.seen - at;
  if (scanned.kind === 'incomplete') return false;
  parse.singleLineUntil = Math.max(parse.singleLineUntil, scanned.seen);
  if (scanned.kind === 'invalid') return refuseLine(parse, scanned.reason);
  const { cells, next, lineBreaks } = scanned;
  const hasAllColumns = format.columns === null || cells.length === format.columns || cells.every((cell) => isBlank(chunk, cell));
  if (!hasAllColumns && lineBreaks > 1) return refuseLine(parse, MISPLACED);
  addRecord(parse, cells, next, hasAllColumns);
  advance(parse, next, Math.max(1, lineBreaks));
  return true;
}

/** Adds a record to the page. An empty line is no record. */
function addRecord({ page, chunk, format, at }: Parse, spans: CellSpan[], next: number, hasAllColumns: boolean): void {
  const [first] = spans;
  if (spans.length === 1 && first && first.from === first.to && !first.isQuoted) return;
  const bytes = chunk.bytes.subarray(at, next);
  const line = page.next.line + 1;
  const text = reportedText(bytes);
  if (bytes.includes(0) || !isUtf8(bytes))
    page.records.push({ line, text, reason: 'This line is not UTF-8; save the file as CSV UTF-8' });
  else if (!hasAllColumns) page.records.push({ line, text, reason: wrongNumber(spans.length, format.columns) });
  else page.records.push({ line, text, cells: spans.map((span) => textOf(chunk.bytes, span)) });
}

const wrongNumber = (cells: number, columns: number | null): string =>
  `This line has ${cells} cells, the first line of the file has ${columns}`;

const isBlank = ({ bytes }: Chunk, span: CellSpan): boolean => textOf(bytes, span).trim() === '';

/** Refuses the line at the current offset. Returns false if the chunk ends before the line does. */
function refuseLine(parse: Parse, reason: string): boolean {
  const { page, chunk, at } = parse;
  const end = endOfLine(chunk, at);
  page.steps += (end ?? chunk.bytes.length) - at;
  if (end === undefined) return false;
  page.records.push({ line: page.next.line + 1, text: reportedText(chunk.bytes.subarray(at, end)), reason });
  advance(parse, end, 1);
  return true;
}

function advance(parse: Parse, at: number, lines: number): void {
  const { page, from } = parse;
  parse.at = at;
  page.next = { offset: from.offset + at, line: page.next.line + lines };
}

const textOf = (bytes: Buffer, { from, to, isQuoted }: CellSpan): string => {
  const text = bytes.toString('utf8', from, to);
  return isQuoted ? text.replaceAll('""', '"') : text;
};

/** Returns the start of a line for the report, as text that PostgreSQL can store: the cut may split a character. */
const reportedText = (bytes: Buffer): string =>
  bytes
    .toString('utf8', 0, Math.min(bytes.length, 4 * MAX_REPORTED_CHARACTERS))
    .replaceAll('\0', '\uFFFD')
    .trimEnd()
    .slice(0, MAX_REPORTED_CHARACTERS)
    .toWellFormed();
