import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextTryMs } from './next-try.ts';

test('pauses double up to a minute and end', () => {
  assert.deepEqual([1, 2, 3, 7, 14].map(nextTryMs), [1_000, 2_000, 4_000, 60_000, 60_000]);
  assert.equal(nextTryMs(15), null);
});
