import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClock } from './clock.ts';

test('what becomes due by moving the clock happens at once, in order; the rest waits', () => {
  const clock = createClock();
  const done: string[] = [];
  clock.after(20_000, () => done.push('later'));
  clock.after(10_000, () => done.push('sooner'));
  clock.after(90_000, () => done.push('much later'));
  const beforeMs = clock.now();
  clock.advance(30_000);
  assert.deepEqual(done, ['sooner', 'later']);
  assert.ok(clock.now() - beforeMs >= 30_000);
  clock.reset();
  clock.advance(90_000);
  assert.deepEqual(done, ['sooner', 'later']);
});
