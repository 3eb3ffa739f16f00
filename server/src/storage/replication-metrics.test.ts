import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'pg';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { watchDatabase } from './database-metrics.ts';

const { url, drop } = await createTestDatabase();
const pool = new Pool({ connectionString: url, max: 1 });
const metrics = createMetrics();
const watching = watchDatabase({ pool, metrics, log: createLogger('silent'), everyMs: 50 });
const slot = `patchbay_test_${randomBytes(4).toString('hex')}`;
const dropSlot = () =>
  pool.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [slot]);
after(async () => {
  await watching.stop();
  await dropSlot();
  await pool.end();
  await drop();
});

/** Waits until the metric of the slot has such a value. */
async function untilLag(isWanted: (bytes: number) => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; ; await wait(50)) {
    const [, bytes] =
      new RegExp(`^patchbay_replication_lag_bytes\\{slot="${slot}"\\} (\\d+)`, 'm').exec(await metrics.text()) ?? [];
    if (bytes !== undefined && isWanted(Number(bytes))) return;
    if (Date.now() > end) assert.fail(`the metric of the slot is ${bytes}`);
  }
}

test('a slot that keeps log is measured; after it was dropped, its value is 0', async () => {
  await pool.query('select pg_create_physical_replication_slot($1, true)', [slot]);
  await pool.query("select pg_logical_emit_message(false, 'test', repeat('x', 100000))");
  await untilLag((bytes) => bytes > 100_000);
  await dropSlot();
  await untilLag((bytes) => bytes === 0);
});
