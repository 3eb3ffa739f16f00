import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawChart } from './chart.ts';
import { operations } from './operations.ts';
import { figuresOf } from './verdict.ts';

const [operation] = operations;
assert.ok(operation);
const row = (...medians: number[]) => ({ operation, figures: figuresOf(medians.map((ms) => [ms])), attempts: 1, isSlow: true });
const chart = (...medians: number[]) =>
  drawChart({ title: 'Chats & <messages>', axis: 'chats', note: 'a note', sizes: [10, 1_000], rows: [row(...medians)] });

const heights = (svg: string): number[] => [...svg.matchAll(/<circle [^>]*cy="([\d.]+)"/g)].map(([, y]) => Number(y));

test('a slope rises, a flat line does not', () => {
  const [low = 0, high = 0] = heights(chart(10, 100));
  assert.ok(high < low - 50);
  assert.equal(new Set(heights(chart(10, 10))).size, 1);
});

test('equal ratios have equal slopes', () => {
  const rise = ([low = 0, high = 0]: number[]) => (low - high).toFixed(0);
  const svg = drawChart({ title: '', axis: '', note: '', sizes: [1, 2], rows: [row(10, 20), row(40, 80)] });
  assert.equal(rise(heights(svg).slice(0, 2)), rise(heights(svg).slice(2)));
});

test('names, sizes, the ratio and what is too slow are written, and text is escaped', () => {
  const svg = chart(10, 100);
  for (const words of [
    'Chat read: 10.00 (limit 1.5), too slow',
    '>1,000<',
    'Chats &amp; &lt;messages>',
    'p99 in milliseconds',
    'a note',
  ])
    assert.ok(svg.includes(words), words);
});

test('times below a millisecond and above ten seconds stay inside', () => {
  for (const y of heights(chart(0.1, 30_000))) assert.ok(y >= 50 && y <= 340, String(y));
});
