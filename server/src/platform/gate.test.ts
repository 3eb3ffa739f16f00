import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGate } from './gate.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('callers continue in their order, a few in each turn of the event loop', async () => {
  const turn = createGate(3);
  const passed: number[] = [];
  const all = Promise.all(Array.from({ length: 8 }, (_, n) => turn().then(() => passed.push(n))));
  const counts: number[] = [];
  while (passed.length < 8) {
    await nextTurn();
    counts.push(passed.length);
  }
  await all;
  assert.deepEqual(passed, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.ok(counts.length >= 3, `in ${counts.length} turns`);
  for (const [i, count] of counts.entries()) assert.ok(count - (counts[i - 1] ?? 0) <= 3, counts.join());
});

test('a caller continues in the next turn when no other caller waits', async () => {
  const turn = createGate(3);
  await turn();
  await turn();
});
