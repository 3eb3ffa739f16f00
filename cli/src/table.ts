import { cut, pad, padLeft, printable, widthOf } from './printable.ts';

export type Cell = string | number | null;
/** `flexible` columns are cut when the screen is narrow; the others never are, so that ids can be copied. */
export type Column = { title: string; align?: 'left' | 'right'; flexible?: boolean };

const GAP = '  ';
const LEAST_FLEXIBLE = 8;

/** Lines of a table with a heading, none wider than the screen where the flexible columns can give way. */
export function tableLines(columns: readonly Column[], rows: readonly Cell[][], screenColumns: number): string[] {
  const cells = rows.map((row) => columns.map((_, i) => printable(String(row[i] ?? '-'))));
  const natural = columns.map(({ title }, i) => Math.max(widthOf(title), ...cells.map((row) => widthOf(row[i] ?? ''))));
  const widths = narrowed(columns, natural, screenColumns - GAP.length * (columns.length - 1));
  const line = (row: readonly string[]): string =>
    columns
      .map((column, i) => aligned(column, row[i] ?? '', widths[i] ?? 0))
      .join(GAP)
      .trimEnd();
  return [line(columns.map(({ title }) => title.toUpperCase())), ...cells.map(line)];
}

const aligned = ({ align }: Column, text: string, width: number): string =>
  align === 'right' ? padLeft(text, width) : pad(cut(text, width), width);

/** Shortens the widest flexible column until the table fits. */
function narrowed(columns: readonly Column[], natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  const flexible = columns.flatMap((column, i) => (column.flexible ? [i] : []));
  const sum = () => widths.reduce((total, width) => total + width, 0);
  while (sum() > room) {
    const widest = flexible.reduce((best, i) => ((widths[i] ?? 0) > (widths[best] ?? 0) ? i : best), flexible[0] ?? -1);
    if (widest < 0 || (widths[widest] ?? 0) <= LEAST_FLEXIBLE) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
