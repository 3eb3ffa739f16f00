export { type CsvSource, readCsvHeader, readCsvPage } from './csv-source.ts';
export { MAX_COLUMNS } from './limits.ts';
export type { CsvPage, CsvPosition, CsvRecord, Delimiter } from './parse-page.ts';
