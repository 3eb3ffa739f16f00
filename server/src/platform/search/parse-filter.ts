import { Mistake } from './mistake.ts';
import { createScanner, type Scanner, type Value, type Word } from './scanner.ts';

export const LONGEST_QUERY = 2_000;
export const MOST_LEVELS = 8;
export const MOST_NODES = 50;
/** Each contains or startsWith compares the text of every remaining row: with row-level security no index can be used. */
export const MOST_TEXT_MATCHES = 10;

const comparisons = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'startsWith'] as const;
export type Comparison = (typeof comparisons)[number];

export type Filter =
  | { fn: 'and' | 'or'; args: Filter[] }
  | { fn: 'not'; arg: Filter }
  | { fn: Comparison; field: Word; value: Value }
  | { fn: 'in'; field: Word; values: Value[] }
  | { fn: 'isNull'; field: Word };

/**
 * Parses a filter such as `and(eq(status,"active"),not(isNull(name)))`. Throws a Mistake with the position and the expected text. Fields are
 * words, or paths such as contact.attributes.plan. Conditions of automations use the same language.
 */
export function parseFilter(text: string, use: 'search' | 'condition' = 'search'): Filter {
  if (text.length > LONGEST_QUERY) throw new Mistake(LONGEST_QUERY, `a query has at most ${LONGEST_QUERY} characters`);
  const scanner = createScanner(text);
  const filter = readCall({ scanner, use, nodes: 0, textMatches: 0 }, 1);
  if (!scanner.atEnd()) throw new Mistake(scanner.at(), 'the query ends here; join several conditions with and(...) or or(...)');
  return filter;
}

type Reading = { scanner: Scanner; use: 'search' | 'condition'; nodes: number; textMatches: number };

function readCall(reading: Reading, level: number): Filter {
  const { scanner } = reading;
  const fn = scanner.word('a function (and or not eq ne gt gte lt lte in contains startsWith isNull)');
  if (level > MOST_LEVELS) throw new Mistake(fn.at, `a query has at most ${MOST_LEVELS} levels`);
  if (++reading.nodes > MOST_NODES) throw new Mistake(fn.at, `a query has at most ${MOST_NODES} functions`);
  scanner.take('(', fn.text);
  const filter = readArguments(reading, fn, level);
  scanner.take(')', 'the arguments');
  return filter;
}

function readArguments(reading: Reading, fn: Word, level: number): Filter {
  const { scanner } = reading;
  const name = fn.text;
  if (name === 'and' || name === 'or') return { fn: name, args: readList(scanner, () => readCall(reading, level + 1)) };
  if (name === 'not') return { fn: name, arg: readCall(reading, level + 1) };
  if (name !== 'in' && name !== 'isNull' && !isComparison(name)) {
    throw new Mistake(
      fn.at,
      `there is no function ${name}; there are and or not eq ne gt gte lt lte in contains startsWith isNull`,
    );
  }
  // Conditions of automations are evaluated in memory, for one contact.
  if (isTextMatch(name) && reading.use === 'search' && ++reading.textMatches > MOST_TEXT_MATCHES)
    throw new Mistake(
      fn.at,
      `a query has at most ${MOST_TEXT_MATCHES} of contains and startsWith; use eq or in where the whole text is known`,
    );
  const field = scanner.path('a field name');
  if (name === 'isNull') return { fn: name, field };
  scanner.take(',', 'the field name');
  if (name === 'in') return { fn: name, field, values: readList(scanner, () => scanner.value()) };
  return { fn: name, field, value: scanner.value() };
}

const isTextMatch = (name: string): boolean => name === 'contains' || name === 'startsWith';

const isComparison = (name: string): name is Comparison => (comparisons as readonly string[]).includes(name);

function readList<T>(scanner: Scanner, read: () => T): T[] {
  const items = [read()];
  while (scanner.sees(',')) {
    scanner.take(',', 'the item');
    items.push(read());
  }
  return items;
}
