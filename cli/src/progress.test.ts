import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { widthOf } from './printable.ts';
import { barLine, count, deservesLine, duration, plainLine } from './progress.ts';

test('a bar shows counts, share, speed and what is left', () => {
  const line = barLine('Importing', { done: 1500, total: 3000, ratePerSecond: 100 }, 120);
  assert.equal(line, `Importing [${'█'.repeat(12)}${'░'.repeat(12)}] 1,500/3,000  50%  100/s  15 s left`);
  assert.equal(plainLine('Importing', { done: 7, total: null, note: 'planning' }), 'Importing 7  planning');
});

test('a bar never passes its end, is full only at the end, and fits the screen', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), fc.integer({ min: 2, max: 200 }), (done, total, columns) => {
      const whole = barLine('t', { done, total }, 500);
      const filled = whole.split('█').length - 1;
      assert.ok(filled <= 24 && (filled < 24 || done >= total));
      assert.ok(widthOf(barLine('t', { done, total }, columns)) < columns);
    }),
    { seed: 46 },
  );
});

test('a log gets a line per tenth, per ten seconds, and per new note', () => {
  const at = (done: number, atMs: number, note = '') => ({ done, total: 100, atMs, note });
  assert.equal(deservesLine(undefined, at(0, 0)), true);
  assert.equal(deservesLine(at(0, 0), at(9, 1)), false);
  assert.equal(deservesLine(at(0, 0), at(10, 1)), true);
  assert.equal(deservesLine(at(0, 0), at(1, 10_000)), true);
  assert.equal(deservesLine(at(5, 0), at(5, 60_000)), false);
  assert.equal(deservesLine(at(5, 0), at(5, 1, 'paused')), true);
});

test('numbers and times as people read them', () => {
  assert.deepEqual(
    [count(0), count(1234567), duration(59), duration(61), duration(3700)],
    ['0', '1,234,567', '59 s', '1 min 1 s', '1 h 1 min'],
  );
});
