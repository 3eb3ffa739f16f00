import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRegularly } from './stream-checks.ts';

const nextTurns = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

test('every stream is checked in each round until it is closed, those of a tenant in one turn', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const checked: string[] = [];
  const stops = ['a1', 'b1', 'a2'].map((name) => checkRegularly(name.slice(0, 1), () => checked.push(name)));
  t.mock.timers.tick(1_500);
  await nextTurns();
  assert.deepEqual(checked.splice(0), ['a1', 'a2', 'b1']);
  stops[0]?.();
  t.mock.timers.tick(1_500);
  await nextTurns();
  assert.deepEqual(checked.splice(0), ['a2', 'b1']);
  for (const stop of stops) stop();
  t.mock.timers.tick(1_500);
  await nextTurns();
  assert.deepEqual(checked, []);
});

test('a stream that is closed during a round is not checked any more', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const checked: string[] = [];
  const stops = [
    checkRegularly('a', () => {
      checked.push('first');
      stops[1]?.();
    }),
    checkRegularly('a', () => checked.push('second')),
  ];
  t.mock.timers.tick(1_500);
  await nextTurns();
  for (const stop of stops) stop();
  assert.deepEqual(checked, ['first']);
});
