import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, type InfoRecord, parse } from 'csv-parse';

/** Where in a file to read on: the byte at which a line begins, and how many lines come before it. */
export type Place = { offset: number; line: number };

export type CsvLine = { line: number; cells: string[]; text: string };

/** Some lines, where the next begins, and why there are no more of them, if it is not that the file ends. */
export type CsvPage = { lines: CsvLine[]; next: Place; error: string | null };

export type Delimiter = ',' | ';' | '\t';

const LONGEST_LINE = 100_000;

type Parsed = { record: string[]; raw: string; info: InfoRecord };

export const noLines = (from: Place): CsvPage => ({ lines: [], next: from, error: null });

/** Not a failure: it makes the parser stop. */
const ENOUGH = new Error('enough lines');

/**
 * Reads at most so many lines of a CSV file from a place on, and hardly a byte more than they need: a file of any length is read
 * in little memory, and from where somebody else stopped. Where it breaks off, the lines before that are there.
 */
export async function readCsv(source: Readable, from: Place, delimiter: Delimiter, most: number): Promise<CsvPage> {
  const page = noLines(from);
  // Taken as they are parsed: a stream that fails forgets what it still holds.
  const take = ({ record, raw, info }: Parsed): null => {
    page.next = { offset: from.offset + info.bytes, line: from.line + info.lines };
    page.lines.push({ line: page.next.line, cells: record, text: raw.trim() });
    if (page.lines.length === most) throw ENOUGH;
    return null;
  };
  const parser = parse({
    bom: from.offset === 0,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    raw: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE,
    on_record: take as never,
  });
  try {
    await pipeline(source, parser.resume());
  } catch (error) {
    if (error === ENOUGH) return page;
    if (!(error instanceof CsvError)) throw error;
    page.error = `After line ${page.next.line} this is no CSV that can be read: ${error.message}`;
  }
  return page;
}
