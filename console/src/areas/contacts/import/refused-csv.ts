type Refusal = { line: number; reason: string; text: string };

/** Spreadsheets execute cells that begin with these as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: string): string => `"${value.replace(FORMULA, "'$&").replaceAll('"', '""')}"`;

/** Writes refused lines as CSV: number, reason and the line as one cell. */
export const refusedCsv = (lines: readonly Refusal[]): string =>
  ['line,reason,text', ...lines.map(({ line, reason, text }) => `${line},${cell(reason)},${cell(text)}`)].join('\r\n');
