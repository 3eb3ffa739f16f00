/** Spreadsheets execute cells that begin with these as formulas. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Returns a cell of a CSV file. A text that a spreadsheet would execute begins with an apostrophe. */
export const csvCell = (value: string): string =>
  NUMBER.test(value) ? value : `"${value.replace(FORMULA, "'$&").replaceAll('"', '""')}"`;

export const toCsv = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.map(csvCell).join(',')).join('\r\n');

/** Gives a text to the person as a CSV file. */
export function saveCsv(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
