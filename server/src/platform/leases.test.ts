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
