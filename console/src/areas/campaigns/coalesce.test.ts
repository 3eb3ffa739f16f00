import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coalesce } from './coalesce.ts';

test('of many changes in a second at most four are applied after the first, each the latest, and the last one always', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const applied: (number | undefined)[] = [];
  const changes = coalesce<number>((all) => applied.push(all.get('one')));
  for (let at = 0; at <= 1_000; at += 10) {
    changes.add('one', at);
    t.mock.timers.tick(10);
  }
  t.mock.timers.tick(1_000);
  assert.deepEqual([applied.length <= 6, applied[0], applied.at(-1)], [true, 0, 1_000]);
});

test('a change after a pause is applied at once; nothing is applied after the end', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const applied: number[] = [];
  const changes = coalesce<number>((all) => applied.push(...all.values()));
  changes.add('one', 1);
  t.mock.timers.tick(5_000);
  changes.add('one', 2);
  assert.deepEqual(applied, [1, 2]);
  changes.add('one', 3);
  changes.stop();
  t.mock.timers.tick(5_000);
  assert.deepEqual(applied, [1, 2]);
});
