import type { CsvSource } from '../../platform/csv/index.ts';
import { type OpenFile, readBytes } from '../files/index.ts';

/** Returns a stored file as a source of the CSV reader. */
export const csvSourceOf = (opened: OpenFile): CsvSource => ({
  sizeBytes: opened.file.sizeBytes,
  read: (offset, maxBytes) => readBytes(opened, offset, maxBytes),
});
