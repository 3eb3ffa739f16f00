import { CHUNK_BYTES, HEADER_BYTES } from './limits.ts';
import { type CsvHeader, parseHeader } from './parse-header.ts';
import { type CsvFormat, type CsvPage, type CsvPosition, type Delimiter, parsePage } from './parse-page.ts';

/** A file that can be read from any offset. `read` returns fewer bytes than asked for only at the end of the file. */
export type CsvSource = { sizeBytes: number; read(offset: number, maxBytes: number): Promise<Buffer> };

/**
 * Reads the first record of a file, which names its columns. Returns undefined if the file is not UTF-8 text or its first record
 * cannot be parsed. Without a delimiter, the most frequent one of the first line is used.
 */
export async function readCsvHeader(source: CsvSource, delimiter?: Delimiter): Promise<CsvHeader | undefined> {
  const start = await source.read(0, HEADER_BYTES);
  return parseHeader(start, start.length >= source.sizeBytes, delimiter);
}

export type PageRequest = { from: CsvPosition; format: CsvFormat; maxRecords: number };

/** Reads the next records of a file, from at most `CHUNK_BYTES` bytes. The caller stores `next` and continues there. */
export async function readCsvPage(source: CsvSource, { from, format, maxRecords }: PageRequest): Promise<CsvPage> {
  const bytes = await source.read(from.offset, CHUNK_BYTES);
  const isEnd = from.offset + bytes.length >= source.sizeBytes;
  return parsePage({ bytes, isEnd, from }, format, maxRecords);
}
