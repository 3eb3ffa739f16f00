import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLeases } from './leases.ts';

test('while the store is unavailable, a process counts its own leases', async () => {
  const leases = createLeases({ scripts: { run: () => Promise.reject(new Error('away')) } });
  const held = [await leases.take('a', 2), await leases.take('a', 2)];
  assert.equal(await leases.take('a', 2), undefined);
  assert.ok(await leases.take('b', 1), 'another key has its own slots');
  held[0]?.release();
  assert.equal(await leases.count('a'), 1);
  assert.ok(await leases.take('a', 2));
});

test('the leases of a key are renewed together, 500 in a call, until they are released', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const renewed: string[][] = [];
  const run = async (_script: string, key: string, [verb, , , ...ids]: string[]) => {
    if (verb === 'renew') renewed.push([key, ...ids]);
    return 1;
  };
  const leases = createLeases({ scripts: { run } });
  const held = await Promise.all(Array.from({ length: 700 }, () => leases.take('a', 1_000)));
  t.mock.timers.tick(5_000);
  assert.deepEqual(
    renewed.map((call) => call.length - 1),
    [500, 200],
  );
  assert.equal(new Set(renewed.flat()).size, 701, 'every lease once, and the key');
  renewed.length = 0;
  for (const one of held.slice(1)) one?.release();
  t.mock.timers.tick(5_000);
  assert.deepEqual(
    renewed.map((call) => call.length - 1),
    [1],
  );
  held[0]?.release();
  t.mock.timers.tick(5_000);
  assert.equal(renewed.length, 1, 'nothing is renewed after the last release');
});
