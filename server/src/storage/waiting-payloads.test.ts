import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { maintainPartitions } from './partition-maintenance.ts';

const database = await createTestDatabase();
const client = new Client({ connectionString: database.url });
await client.connect();
after(async () => {
  await client.end();
  await database.drop();
});

/** The database as the version before left it. */
async function undo(): Promise<void> {
  await client.query('drop table waiting_payloads');
  await client.query(`create index jobs_inbound on jobs (tenant_id, (input->>'channelId'), id) where name = 'process_inbound'`);
  await client.query(`delete from migrations where name = '0026_waiting_payloads.sql'`);
}

async function addPartitions(): Promise<void> {
  const config = loadConfig({ DATABASE_URL: database.url });
  const log = createLogger('silent');
  const opened = openDatabase(config, log);
  await maintainPartitions({ database: opened, clock: systemClock, log, config, metrics: createMetrics() });
  await opened.close();
}

test('migration 0026: one job per callback becomes one job per channel, and each callback is waiting', async () => {
  await addPartitions();
  await undo();
  const [tenantId, first, second] = Array.from({ length: 3 }, () => newId(systemClock));
  const payloads = [first, first, first, second].map((channelId) => ({ id: newId(systemClock), channelId }));
  for (const [i, { id, channelId }] of payloads.entries()) {
    const values = [tenantId, id, channelId];
    await client.query(
      `insert into inbound_payloads (tenant_id, id, channel_id, url, headers, body) values ($1, $2, $3, '', '{}', '')`,
      values,
    );
    if (i === 0) continue; // it was read
    await client.query(
      `insert into jobs (tenant_id, id, name, input, due_at, published_at, created_at)
       values ($1, $2, 'process_inbound', jsonb_build_object('channelId', $3::text), now(), now(), now())`,
      values,
    );
  }
  assert.deepEqual(await migrate(database.url), ['0026_waiting_payloads.sql']);
  const waiting = await client.query('select payload_id from waiting_payloads order by payload_id');
  assert.deepEqual(
    waiting.rows.map((row) => row.payload_id),
    payloads.slice(1).map(({ id }) => id),
  );
  const jobs = await client.query(`select lane, input, published_at from jobs where name = 'process_inbound' order by lane`);
  assert.deepEqual(
    jobs.rows,
    [first, second].map((channelId) => ({ lane: channelId, input: { channelId }, published_at: null })),
  );
});
