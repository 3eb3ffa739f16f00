/** Limits of one CSV record. Real contact lists stay far below them. */
export const MAX_RECORD_BYTES = 64 * 1024;
export const MAX_CELL_BYTES = 32 * 1024;
export const MAX_COLUMNS = 1_000;
/** Holds a byte order mark, the longest first record and its line break. */
export const HEADER_BYTES = MAX_RECORD_BYTES + 8;
/** How much of a file one page reads. Bounds memory and time per page; a line that does not fit ends the import. */
export const CHUNK_BYTES = 1024 * 1024;
/** How much of a refused line is stored in the report. */
export const MAX_REPORTED_CHARACTERS = 2_000;
