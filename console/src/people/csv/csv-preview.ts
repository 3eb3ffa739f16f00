export type Delimiter = ',' | ';' | '\t';

/** The first rows of a CSV file, by the rules of the server: UTF-8, quotes doubled inside quotes, names in the first line. */
export type CsvPreview = { header: string[]; rows: string[][]; delimiter: Delimiter };

const delimiters: Delimiter[] = [',', ';', '\t'];

/** Reads the beginning of a file. `isWhole` is false if the text was cut: its last line is then left out. */
export function readPreview(text: string, isWhole: boolean, rowCount: number, delimiter = guessDelimiter(text)): CsvPreview {
  const lines = splitCsv(text.replace(/^\ufeff/, ''), delimiter, rowCount + 2);
  const complete = isWhole || lines.length > rowCount + 1 ? lines : lines.slice(0, -1);
  const [header = [], ...rows] = complete.filter((cells) => cells.length > 1 || cells[0]?.trim());
  return { header: header.map((cell) => cell.trim()), rows: rows.slice(0, rowCount), delimiter };
}

/** Returns the delimiter that splits the first line into most cells. */
export function guessDelimiter(text: string): Delimiter {
  const cellsWith = (delimiter: Delimiter) => splitCsv(text, delimiter, 1)[0]?.length ?? 0;
  return delimiters.reduce((best, one) => (cellsWith(one) > cellsWith(best) ? one : best));
}

function splitCsv(text: string, delimiter: Delimiter, most: number): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length && lines.length < most; i++) {
    const character = text[i];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') cell += text[++i];
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === delimiter || character === '\n') {
      cells.push(cell.replace(/\r$/, ''));
      cell = '';
      if (character === '\n') {
        lines.push(cells);
        cells = [];
      }
    } else cell += character;
  }
  if (lines.length < most && (cell !== '' || cells.length > 0)) lines.push([...cells, cell.replace(/\r$/, '')]);
  return lines;
}
