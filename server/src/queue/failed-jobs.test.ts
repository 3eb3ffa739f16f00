import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import sql from 'sql-template-tag';
import { z } from 'zod';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createContext, row, rows } from '../storage/context.ts';
import { openDatabase, openEnginePool } from '../storage/database.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { admin } from '../test-kit/server-process.ts';
import { until } from '../test-kit/until.ts';
import {
  complete,
  connectBroker,
  defineJob,
  enqueue,
  type FailingJob,
  type Job,
  loadJobs,
  schedule,
  signal,
  startSweep,
  startWorker,
  type Work,
} from './index.ts';

const testDatabase = await createTestDatabase();
const env = { DATABASE_URL: testDatabase.url, NATS_PREFIX: `test-${randomBytes(6).toString('hex')}-`, JOB_LEASE_SECONDS: '2' };
const config = loadConfig(env);
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

type Input = { n: number };

/** A kind with short waits. A job of it fails after three failures in a row unless the test says otherwise. */
const defineTestJob = (name: string, failAfter: Job['failAfter'] = { failures: 3, days: 0 }): Job<Input, 'unlimited'> =>
  defineJob({
    name,
    input: z.object({ n: z.number() }),
    retryAfterSeconds: [0.05],
    concurrencyLimit: 1,
    tenantLimit: 10,
    timers: 'unlimited',
    ...(failAfter && { failAfter }),
  });

/** Runs a worker and a sweep for one kind of job until the work is over. */
async function working(work: Work, act: () => Promise<unknown>, metrics = createMetrics()): Promise<void> {
  const worker = startWorker(deps, [work]);
  const sweep = startSweep({ ...deps, metrics, pool, jobs: [work.job], leaseMs: 30_000 });
  try {
    await act();
  } finally {
    await Promise.all([worker.stop(), sweep.stop()]);
  }
}

const stateOf = (id: string) =>
  row<{ failures: number; failedAt: Date | null; lane: string; lastError: string | null }>(
    ctx,
    sql`select failures, failed_at as "failedAt", lane, last_error as "lastError" from jobs where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );

const hasFailed = async (id: string): Promise<boolean> => Boolean((await stateOf(id))?.failedAt);

const listed = async (...args: string[]): Promise<FailingJob[]> => (await admin(env, 'jobs', 'list', '--json', ...args)).jobs;

test('a job that keeps failing is set to failed, frees its concurrency key, is listed and counted, and runs when it is retried', async () => {
  const job = defineTestJob('keeps_failing');
  const id = newId(systemClock);
  let isBroken = true;
  const ran: number[] = [];
  const work = {
    job: job as Job,
    concurrency: 5,
    transactional: async (_ctx: unknown, { n }: Input) => {
      if (n === 1 && isBroken) throw new Error('planted');
      ran.push(n);
    },
  } as Work;
  await working(work, async () => {
    await enqueue(ctx, job, { n: 1 }, { id, concurrencyKey: 'chat' });
    await enqueue(ctx, job, { n: 2 }, { concurrencyKey: 'chat' });
    await until(() => ran.length === 1);
    assert.deepEqual(ran, [2], 'the next job of the key started');
    assert.ok(await hasFailed(id));
  });

  const metrics = createMetrics();
  await working(
    work,
    async () => until(async () => /patchbay_jobs_failed\{job="keeps_failing"\} 1/.test(await metrics.text())),
    metrics,
  );

  const [found, ...others] = await listed('--job', 'keeps_failing');
  assert.equal(others.length, 0);
  assert.equal(found?.id, id);
  assert.deepEqual(
    [found?.state, found?.failures, found?.concurrencyKey, found?.lastError, found?.dueAt],
    ['failed', 3, 'chat', 'planted', null],
  );
  const shown = await admin(env, 'jobs', 'show', '--id', id, '--json');
  assert.deepEqual(shown.input, { n: 1 });

  isBroken = false;
  assert.match(await admin(env, 'jobs', 'retry', '--id', id), /retried: 1/);
  assert.equal((await stateOf(id))?.lane, 'chat', 'it has its concurrency key again');
  await working(work, () => until(async () => (await stateOf(id)) === undefined));
  assert.deepEqual(ran, [2, 1]);
  assert.deepEqual(await listed(), []);
});

test('admin jobs drop deletes a failed job, and no other', async () => {
  const job = defineTestJob('to_drop', { failures: 1, days: 0 });
  const [id, waiting] = [newId(systemClock), newId(systemClock)];
  await enqueue(ctx, job, { n: 2 }, { id: waiting, at: new Date(Date.now() + 3_600_000) });
  const transactional = () => Promise.reject(new Error('planted'));
  await working({ job: job as Job, concurrency: 5, transactional }, async () => {
    await enqueue(ctx, job, { n: 1 }, { id });
    await until(() => hasFailed(id));
  });
  await assert.rejects(admin(env, 'jobs', 'drop', '--id', waiting), /has not failed/);
  assert.match(await admin(env, 'jobs', 'drop', '--id', id), /dropped/);
  assert.equal(await stateOf(id), undefined);
  assert.ok(await stateOf(waiting));
});

test('a job whose input does not parse fails, whatever its kind; the handler never sees it', async () => {
  const job = defineTestJob('unreadable', 'never');
  const id = newId(systemClock);
  let calls = 0;
  const work: Work = { job: job as Job, concurrency: 5, transactional: async () => void calls++ };
  await working(work, async () => {
    await enqueue(ctx, job, { n: 'one' } as never, { id });
    await until(() => hasFailed(id));
  });
  const { failures, lastError } = (await stateOf(id)) ?? {};
  assert.deepEqual([failures, calls], [5, 0]);
  assert.match(lastError ?? '', /unreadable job does not match its schema/);
});

test('failures count in a row and over days; a kind with failAfter never is always retried', async () => {
  const slow = defineTestJob('fails_for_days', { failures: 2, days: 1 });
  const promised = defineTestJob('promised', 'never');
  const [slowId, promisedId] = [newId(systemClock), newId(systemClock)];
  const transactional = () => Promise.reject(new Error('planted'));
  await working({ job: promised as Job, concurrency: 5, transactional }, () =>
    working({ job: slow as Job, concurrency: 5, transactional }, async () => {
      await enqueue(ctx, slow, { n: 1 }, { id: slowId });
      await enqueue(ctx, promised, { n: 1 }, { id: promisedId });
      await until(async () => ((await stateOf(slowId))?.failures ?? 0) > 3 && ((await stateOf(promisedId))?.failures ?? 0) > 3);
      assert.deepEqual([await hasFailed(slowId), await hasFailed(promisedId)], [false, false]);
      const retrying = (await listed('--retrying')).filter(({ state }) => state === 'retrying').map(({ id }) => id);
      assert.deepEqual(new Set(retrying), new Set([slowId, promisedId]));
      const longAgo = new Date(Date.now() - 2 * 86_400_000);
      await rows(ctx, sql`update jobs set failing_since = ${longAgo} where tenant_id = ${ctx.tenantId}`);
      await until(() => hasFailed(slowId));
      assert.equal(await hasFailed(promisedId), false);
    }),
  );
});

test('an external job whose handler throws is set to failed; schedule and signal revive a failed job', async () => {
  const job = defineTestJob('external_failing', { failures: 2, days: 0 });
  const ids = [newId(systemClock), newId(systemClock)] as const;
  let isBroken = true;
  const work: Work = {
    job: job as Job,
    concurrency: 5,
    async external(ctx, refs, done) {
      const loaded = await loadJobs(ctx, job, refs);
      if (isBroken) throw new Error('planted');
      await complete(
        ctx,
        job,
        refs.filter(({ id }) => loaded.some((one) => one.id === id)),
      );
      refs.forEach(done);
    },
  };
  await working(work, async () => {
    for (const id of ids) await enqueue(ctx, job, { n: 1 }, { id });
    await until(async () => (await hasFailed(ids[0])) && (await hasFailed(ids[1])));
    isBroken = false;
    await schedule(ctx, job, { id: ids[0], input: { n: 2 } });
    assert.equal(await signal(ctx, job, ids[1], { n: 2 }), true);
    await until(async () => !(await stateOf(ids[0])) && !(await stateOf(ids[1])));
  });
});

test('a step that succeeds ends the count of failures of its job', async () => {
  const job = defineTestJob('steps', { failures: 3, days: 0 });
  const id = newId(systemClock);
  let calls = 0;
  const work = {
    job: job as Job,
    concurrency: 5,
    async stepwise(_ctx: unknown, { n }: Input) {
      calls++;
      if (calls % 3 !== 0) throw new Error('planted'); // each step fails twice
      return n < 3 ? { input: { n: n + 1 } } : undefined;
    },
  } as Work;
  await working(work, async () => {
    await enqueue(ctx, job, { n: 1 }, { id });
    await until(async () => (await stateOf(id)) === undefined);
  });
  assert.equal(calls, 9);
});
