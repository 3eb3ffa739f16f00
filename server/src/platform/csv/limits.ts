/**
 * What a line of a CSV file may be. Lists of people stay far below; what is above them is no such list, or is meant to take
 * memory and time.
 */
export const MOST_RECORD_BYTES = 64 * 1024;
/** Enough of a file to hold its first line and a byte order mark, and to see that the line ends. */
export const HEADER_BYTES = MOST_RECORD_BYTES + 8;
export const MOST_CELL_BYTES = 32 * 1024;
export const MOST_COLUMNS = 1_000;
/** How much of a file one step reads: the bound on its memory and its time. A line that does not fit ends the reading. */
export const PART_BYTES = 1024 * 1024;
/** How much of a line is kept in a report about it. */
export const MOST_TEXT_CHARACTERS = 2_000;
