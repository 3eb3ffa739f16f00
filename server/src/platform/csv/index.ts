export { HEADER_BYTES, MOST_COLUMNS, PART_BYTES } from './limits.ts';
export { delimiterOf, readHeader } from './read-header.ts';
export { type CsvLine, type CsvPage, type Delimiter, type Place, readPage } from './read-page.ts';
