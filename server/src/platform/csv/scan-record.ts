import { MOST_CELL_BYTES, MOST_COLUMNS, MOST_RECORD_BYTES } from './limits.ts';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** Some bytes of a file; `isEnd` when the file has none after them. */
export type Source = { bytes: Buffer; isEnd: boolean; delimiter: number };

/** Where the text of a cell stands. Inside quotes, two quotes mean one. */
export type CellSpan = { from: number; to: number; isQuoted: boolean };

/** Why there is no record: it cannot be read, or it may go on behind the bytes at hand. */
type Failed = { kind: 'broken'; reason: string } | { kind: 'cut_off' };

/** A record that ends before `next`, or why there is none. Bytes before `seen` were looked at, each of them once. */
export type Scanned = { seen: number } & ({ kind: 'record'; cells: CellSpan[]; next: number; lineBreaks: number } | Failed);

type Scan = Source & { at: number; limit: number; isOneLine: boolean; pos: number; lineBreaks: number };

/**
 * Finds the cells of the record that begins at a place, among no more bytes than a record may have. With `isOneLine`, a quoted
 * cell that reaches the end of its line is broken. A quote in the middle of a cell is text, as people write it.
 */
export function scanRecord(source: Source, at: number, isOneLine: boolean): Scanned {
  const limit = Math.min(source.bytes.length, at + MOST_RECORD_BYTES);
  const scan: Scan = { ...source, at, limit, isOneLine, pos: at, lineBreaks: 0 };
  const cells: CellSpan[] = [];
  for (;;) {
    const cell = scanCell(scan);
    if ('kind' in cell) return { ...cell, seen: scan.pos };
    cells.push(cell);
    if (scan.bytes[scan.pos] !== scan.delimiter || scan.pos === scan.limit) break;
    if (cells.length === MOST_COLUMNS) return { ...broken(`This line has more than ${MOST_COLUMNS} cells`), seen: scan.pos };
    scan.pos++;
  }
  const next = afterLineBreak(source, scan.pos);
  if (next === undefined) return { kind: 'cut_off', seen: scan.pos };
  return { kind: 'record', cells, next, lineBreaks: scan.lineBreaks + (next > scan.pos ? 1 : 0), seen: next };
}

/** Moves to the delimiter or the line break behind the cell, or to the end of the file. */
function scanCell(scan: Scan): CellSpan | Failed {
  const start = scan.pos;
  const quoted = scan.bytes[start] === QUOTE ? scanQuoted(scan) : undefined;
  if (quoted && 'kind' in quoted) return quoted;
  while (scan.pos < scan.limit && !endsCell(scan, scan.pos)) scan.pos++;
  const isWhole = scan.pos < scan.limit || (scan.isEnd && scan.limit === scan.bytes.length);
  if (!isWhole) return atLimit(scan);
  const cell = quoted ?? { from: start, to: scan.pos, isQuoted: false };
  return cell.to - cell.from > MOST_CELL_BYTES ? broken(CELL_TOO_LONG) : cell;
}

/** Moves behind the closing quote. Where text follows it on the same line, the quotes are text too: undefined. */
function scanQuoted(scan: Scan): CellSpan | Failed | undefined {
  const { bytes, limit } = scan;
  const from = scan.pos + 1;
  const linesBefore = scan.lineBreaks;
  for (scan.pos = from; scan.pos < limit; scan.pos++) {
    const byte = bytes[scan.pos];
    if (byte === QUOTE && bytes[scan.pos + 1] === QUOTE) scan.pos++;
    else if (byte === QUOTE) break;
    else if (byte === LF || (byte === CR && bytes[scan.pos + 1] !== LF)) {
      if (scan.isOneLine) return broken(UNCLOSED);
      scan.lineBreaks++;
    }
  }
  if (scan.pos >= limit) return scan.isEnd && limit === bytes.length ? broken(UNCLOSED) : atLimit(scan);
  const to = scan.pos++;
  if (scan.pos === bytes.length && !scan.isEnd) return { kind: 'cut_off' };
  if (endsCell(scan, scan.pos)) return { from, to, isQuoted: true };
  return scan.lineBreaks > linesBefore ? broken(MISPLACED) : undefined;
}

function endsCell({ bytes, delimiter }: Source, pos: number): boolean {
  const byte = bytes[pos];
  return byte === undefined || byte === delimiter || byte === LF || byte === CR;
}

const atLimit = ({ limit, at }: Scan): Failed => (limit - at >= MOST_RECORD_BYTES ? broken(TOO_LONG) : { kind: 'cut_off' });

/** The place after the line break that stands here, if one does; undefined where the next byte decides and is not at hand. */
function afterLineBreak({ bytes, isEnd }: Source, pos: number): number | undefined {
  if (pos === bytes.length || bytes[pos] === LF) return Math.min(pos + 1, bytes.length);
  if (pos + 1 === bytes.length && !isEnd) return undefined;
  return pos + (bytes[pos + 1] === LF ? 2 : 1);
}

/** Where the line that goes on at a place ends, its line break included; undefined where that is not among the bytes at hand. */
export function endOfLine(source: Source, at: number): number | undefined {
  const { bytes, isEnd } = source;
  let pos = at;
  while (pos < bytes.length && bytes[pos] !== LF && bytes[pos] !== CR) pos++;
  return pos === bytes.length && !isEnd ? undefined : afterLineBreak(source, pos);
}

const broken = (reason: string): Failed => ({ kind: 'broken', reason });

const TOO_LONG = `This line is longer than ${MOST_RECORD_BYTES / 1024} KiB; is a quote not closed?`;
const CELL_TOO_LONG = `A cell of this line is longer than ${MOST_CELL_BYTES / 1024} KiB`;
const UNCLOSED = 'A quote is opened and never closed';
export const MISPLACED = 'A quote that is opened must be closed, and be followed by the next cell';
