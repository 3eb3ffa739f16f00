import { csvCell } from '../../../kit/csv.ts';

type Refusal = { line: number; reason: string; text: string };

/** Writes refused lines as CSV: number, reason and the line as one cell. */
export const refusedCsv = (lines: readonly Refusal[]): string =>
  ['line,reason,text', ...lines.map(({ line, reason, text }) => `${line},${csvCell(reason)},${csvCell(text)}`)].join('\r\n');
