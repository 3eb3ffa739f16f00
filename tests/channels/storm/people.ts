import type { Random } from '../../chaos/random.ts';

/** A contact who writes with a different address form in each message: a number in one of its formats, a user id, or both. */
export type Person = { name: string; names: Name[] };
export type Name = { waId: string | null; userId: string | null };

/**
 * Most have a number. Some also have a user id and do not always send the number; some have Brazilian numbers, with and without the ninth
 * digit. Each is one contact.
 */
export const makePeople = (random: Random, count: number): Person[] =>
  Array.from({ length: count }, (_, i) => ({ name: `Person ${i}`, names: namesOf(i, random.below(10)) }));

function namesOf(i: number, sort: number): Name[] {
  const waId = `1650${String(1_000_000 + i)}`;
  const userId = `US.${10_000_000_000 + i}`;
  if (sort === 0)
    return [
      { waId, userId },
      { waId: null, userId },
    ];
  if (sort === 1) {
    const end = String(80_000_000 + i);
    return [
      { waId: `5511${end}`, userId: null },
      { waId: `55119${end}`, userId: null },
    ];
  }
  return [{ waId, userId: null }];
}
