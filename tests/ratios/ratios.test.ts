import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchCpu } from './cpu-use.ts';
import { median, medianInterval } from './median.ts';
import { comparePairs, type Side, summaryOf } from './pairs.ts';
import { nameOf } from './processes.ts';

const busyFor = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};

test('the interval of a median contains it and is narrow for equal values', () => {
  const values = [0.5, 0.61, 0.58, 0.7, 0.55, 0.6, 0.62, 0.59, 0.57, 0.66, 0.6, 0.64, 0.52, 0.6, 0.61];
  const { low, high } = medianInterval(values);
  assert.ok(low <= median(values) && median(values) <= high);
  assert.ok(low >= 0.5 && high <= 0.7 && high > low);
  assert.deepEqual(medianInterval([0.6, 0.6, 0.6]), { low: 0.6, high: 0.6 });
});

test('a load that slows both slices of a pair does not change the ratio', () => {
  const pairs = Array.from({ length: 15 }, (_, i) => {
    const load = 1 + (i % 5);
    return {
      bare: { perSecond: 1_000 / load, cpuMsPerUnit: 1 },
      ours: { perSecond: 600 / load, cpuMsPerUnit: 2 },
    };
  });
  const { ratio, ratioLow, ratioHigh, cpuRatio } = summaryOf(pairs);
  for (const one of [ratio, ratioLow, ratioHigh]) assert.equal(one.toFixed(6), '0.600000');
  assert.equal(cpuRatio, 0.5);
});

test('slices are as long as wanted, after the warm-up, and the sides take turns at going first', async () => {
  const order: string[] = [];
  const side = (name: string, perSecond: number): Side => ({
    async run(units) {
      order.push(`${name}:${units}`);
      return { units, seconds: units / perSecond };
    },
    cpuMs: async () => 0,
    pid: process.pid,
  });
  const sides = { bare: side('bare', 100), ours: side('ours', 50) };
  const { ratio } = await comparePairs({ sides, firstUnits: 10, databases: [] }, { pairs: 2, seconds: 2 });
  assert.equal(ratio, 0.5);
  const warmUp = ['bare:10', 'bare:200', 'ours:10', 'ours:100'];
  assert.deepEqual(order, [...warmUp, 'bare:200', 'ours:100', 'ours:100', 'bare:200']);
});

test("the benchmark's own CPU time is told apart from that of others", () => {
  const cpuUse = watchCpu([]);
  busyFor(300);
  const { own, services, other, stolen, idle } = cpuUse();
  assert.ok(own > 0.02, `own=${own}`);
  const sum = own + services + other + stolen + idle;
  assert.ok(sum > 0.8 && sum < 1.2, `the shares add up to ${sum}`);
});

test('processes are named by program, and Node.js processes by script', () => {
  assert.equal(nameOf('/usr/bin/node --test /srv/tools/tsc -p .', 'node'), 'node/tsc');
  assert.equal(nameOf('postgres: app shop 127.0.0.1(4000) idle', 'postgres'), 'postgres');
  assert.equal(nameOf('', 'kworker/0:1'), 'kworker01');
});
