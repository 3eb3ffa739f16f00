/** The filter language of searches, as in the search guide: `and(eq(labelId,"…"),not(isNull(email)))`. */
export type Literal = string | number | boolean | null;

const comparisons = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'startsWith'] as const;
export type Comparison = (typeof comparisons)[number];

export type Filter =
  | { fn: 'and' | 'or'; args: Filter[] }
  | { fn: 'not'; arg: Filter }
  | { fn: Comparison; field: string; value: Literal }
  | { fn: 'in'; field: string; values: Literal[] }
  | { fn: 'isNull'; field: string };

/** A mistake in a filter. `position` counts characters from 1, as the server's messages do. */
export class FilterMistake extends Error {
  readonly position: number;
  readonly expected: string;
  constructor(position: number, expected: string) {
    super(`position ${position}: expected ${expected}`);
    this.position = position;
    this.expected = expected;
  }
}

export function printFilter(filter: Filter): string {
  switch (filter.fn) {
    case 'and':
    case 'or':
      return `${filter.fn}(${filter.args.map(printFilter).join(',')})`;
    case 'not':
      return `not(${printFilter(filter.arg)})`;
    case 'isNull':
      return `isNull(${filter.field})`;
    case 'in':
      return `in(${[filter.field, ...filter.values.map(printLiteral)].join(',')})`;
    default:
      return `${filter.fn}(${filter.field},${printLiteral(filter.value)})`;
  }
}

const printLiteral = (value: Literal): string => JSON.stringify(value);

const SPACE = /\s*/y;
const WORD = /[A-Za-z][A-Za-z0-9_]*/y;
const PATH = /[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_-]+)*/y;
const LITERAL = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Reader = { text: string; offset: number };

/** Parses a filter. Throws a FilterMistake. */
export function parseFilter(text: string): Filter {
  const reader = { text, offset: 0 };
  const filter = readCall(reader);
  skipSpace(reader);
  if (reader.offset < text.length) throw new FilterMistake(reader.offset + 1, 'the end');
  return filter;
}

function readCall(reader: Reader): Filter {
  const at = startOf(reader);
  const fn = read(reader, WORD, 'a function');
  take(reader, '(');
  const filter = readArguments(reader, fn, at);
  take(reader, ')');
  return filter;
}

function readArguments(reader: Reader, fn: string, at: number): Filter {
  if (fn === 'and' || fn === 'or') return { fn, args: readList(reader, () => readCall(reader)) };
  if (fn === 'not') return { fn, arg: readCall(reader) };
  if (fn !== 'in' && fn !== 'isNull' && !isComparison(fn))
    throw new FilterMistake(at, 'and, or, not, eq, ne, gt, gte, lt, lte, in, contains, startsWith or isNull');
  const field = read(reader, PATH, 'a field');
  if (fn === 'isNull') return { fn, field };
  take(reader, ',');
  if (fn === 'in') return { fn, field, values: readList(reader, () => readLiteral(reader)) };
  return { fn, field, value: readLiteral(reader) };
}

const isComparison = (name: string): name is Comparison => (comparisons as readonly string[]).includes(name);

function readList<T>(reader: Reader, readOne: () => T): T[] {
  const items = [readOne()];
  while (sees(reader, ',')) {
    take(reader, ',');
    items.push(readOne());
  }
  return items;
}

function readLiteral(reader: Reader): Literal {
  const at = startOf(reader);
  const found = read(reader, LITERAL, 'a value: "text", a number, true, false or null');
  try {
    return JSON.parse(found) as Literal;
  } catch {
    throw new FilterMistake(at, 'a text without control characters');
  }
}

function read(reader: Reader, pattern: RegExp, expected: string): string {
  const at = startOf(reader);
  const found = match(reader, pattern);
  if (found === undefined) throw new FilterMistake(at, expected);
  return found;
}

function match(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.offset;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.offset += found.length;
  return found;
}

const skipSpace = (reader: Reader): void => void match(reader, SPACE);

function startOf(reader: Reader): number {
  skipSpace(reader);
  return reader.offset + 1;
}

function sees(reader: Reader, mark: string): boolean {
  skipSpace(reader);
  return reader.text.startsWith(mark, reader.offset);
}

function take(reader: Reader, mark: string): void {
  if (!sees(reader, mark)) throw new FilterMistake(reader.offset + 1, `"${mark}"`);
  reader.offset += mark.length;
}
