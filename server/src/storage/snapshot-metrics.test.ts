import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { loadConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { openEnginePool } from './database.ts';
import { watchDatabase } from './database-metrics.ts';
import { createSnapshotAges } from './snapshot-metrics.ts';

const { url, drop } = await createTestDatabase();
const log = createLogger('silent');
const engine = openEnginePool(loadConfig({ DATABASE_URL: url }), log);
const metrics = createMetrics();
const watching = watchDatabase({ pool: engine, metrics, log, everyMs: 50 });
const [writer, holder] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
await Promise.all([writer.connect(), holder.connect()]);
after(async () => {
  await watching.stop();
  await Promise.all([writer.end(), holder.end(), engine.end()]);
  await drop();
});

/** Uses one transaction id, as every write does, and returns the age of the oldest snapshot by the metrics. */
async function writeAndRead(): Promise<number | undefined> {
  await writer.query('select pg_current_xact_id()');
  await wait(20);
  const [, seconds] = /^patchbay_oldest_snapshot_seconds (\S+)/m.exec(await metrics.text()) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

async function untilAge(isWanted: (seconds: number) => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; ; ) {
    const seconds = await writeAndRead();
    if (seconds !== undefined && isWanted(seconds)) return;
    if (Date.now() > end) assert.fail(`the oldest snapshot is ${seconds} seconds old`);
  }
}

/** Asserts that the age stays 0 while another session writes. Short snapshots of autovacuum are allowed. */
async function assertNoAge(): Promise<void> {
  await untilAge((seconds) => seconds === 0);
  const ages: number[] = [];
  for (const end = Date.now() + 1_500; Date.now() < end; ) ages.push((await writeAndRead()) ?? Number.NaN);
  assert.ok(Math.max(...ages) < 0.5, `a snapshot is ${Math.max(...ages)} seconds old`);
}

test('a repeatable read transaction that another role leaves open is seen with its age, until it ends', async () => {
  await untilAge((seconds) => seconds === 0);
  await holder.query('begin isolation level repeatable read');
  await holder.query('select 1');
  const { rows } = await engine.query("select 1 from pg_stat_activity where query = '<insufficient privilege>' limit 1");
  assert.equal(rows.length, 1, 'the role of the measurement sees no details of sessions of others');
  await untilAge((seconds) => seconds > 0.5);
  await holder.query('rollback');
  await untilAge((seconds) => seconds === 0);
});

test('a transaction that wrote and is left open is seen', async () => {
  await holder.query('begin');
  await holder.query('select pg_current_xact_id()');
  await untilAge((seconds) => seconds > 0.5);
  await holder.query('rollback');
  await untilAge((seconds) => seconds === 0);
});

test('sessions that keep no dead row are not seen: one that is idle, and one that only read and takes a new snapshot per statement', async () => {
  await assertNoAge();
  await holder.query('begin');
  await holder.query('select 1');
  await assertNoAge();
  await holder.query('rollback');
});

test('vacuum is not seen, although it has a snapshot', async () => {
  await holder.query('create table rows_to_vacuum with (autovacuum_enabled = false) as select generate_series(1, 50000)');
  await holder.query('delete from rows_to_vacuum');
  await holder.query('set vacuum_cost_delay = 100; set vacuum_cost_limit = 1');
  const vacuuming = holder.query('vacuum rows_to_vacuum').catch((error: { code?: string }) => error.code);
  const pids = async () =>
    (await writer.query<{ pid: number }>('select pid from pg_stat_progress_vacuum where datname = current_database()')).rows;
  for (const end = Date.now() + 10_000; (await pids()).length === 0; await wait(20))
    if (Date.now() > end) assert.fail('vacuum does not run');
  await assertNoAge();
  const { rows } = await writer.query(
    `select pg_cancel_backend(pid) from pg_stat_progress_vacuum join pg_stat_activity using (pid)
     where pg_stat_activity.datname = current_database() and backend_xmin is not null`,
  );
  assert.equal(rows.length, 1, 'it still runs, with a snapshot');
  assert.equal(await vacuuming, '57014');
});

test('the age counts from the first reading that found the id used', () => {
  const ageOf = createSnapshotAges();
  assert.equal(ageOf({ at: 1_000, next: 500, held: 0 }), 0);
  assert.equal(ageOf({ at: 1_015, next: 500, held: 0 }), 0, 'nothing was written');
  assert.equal(ageOf({ at: 1_030, next: 510, held: 10 }), 0);
  assert.equal(ageOf({ at: 1_045, next: 520, held: 20 }), 15);
  assert.equal(ageOf({ at: 1_060, next: 530, held: 15 }), 15, 'the oldest ended; the next one began between two readings');
  assert.equal(ageOf({ at: 1_075, next: 540, held: 0 }), 0);
});

test('a snapshot that is older than the first reading counts from there', () => {
  const ageOf = createSnapshotAges();
  assert.equal(ageOf({ at: 0, next: 1_000_000, held: 900_000 }), 0);
  assert.equal(ageOf({ at: 600, next: 1_100_000, held: 1_000_000 }), 600);
});

test('a snapshot of a day is counted to the end, in bounded memory', () => {
  const ageOf = createSnapshotAges();
  let age = 0;
  for (let n = 0; n <= 5_760; n++) age = ageOf({ at: 15 * n, next: 1_000 + n, held: 1 + n });
  assert.equal(age, 86_400);
});

test('after a restore of the database, ids of before do not count', () => {
  const ageOf = createSnapshotAges();
  ageOf({ at: 0, next: 5_000, held: 10 });
  assert.equal(ageOf({ at: 3_600, next: 3_000, held: 10 }), 0);
});
