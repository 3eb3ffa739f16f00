import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createByteBudget, type Release } from './byte-budget.ts';

test('property: no order of reserving and releasing exceeds the total or the share of a key, and all bytes are released', () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), bytes: fc.nat(60), releases: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const budget = createByteBudget({ totalBytes: 100, perKeyBytes: 50 });
      const held: { key: string; bytes: number; release: Release }[] = [];
      const usedBy = (key?: string) =>
        held.filter((one) => key === undefined || one.key === key).reduce((sum, { bytes }) => sum + bytes, 0);
      for (const { key, bytes, releases } of steps) {
        const fits = usedBy() + bytes <= 100 && usedBy(key) + bytes <= 50;
        const release = budget.reserve(key, bytes);
        assert.equal(release !== undefined, fits);
        if (release) held.push({ key, bytes, release });
        for (const { release } of held.splice(0, releases)) {
          release();
          release(); // the second time has no effect
        }
        assert.equal(budget.usedBytes(), usedBy());
      }
      for (const { release } of held) release();
      assert.equal(budget.usedBytes(), 0);
    }),
  );
});
