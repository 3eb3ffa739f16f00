import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { Failure } from '../platform/errors.ts';
import { createDeparture } from './departure.ts';
import { createTenantShares } from './tenant-shares.ts';
import { connectionShare, timeLimits } from './work-limits.ts';

/** No test waits this long. */
const WAIT_MS = 120_000;

test('property: every share leaves connections for others, wherever the pool has more than one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 1_000 }), fc.constantFrom('read', 'write', 'search', 'bulk', 'job'), (pool, kind) => {
      const share = connectionShare(kind, pool);
      assert.ok(share >= 1 && share < pool, `${kind}: ${share} of ${pool}`);
      const { statementMs, lockMs, idleMs } = timeLimits(kind, 10_000);
      assert.ok(lockMs < statementMs && statementMs < idleMs);
    }),
  );
  assert.equal(connectionShare('read', 1), 1);
});

test('property: a tenant never holds more than its share, every waiter gets a turn, and no state remains', async () => {
  const command = fc.record({ tenantId: fc.constantFrom('a', 'b', 'c'), kind: fc.constantFrom('read', 'job') });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.array(command, { maxLength: 60 }), async (pool, wanted) => {
      const shares = createTenantShares(pool, WAIT_MS);
      const held = new Map<string, number>();
      const work = wanted.map(async ({ tenantId, kind }) => {
        await shares.acquire(tenantId, kind);
        const now = (held.get(tenantId) ?? 0) + 1;
        held.set(tenantId, now);
        assert.ok(now <= connectionShare('job', pool) || now <= connectionShare('read', pool));
        await tick();
        held.set(tenantId, (held.get(tenantId) ?? 0) - 1);
        shares.release(tenantId);
      });
      await Promise.all(work);
      assert.equal(shares.size(), 0);
    }),
    { numRuns: 50 },
  );
});

test('a full share of one tenant does not delay another, and requests leave connections for jobs', () => {
  const shares = createTenantShares(4, WAIT_MS);
  for (let i = 0; i < 2; i++) assert.equal(shares.acquire('loud', 'search'), undefined);
  assert.equal(shares.acquire('loud', 'job'), undefined);
  assert.equal(shares.acquire('other', 'read'), undefined);
});

test('a waiter fails after the longest wait; a caller that has left does not wait', async () => {
  const shares = createTenantShares(2, 200);
  const departure = createDeparture();
  assert.equal(shares.acquire('loud', 'read'), undefined);
  const [late, left] = [shares.acquire('loud', 'read'), shares.acquire('loud', 'search', departure)];
  departure.leave();
  await assert.rejects(left ?? Promise.resolve(), { key: 'service_unavailable' });
  await assert.rejects(late ?? Promise.resolve(), (error: Failure) => {
    assert.equal(error.key, 'too_many_queries');
    assert.equal(error.detail.headers?.['retry-after'], '1');
    return error instanceof Failure;
  });
  shares.release('loud');
  assert.equal(shares.acquire('loud', 'read'), undefined, 'callers that left hold no connection');
});

test('the queue of a tenant is bounded', async () => {
  const shares = createTenantShares(2, WAIT_MS);
  assert.equal(shares.acquire('loud', 'read'), undefined);
  const waiting = Array.from({ length: 2_000 }, () => shares.acquire('loud', 'read'));
  await assert.rejects(shares.acquire('loud', 'read') ?? Promise.resolve(), { key: 'too_many_queries' });
  for (const turn of waiting) {
    shares.release('loud');
    await turn;
  }
  shares.release('loud');
  assert.equal(shares.size(), 0);
});
