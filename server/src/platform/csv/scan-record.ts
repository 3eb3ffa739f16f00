import { MAX_CELL_BYTES, MAX_COLUMNS, MAX_RECORD_BYTES } from './limits.ts';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** Some bytes of a file; `isEnd` when the file has none after them. */
export type Chunk = { bytes: Buffer; isEnd: boolean; delimiter: number };

/** The byte range of a cell's text. In a quoted cell, two quotes encode one. */
export type CellSpan = { from: number; to: number; isQuoted: boolean };

/** `incomplete`: the record may continue after the chunk. */
type NoRecord = { kind: 'invalid'; reason: string } | { kind: 'incomplete' };

/** A record that ends before `next`, or why there is none. Bytes before `seen` were examined once. */
export type Scanned = { seen: number } & ({ kind: 'record'; cells: CellSpan[]; next: number; lineBreaks: number } | NoRecord);

type Scan = Chunk & { start: number; limit: number; isSingleLine: boolean; pos: number; lineBreaks: number };

/**
 * Finds the cells of the record that starts at `start`, within `MAX_RECORD_BYTES`. With `isSingleLine`, a quoted cell that reaches
 * the end of its line is invalid. A quote in the middle of a cell is text: people write `5" pipe`.
 */
export function scanRecord(chunk: Chunk, start: number, isSingleLine: boolean): Scanned {
  const limit = Math.min(chunk.bytes.length, start + MAX_RECORD_BYTES);
  const scan: Scan = { ...chunk, start, limit, isSingleLine, pos: start, lineBreaks: 0 };
  const cells: CellSpan[] = [];
  for (;;) {
    const cell = scanCell(scan);
    if ('kind' in cell) return { ...cell, seen: scan.pos };
    cells.push(cell);
    if (scan.bytes[scan.pos] !== scan.delimiter || scan.pos === scan.limit) break;
    if (cells.length === MAX_COLUMNS) return { ...invalid(`This line has more than ${MAX_COLUMNS} cells`), seen: scan.pos };
    scan.pos++;
  }
  const next = afterLineBreak(chunk, scan.pos);
  if (next === undefined) return { kind: 'incomplete', seen: scan.pos };
  return { kind: 'record', cells, next, lineBreaks: scan.lineBreaks + (next > scan.pos ? 1 : 0), seen: next };
}

/** Scans to the delimiter or line break after the cell, or to the end of the file. */
function scanCell(scan: Scan): CellSpan | NoRecord {
  const start = scan.pos;
  const quoted = scan.bytes[start] === QUOTE ? scanQuoted(scan) : undefined;
  if (quoted && 'kind' in quoted) return quoted;
  while (scan.pos < scan.limit && !endsCell(scan, scan.pos)) scan.pos++;
  const isComplete = scan.pos < scan.limit || (scan.isEnd && scan.limit === scan.bytes.length);
  if (!isComplete) return atLimit(scan);
  const cell = quoted ?? { from: start, to: scan.pos, isQuoted: false };
  return cell.to - cell.from > MAX_CELL_BYTES ? invalid(CELL_TOO_LONG) : cell;
}

/** Scans past the closing quote. Returns undefined if text follows it on the same line: then the quotes are text too. */
function scanQuoted(scan: Scan): CellSpan | NoRecord | undefined {
  const { bytes, limit } = scan;
  const from = scan.pos + 1;
  const lineBreaksBefore = scan.lineBreaks;
  for (scan.pos = from; scan.pos < limit; scan.pos++) {
    const byte = bytes[scan.pos];
    if (byte === QUOTE && bytes[scan.pos + 1] === QUOTE) scan.pos++;
    else if (byte === QUOTE) break;
    else if (byte === LF || (byte === CR && bytes[scan.pos + 1] !== LF)) {
      if (scan.isSingleLine) return invalid(UNCLOSED);
      scan.lineBreaks++;
    }
  }
  if (scan.pos >= limit) return scan.isEnd && limit === bytes.length ? invalid(UNCLOSED) : atLimit(scan);
  const to = scan.pos++;
  if (scan.pos === bytes.length && !scan.isEnd) return { kind: 'incomplete' };
  if (endsCell(scan, scan.pos)) return { from, to, isQuoted: true };
  return scan.lineBreaks > lineBreaksBefore ? invalid(MISPLACED) : undefined;
}

function endsCell({ bytes, delimiter }: Chunk, pos: number): boolean {
  const byte = bytes[pos];
  return byte === undefined || byte === delimiter || byte === LF || byte === CR;
}

const atLimit = ({ limit, start }: Scan): NoRecord =>
  limit - start >= MAX_RECORD_BYTES ? invalid(TOO_LONG) : { kind: 'incomplete' };

/** Returns the offset after the line break at `pos`. Returns undefined after a CR at the end of the chunk: LF may follow. */
function afterLineBreak({ bytes, isEnd }: Chunk, pos: number): number | undefined {
  if (pos === bytes.length || bytes[pos] === LF) return Math.min(pos + 1, bytes.length);
  if (pos + 1 === bytes.length && !isEnd) return undefined;
  return pos + (bytes[pos + 1] === LF ? 2 : 1);
}

/** Returns the offset after the line that contains `at`, line break included; undefined if the chunk ends before it. */
export function endOfLine(chunk: Chunk, at: number): number | undefined {
  const { bytes, isEnd } = chunk;
  let pos = at;
  while (pos < bytes.length && bytes[pos] !== LF && bytes[pos] !== CR) pos++;
  return pos === bytes.length && !isEnd ? undefined : afterLineBreak(chunk, pos);
}

const invalid = (reason: string): NoRecord => ({ kind: 'invalid', reason });

const TOO_LONG = `This line is longer than ${MAX_RECORD_BYTES / 1024} KiB; is a quote not closed?`;
const CELL_TOO_LONG = `A cell of this line is longer than ${MAX_CELL_BYTES / 1024} KiB`;
const UNCLOSED = 'A quote is opened and never closed';
export const MISPLACED = 'A quote that is opened must be closed, and be followed by the next cell';
