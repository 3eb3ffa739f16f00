import { Mistake } from './mistake.ts';
import { createScanner, type Word } from './scanner.ts';

export const MOST_SORT_KEYS = 5;
const LONGEST_SORT = 500;

export type SortKey = { direction: 'asc' | 'desc'; field: Word };

/** Parses a sort order such as `desc(createdAt),asc(name)`. */
export function parseSort(text: string): SortKey[] {
  if (text.length > LONGEST_SORT) throw new Mistake(LONGEST_SORT, `sortBy has at most ${LONGEST_SORT} characters`);
  const scanner = createScanner(text);
  const keys: SortKey[] = [];
  do {
    if (keys.length > 0) scanner.take(',', 'the sort key');
    const direction = scanner.word('asc or desc');
    if (direction.text !== 'asc' && direction.text !== 'desc') {
      throw new Mistake(direction.at, `there is no direction ${direction.text}; write asc(field) or desc(field)`);
    }
    scanner.take('(', direction.text);
    const field = scanner.word('a field name');
    scanner.take(')', 'the field name');
    if (keys.some((key) => key.field.text === field.text)) throw new Mistake(field.at, `${field.text} is sorted by already`);
    if (keys.push({ direction: direction.text, field }) > MOST_SORT_KEYS) {
      throw new Mistake(direction.at, `at most ${MOST_SORT_KEYS} sort keys`);
    }
  } while (!scanner.atEnd());
  return keys;
}
