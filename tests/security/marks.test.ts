import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createFinder, SHORTEST_MARK } from './marks.ts';

/** Few letters, so that marks overlap, contain each other and share prefixes. */
const word = (minLength: number, maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), minLength, maxLength });

test('a finder finds the same marks as one search for each', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word(SHORTEST_MARK, 45), { maxLength: 30 }),
      fc.array(word(0, 60), { maxLength: 8 }),
      (marks, parts) => {
        const text = [...parts, ...marks.slice(0, 3)].join('');
        assert.deepEqual([...createFinder(marks)(text)].toSorted(), marks.filter((mark) => text.includes(mark)).toSorted());
      },
    ),
    { numRuns: 500 },
  );
});

test('a mark that is too short is refused', () => {
  assert.throws(() => createFinder(['1234567']), /too short/);
});
