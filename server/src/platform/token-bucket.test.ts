import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createLogger } from './logger.ts';
import { connectRedis } from './redis.ts';
import { createTokenBucket, shareOut, step } from './token-bucket.ts';

const redis = connectRedis('redis://127.0.0.1:6379', `test:${randomBytes(6).toString('hex')}:`, createLogger('silent'));
after(() => redis.close());
const ready = async () => {
  while (!redis.isReady()) await new Promise((resolve) => setTimeout(resolve, 10));
};

test('from several buckets together exactly the rate passes: the turns are a step apart', async () => {
  await ready();
  const now = new Date('2026-11-15T12:00:00.000Z');
  const clock = { now: () => now };
  const buckets = [1, 2, 3].map(() => createTokenBucket({ scripts: redis, clock }));
  const turns = await Promise.all(Array.from({ length: 150 }, (_, i) => (buckets[i % 3] as (typeof buckets)[0]).take('a', 80)));
  const waits = turns.map((turn) => turn.waitMs).toSorted((a, b) => a - b);
  assert.ok(turns.every((turn) => turn.taken));
  assert.equal(waits.filter((ms) => ms < 1000).length, 82, 'a second holds 80 turns and two that were not taken');
});

test('a caller that would wait too long takes no turn, and a pause delays all callers', async () => {
  await ready();
  const clock = { now: () => new Date('2026-11-15T12:00:00.000Z') };
  const bucket = createTokenBucket({ scripts: redis, clock });
  const turns = await Promise.all(Array.from({ length: 40 }, () => bucket.take('b', 10)));
  assert.equal(turns.filter((turn) => turn.taken).length, 21);
  await bucket.pause('c', 5_000);
  assert.deepEqual(await bucket.take('c', 10), { taken: false, waitMs: 5_000 });
});

test('while Redis is unavailable, each process limits on its own', async () => {
  const clock = { now: () => new Date('2026-11-15T12:00:00.000Z') };
  const bucket = createTokenBucket({ scripts: { run: () => Promise.reject(new Error('away')) }, clock });
  const turns = await Promise.all(Array.from({ length: 30 }, () => bucket.take('d', 10)));
  assert.equal(turns.filter((turn) => turn.taken).length, 21);
});

test('property: the script and the process decide alike', async () => {
  await ready();
  const moves = fc.array(
    fc.record({
      afterMs: fc.nat(500),
      stepMs: fc.nat(300),
      n: fc.integer({ min: 1, max: 20 }),
      pauseMs: fc.constantFrom(0, 0, 0, 700),
    }),
    {
      maxLength: 25,
    },
  );
  await fc.assert(
    fc.asyncProperty(moves, fc.uuid(), async (list, key) => {
      const local = new Map<string, number>();
      let now = 1_800_000_000_000;
      const shared = createTokenBucket({ scripts: redis, clock: { now: () => new Date(now) } });
      for (const { afterMs, stepMs, n, pauseMs } of list) {
        now += afterMs;
        const perSecond = 1000 / (stepMs + 1);
        const offset = step(local, 'k', now, { stepMs: 1000 / perSecond, n, pauseMs });
        if (pauseMs > 0) await shared.pause(key, pauseMs);
        else {
          const turns = await Promise.all(Array.from({ length: n }, () => shared.take(key, perSecond)));
          const expected = shareOut(offset, 1000 / perSecond, n);
          for (const [i, turn] of turns.entries()) {
            assert.equal(turn.taken, expected[i]?.taken);
            assert.ok(Math.abs(turn.waitMs - (expected[i]?.waitMs ?? 0)) <= 1);
          }
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('property: turns that are taken together are those that would be taken one after the other', () => {
  const start = fc.integer({ min: -100, max: 2_500 });
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 60 }), (from, stepMs, n) => {
      const now = 1_800_000_000_000;
      const [together, apart] = [new Map([['k', now + from]]), new Map([['k', now + from]])];
      const turns = shareOut(step(together, 'k', now, { stepMs, n, pauseMs: 0 }), stepMs, n);
      const single = () => shareOut(step(apart, 'k', now, { stepMs, n: 1, pauseMs: 0 }), stepMs, 1);
      assert.deepEqual(turns, Array.from({ length: n }, single).flat());
      assert.equal(together.get('k'), apart.get('k'));
    }),
  );
});
