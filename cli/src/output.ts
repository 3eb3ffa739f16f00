import { type Paint, painter } from './colour.ts';
import type { Io } from './io.ts';
import { type Cell, type Column, tableLines } from './table.ts';

/** The result of a command goes to stdout, as text or as JSON; progress and notes go to stderr. */
export type Output = {
  isJson: boolean;
  paint: Paint;
  /** The result: one JSON document, or what `human` prints. */
  result(data: unknown, human: () => void): void;
  /** One of many results: one line of JSON, or a line for people. */
  event(data: unknown, human: () => string): void;
  line(text: string): void;
  table(columns: readonly Column[], rows: readonly Cell[][]): void;
  /** A remark for people; silent where a program listens. */
  note(text: string): void;
};

export function createOutput(io: Io, options: { json?: boolean; 'no-color'?: boolean }): Output {
  const isJson = options.json === true;
  const paint = painter(io.stdout, io.env, options['no-color']);
  const line = (text: string) => void io.stdout.write(`${text}\n`);
  return {
    isJson,
    paint,
    line,
    result: (data, human) => (isJson ? line(JSON.stringify(data)) : human()),
    event: (data, human) => line(isJson ? JSON.stringify(data) : human()),
    table(columns, rows) {
      const [heading = '', ...lines] = tableLines(columns, rows, io.stdout.isTTY ? io.stdout.columns : Number.POSITIVE_INFINITY);
      line(paint('bold', heading));
      for (const one of lines) line(one);
    },
    note: (text) => void (isJson || io.stderr.write(`${text}\n`)),
  };
}
