import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { z } from 'zod';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { afterCommit, createContext, inTransaction } from '../storage/context.ts';
import { openDatabase, openEnginePool } from '../storage/database.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { until } from '../test-kit/until.ts';
import { connectBroker } from './broker.ts';
import { enqueue, enqueueMany } from './enqueue.ts';
import { defineJob, type Job } from './job.ts';
import { lostBefore, startSweep, sweepOnce } from './sweep.ts';
import { startWorker, type TransactionalHandler, type Work } from './worker.ts';

const testDatabase = await createTestDatabase();
const config = loadConfig({
  DATABASE_URL: testDatabase.url,
  NATS_PREFIX: `test-${randomBytes(6).toString('hex')}-`,
  JOB_LEASE_SECONDS: '2',
  NATS_SHARDS: '3',
});
const log = createLogger('silent');
const broker = connectBroker(config, log);
const deps = {
  database: openDatabase(config, log),
  broker,
  clock: systemClock,
  log,
  metrics: createMetrics(),
  notify: broker.publish,
};
const pool = openEnginePool(config, log);
const ctx = createContext(deps, newId(systemClock));

after(async () => {
  await broker.removeStreams();
  await Promise.all([broker.close(), deps.database.close(), pool.end()]);
  await testDatabase.drop();
});

const input = z.object({ n: z.number() });
const defineTestJob = (name: string, concurrencyLimit: number): Job<{ n: number }, 'unlimited'> =>
  defineJob({ name, input, retryAfterSeconds: [0.2], concurrencyLimit, tenantLimit: 1_000, timers: 'unlimited' });

const jobCount = async (name: string) =>
  Number((await pool.query('select count(*) from jobs where name = $1', [name])).rows[0].count);

/** A worker and a sweep for one job, stopped when the test is over. */
async function working(
  job: Job<{ n: number }>,
  handle: TransactionalHandler<{ n: number }>,
  work: () => Promise<void>,
): Promise<void> {
  const worker = startWorker(deps, [{ job, concurrency: 50, transactional: handle }]);
  const sweep = startSweep({ ...deps, pool, jobs: [job as Job], leaseMs: 30_000 });
  try {
    await work();
  } finally {
    await Promise.all([worker.stop(), sweep.stop()]);
  }
}

test('a job of a transaction that rolls back never was; one that commits runs once', async () => {
  const job = defineTestJob('commits', 10);
  const ran: number[] = [];
  await working(
    job,
    async (_ctx, { n }) => void ran.push(n),
    async () => {
      await assert.rejects(
        inTransaction(ctx, async (ctx) => {
          await enqueue(ctx, job, { n: 1 });
          throw new Error('no');
        }),
      );
      await inTransaction(ctx, (ctx) => enqueue(ctx, job, { n: 2 }));
      await until(() => ran.length > 0);
      await wait(200);
      assert.deepEqual(ran, [2]);
      assert.equal(await jobCount('commits'), 0);
    },
  );
});

test('a timer waits for its time', async () => {
  const job = defineTestJob('timer', 10);
  const ran: number[] = [];
  await working(
    job,
    async () => void ran.push(performance.now()),
    async () => {
      const startedAt = performance.now();
      await enqueue(ctx, job, { n: 1 }, { at: new Date(Date.now() + 1_000) });
      await until(() => ran.length === 1);
      const waited = (ran[0] ?? 0) - startedAt;
      assert.ok(waited >= 990 && waited < 60_000, `it waited ${waited} ms`);
    },
  );
});

test('what failed is tried again, and its effects of the failed try are gone', async () => {
  const job = defineTestJob('fails', 10);
  const tries: number[] = [];
  const handle: TransactionalHandler<{ n: number }> = async (ctx, { n }) => {
    tries.push(n);
    await enqueue(ctx, defineTestJob('effect', 10), { n }, { at: new Date(Date.now() + 3_600_000) });
    if (tries.length < 3) throw new Error('not yet');
  };
  await working(job, handle, async () => {
    await enqueue(ctx, job, { n: 7 });
    await until(async () => (await jobCount('fails')) === 0);
    assert.deepEqual(tries, [7, 7, 7]);
    assert.equal(await jobCount('effect'), 1);
  });
});

test('a concurrency limit of one keeps order and never has two under way', async () => {
  const job = defineTestJob('ordered', 1);
  const ran: number[] = [];
  let underWay = 0;
  let most = 0;
  const failOnce = new Set([3]);
  const handle: TransactionalHandler<{ n: number }> = async (_ctx, { n }) => {
    most = Math.max(most, ++underWay);
    await wait(5);
    underWay--;
    if (failOnce.delete(n)) throw new Error('once');
    ran.push(n);
  };
  await working(job, handle, async () => {
    for (let n = 0; n < 10; n++) await enqueue(ctx, job, { n }, { concurrencyKey: 'chat 1' });
    await until(() => ran.length === 10);
    assert.deepEqual(ran, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert.equal(most, 1);
  });
});

test('with a concurrency limit of one no job overtakes a job whose time was set by a clock that is ahead', async () => {
  const job = defineTestJob('skewed', 1);
  const ahead = createContext({ ...deps, clock: { now: () => new Date(Date.now() + 700) } }, ctx.tenantId);
  const ran: number[] = [];
  const handle: TransactionalHandler<{ n: number }> = async (_ctx, { n }) => {
    if (n === 0) {
      await enqueue(ahead, job, { n: 1 }, { concurrencyKey: 'a' });
      await enqueue(ctx, job, { n: 2 }, { concurrencyKey: 'a' });
    }
    ran.push(n);
  };
  await working(job, handle, async () => {
    await enqueue(ctx, job, { n: 0 }, { concurrencyKey: 'a' });
    await until(async () => (await jobCount('skewed')) === 0);
  });
  assert.deepEqual(ran, [0, 1, 2]);
});

test('a concurrency key has as many jobs published as its limit says, and the next when one ends', async () => {
  const job = defineTestJob('limited', 5);
  let underWay = 0;
  let most = 0;
  let ran = 0;
  const handle: TransactionalHandler<{ n: number }> = async () => {
    most = Math.max(most, ++underWay);
    await wait(10);
    underWay--;
    ran++;
  };
  await working(job, handle, async () => {
    await enqueueMany(
      ctx,
      job,
      Array.from({ length: 60 }, (_, n) => ({ input: { n }, concurrencyKey: 'endpoint' })),
    );
    await until(() => ran === 60);
    assert.ok(most <= 5, `${most} were under way`);
  });
});

test('what the broker lost is found by the sweep', async () => {
  const job = defineTestJob('lost', 10);
  const silent = createContext({ ...deps, notify: () => undefined }, ctx.tenantId);
  const inSeconds = (seconds: number) => {
    const at = new Date(Date.now() + seconds * 1_000);
    return { now: () => at };
  };
  const now = inSeconds(0);
  await enqueue(silent, job, { n: 1 }); // published, as far as the row knows
  const published: unknown[] = [];
  const counting = { ...broker, publish: (notices: unknown[]) => void published.push(...notices) };
  await broker.removeStreams();
  assert.equal(
    await sweepOnce({ ...deps, clock: now, broker: counting, pool, jobs: [job as Job], leaseMs: 30_000 }),
    0,
    'not before its time',
  );
  assert.equal(await sweepOnce({ ...deps, clock: inSeconds(5), broker: counting, pool, jobs: [job as Job], leaseMs: 30_000 }), 1);
  assert.equal(published.length, 1);
});

test("the queue's role sees the jobs of all tenants, and nothing else", async () => {
  await assert.rejects(pool.query('select * from contacts'), /permission denied/);
  await assert.rejects(pool.query('delete from jobs'), /permission denied/);
  assert.ok((await pool.query('select 1 from jobs')).rowCount);
});

test('lost is what is older than anything the broker still has, and in any case what is silent for four leases', () => {
  const now = new Date('2026-11-15T12:00:00.000Z');
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  assert.deepEqual(lostBefore(now, null, 30_000), ago(3), 'nothing pending: whatever had time to arrive');
  assert.deepEqual(lostBefore(now, ago(60), 30_000), ago(63));
  assert.deepEqual(lostBefore(now, ago(3_600), 30_000), ago(120));
});

test('jobs of a batch share transactions; one that fails does not fail the others, and none runs twice', async () => {
  const job = defineTestJob('together', 100);
  const effects: number[] = [];
  const shared: number[] = [];
  let faults = 1;
  const worker = startWorker(deps, [
    {
      job,
      concurrency: 50,
      transactional: async (ctx, { n }: { n: number }) => afterCommit(ctx, () => effects.push(n)),
      shared: {
        choose: async (_ctx, inputs: { n: number }[]) => inputs.map(({ n }) => n % 10 !== 0),
        async handle(ctx, inputs: { n: number }[]) {
          afterCommit(ctx, () => effects.push(...inputs.map(({ n }) => n)));
          if (faults-- > 0) throw new Error('once');
          shared.push(...inputs.map(({ n }) => n));
        },
      },
    } as Work,
  ]);
  const sweep = startSweep({ ...deps, pool, jobs: [job as Job], leaseMs: 30_000 });
  try {
    const wanted = Array.from({ length: 300 }, (_, n) => ({ input: { n }, concurrencyKey: 'all' }));
    await inTransaction(ctx, (ctx) => enqueueMany(ctx, job, wanted));
    await until(async () => (await jobCount('together')) === 0);
    await until(() => effects.length >= 300);
    assert.deepEqual(
      effects.toSorted((a, b) => a - b),
      Array.from({ length: 300 }, (_, n) => n),
    );
    assert.ok(shared.length > 100, `only ${shared.length} were done together`);
    assert.ok(!shared.some((n) => n % 10 === 0), 'one that wanted to be alone was not');
  } finally {
    await Promise.all([worker.stop(), sweep.stop()]);
  }
});

test('property: of jobs without a concurrency key, at once or with a time, a tenant never has more under way than its limit, and all are done', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat({ max: 600 }), { minLength: 1, maxLength: 25 }),
      async (tenantLimit, waits) => {
        const job = { ...defineTestJob(`loose-${newId(systemClock)}`, 1), tenantLimit };
        let [underWay, most, done] = [0, 0, 0];
        const handle: TransactionalHandler<{ n: number }> = async () => {
          most = Math.max(most, ++underWay);
          await wait(15);
          underWay--;
          done++;
        };
        await working(job, handle, async () => {
          // Jobs that are due now come first: enqueue and the sweep may count at the same time.
          const start = (waitMs: number, n: number) => {
            const at = waitMs > 300 ? { at: new Date(Date.now() + waitMs) } : {};
            return inTransaction(ctx, (ctx) => enqueue(ctx, job, { n }, at));
          };
          await Promise.all(waits.filter((waitMs) => waitMs <= 300).map(start));
          await Promise.all(waits.filter((waitMs) => waitMs > 300).map(start));
          await until(() => done === waits.length);
        });
        assert.equal(await jobCount(job.name), 0);
        assert.ok(most <= tenantLimit, `${most} at once, where ${tenantLimit} may be`);
      },
    ),
    { numRuns: 4 },
  );
});

test('a job without a concurrency key starts beside those of another tenant that has very many', async () => {
  const job = { ...defineTestJob('crowded', 1), tenantLimit: 2 };
  const other = createContext(deps, newId(systemClock));
  const ran: string[] = [];
  const handle: TransactionalHandler<{ n: number }> = async (ctx) => {
    await wait(50);
    ran.push(ctx.tenantId);
  };
  const worker = startWorker(deps, [{ job, concurrency: 4, transactional: handle }]);
  const sweep = startSweep({ ...deps, pool, jobs: [job as Job], leaseMs: 30_000 });
  const many = Array.from({ length: 60 }, (_, n) => ({ input: { n } }));
  await inTransaction(ctx, (ctx) => enqueueMany(ctx, job, many));
  await inTransaction(other, (ctx) => enqueue(ctx, job, { n: 0 }));
  const before = ran.length;
  await until(() => ran.length === 61);
  await Promise.all([worker.stop(), sweep.stop()]);
  assert.ok(ran.indexOf(other.tenantId) - before <= 8, `${ran.indexOf(other.tenantId) - before} of 60 came first`);
});

test('a job that fails in the concurrency key of its tenant waits for its time outside of it, and is done then', async () => {
  const job = { ...defineTestJob('failing', 1), tenantLimit: 1 };
  const failed = new Set<number>();
  const done: number[] = [];
  const handle: TransactionalHandler<{ n: number }> = async (_ctx, { n }) => {
    if (!failed.has(n)) {
      failed.add(n);
      throw new Error('the first time');
    }
    done.push(n);
  };
  await working(job, handle, async () => {
    await inTransaction(ctx, (ctx) =>
      enqueueMany(
        ctx,
        job,
        [0, 1, 2, 3].map((n) => ({ input: { n } })),
      ),
    );
    await until(() => done.length === 4);
  });
  assert.equal(await jobCount('failing'), 0);
});

test('timers count towards no limit until they are due', async () => {
  const job = { ...defineTestJob('timers', 1), tenantLimit: 1 };
  const at = new Date(Date.now() + 3_600_000);
  const timers = Array.from({ length: 1_000 }, (_, n) => ({ input: { n }, at }));
  const ran: number[] = [];
  await inTransaction(ctx, (ctx) => enqueueMany(ctx, job, timers));
  await working(
    job,
    async (_ctx, { n }) => void ran.push(n),
    async () => {
      await enqueue(ctx, job, { n: -1 });
      await until(() => ran.length === 1);
    },
  );
  assert.deepEqual(ran, [-1]);
  assert.equal(await jobCount('timers'), 1_000);
});
