import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { Client } from 'pg';
import { loadConfig } from '../platform/config.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { openDatabase } from './database.ts';
import { maintainPartitions } from './partition-maintenance.ts';

const DAY_MS = 86_400_000;
const { url, drop } = await createTestDatabase();
const log = createLogger('silent');
const database = openDatabase(loadConfig({ DATABASE_URL: url }), log);
const owner = new Client({ connectionString: url });
await owner.connect();
after(async () => {
  await database.close();
  await owner.end();
  await drop();
});

const keepAll = { MESSAGE_RETENTION_DAYS: 0, EVENT_RETENTION_DAYS: 0, AUDIT_RETENTION_DAYS: 0, REQUEST_LOG_DAYS: 10_000 };
const upkeep = (at: Date, config = keepAll) =>
  maintainPartitions({ database, clock: { now: () => at }, log, metrics: createMetrics(), config });

/** The partition that a row with an id of this time would be in, or the error that says that there is none. */
const partitionAt = async (table: string, at: Date): Promise<string> => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and $2::uuid >= (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''(.*?)''\\)'))[1]::uuid
       and $2::uuid < (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''(.*?)''\\)'))[1]::uuid`,
    [table, newId({ now: () => at })],
  );
  return rows.map(({ name }) => name).join(' and ');
};

/** Close to a midnight of UTC, most of all those at which a month, a year or a leap day ends. */
const nearMidnight = fc
  .record({
    year: fc.integer({ min: 2031, max: 2036 }),
    month: fc.integer({ min: 0, max: 11 }),
    day: fc.constantFrom(1, 1, 1, 8, 29),
    ms: fc.constantFrom(-DAY_MS, -3_600_000, -1_000, -1, 0, 1, 1_000, 3_600_000),
  })
  .map(({ year, month, day, ms }) => new Date(Date.UTC(year, month, day) + ms));

test('on both sides of midnight every row has one partition: from a day behind to four weeks ahead', async () => {
  const offsets = [-DAY_MS, -1_000, -1, 0, 1, 1_000, DAY_MS - 1, DAY_MS, 7 * DAY_MS, 28 * DAY_MS];
  await fc.assert(
    fc.asyncProperty(nearMidnight, async (at) => {
      await upkeep(at);
      for (const ms of offsets) {
        const time = new Date(at.getTime() + ms);
        const day = time.toISOString().slice(0, 10).replaceAll('-', '');
        assert.equal(await partitionAt('request_log', time), `request_log_p${day}`, time.toISOString());
        assert.match(await partitionAt('audit_log', time), /^audit_log_p\d{8}$/, time.toISOString());
      }
    }),
    { seed: 6006, numRuns: 6 },
  );
});

test('the request log keeps at least the configured number of whole days, and at most one more', async () => {
  await fc.assert(
    fc.asyncProperty(nearMidnight, fc.integer({ min: 1, max: 5 }), async (at, days) => {
      for (let back = 8; back >= 0; back -= 4) await upkeep(new Date(at.getTime() - back * DAY_MS));
      await upkeep(at, { ...keepAll, REQUEST_LOG_DAYS: days });
      assert.notEqual(await partitionAt('request_log', new Date(at.getTime() - days * DAY_MS)), '', 'what may be asked for');
      assert.equal(await partitionAt('request_log', new Date(at.getTime() - (days + 1) * DAY_MS - 1)), '', 'what is too old');
    }),
    { seed: 6007, numRuns: 4 },
  );
});

test('dates are read only from the names of the table’s own partitions, with any query plan', async () => {
  await upkeep(new Date('2040-03-01T00:00:00Z'));
  await owner.query('create table invoices_99999999 (id integer primary key)');
  await owner.query(`create table audit_log_attic partition of audit_log
    for values from ('00000000-0000-0000-0000-000000000000') to ('00000000-0000-0000-0000-000000000001')`);
  await owner.query(
    'set enable_nestloop = off; set enable_mergejoin = off; set enable_indexscan = off; set enable_bitmapscan = off',
  );
  const before = await partitionAt('audit_log', new Date('2040-03-08T00:00:00Z'));
  await owner.query("select drop_partitions('audit_log', '2040-03-04T23:59:59.999Z')");
  assert.equal(await partitionAt('audit_log', new Date('2040-02-29T00:00:00Z')), 'audit_log_p20400227');
  await owner.query("select drop_partitions('audit_log', '2040-03-05T00:00:00Z')");
  assert.equal(await partitionAt('audit_log', new Date('2040-02-29T00:00:00Z')), '', 'the week before ended at this very moment');
  assert.equal(await partitionAt('audit_log', new Date('2040-03-08T00:00:00Z')), before);
  const { rows } = await owner.query(
    "select to_regclass('audit_log_attic') is not null as kept, to_regclass('invoices_99999999') is not null as other",
  );
  assert.deepEqual(rows, [{ kept: true, other: true }]);
});
