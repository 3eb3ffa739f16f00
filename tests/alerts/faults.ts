import { rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { newId } from '../../server/src/platform/ids.ts';
import { send } from '../security/client.ts';
import type { Scene } from './scene.ts';

/** What goes wrong, the alerts that must fire then, and how it ends. */
export type Fault = { name: string; alerts: string[]; cause(scene: Scene): Promise<() => Promise<unknown>> };

const clock = { now: () => new Date() };

/** Adds jobs of a tenant that nobody knows, due since two hours. */
async function addOldJobs({ sql }: Scene, names: string[]): Promise<string> {
  const tenantId = newId(clock);
  for (const name of names)
    await sql(
      `insert into jobs (tenant_id, id, name, input, due_at, created_at)
       values ($1, $2, $3, '{}', now() - interval '2 hours', now())`,
      [tenantId, newId(clock), name],
    );
  return tenantId;
}

/** Repeats the work until it is stopped. */
function repeat(work: () => Promise<unknown>, everyMs = 200): () => Promise<void> {
  let stopping = false;
  const running = (async () => {
    while (!stopping) {
      await work().catch(() => undefined);
      await wait(everyMs);
    }
  })();
  return async () => {
    stopping = true;
    await running;
  };
}

export const faults: Fault[] = [
  {
    name: 'PostgreSQL is stopped',
    alerts: ['PatchbayErrorBudgetBurnsFast', 'PatchbayErrorBudgetBurnsSlowly'],
    async cause({ services: { postgresql } }) {
      await postgresql.kill();
      return () => postgresql.start();
    },
  },
  {
    name: 'the only worker is killed',
    alerts: ['PatchbayProcessDown', 'PatchbayNoWorker'],
    async cause({ kill, start }) {
      await kill('worker');
      return () => start('worker');
    },
  },
  {
    name: 'NATS is stopped while jobs wait',
    alerts: ['PatchbayNatsAway', 'PatchbayQueueAge', 'PatchbayInboundWaits', 'PatchbayWebhooksWait'],
    async cause(scene) {
      const { nats } = scene.services;
      await nats.kill();
      const tenantId = await addOldJobs(scene, ['wake_chat', 'process_inbound', 'deliver_webhook']);
      return async () => {
        await scene.sql('delete from jobs where tenant_id = $1', [tenantId]);
        await nats.start();
      };
    },
  },
  {
    name: 'Redis is stopped',
    alerts: ['PatchbayRedisAway'],
    async cause({ services: { redis } }) {
      await redis.kill();
      return () => redis.start();
    },
  },
  {
    name: 'the folder of the files is a file',
    alerts: ['PatchbayFileStoreAway'],
    async cause({ env, api }) {
      const folder = env.FILES_DIR ?? '';
      await rename(folder, `${folder}-aside`);
      await writeFile(folder, '');
      const form = '--form\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nHello\r\n--form--\r\n';
      const stop = repeat(() => send(api.baseUrl, { method: 'POST', path: '/v3/files', token: api.token, form }), 1_000);
      return async () => {
        await rm(folder);
        await rename(`${folder}-aside`, folder);
        await wait(12_000); // a process looks again after ten seconds
        await stop();
      };
    },
  },
  {
    name: 'a session holds a lock',
    alerts: ['PatchbayDatabaseBusy'],
    async cause({ services, api, contactId }) {
      const client = new Client({ connectionString: services.databaseUrl });
      client.on('error', () => undefined);
      await client.connect();
      await client.query('begin; lock table contacts in access exclusive mode');
      const read = () => send(api.baseUrl, { method: 'GET', path: `/v3/contacts/${contactId}`, token: api.token });
      const stop = repeat(() => Promise.all(Array.from({ length: 30 }, read)), 10);
      return async () => {
        await client.query('rollback');
        await client.end();
        await stop();
      };
    },
  },
  {
    name: 'a session leaves a transaction with a snapshot open',
    alerts: ['PatchbayOldSnapshot'],
    async cause({ services }) {
      const client = new Client({ connectionString: services.databaseUrl });
      client.on('error', () => undefined);
      await client.connect();
      await client.query('begin isolation level repeatable read');
      await client.query('select 1');
      return () => client.end();
    },
  },
  {
    name: 'a standby is gone, and its slot keeps the log',
    alerts: ['PatchbayReplicationLag'],
    async cause({ sql }) {
      await sql("select pg_create_physical_replication_slot('standby', true)");
      for (let n = 0; n < 70; n++) await sql("select pg_logical_emit_message(false, 'test', 'x'), pg_switch_wal()");
      return () => sql("select pg_drop_replication_slot('standby')");
    },
  },
  {
    name: 'a job has an input that no version can read',
    alerts: ['PatchbayJobsFailed'],
    async cause({ sql }) {
      const tenantId = newId(clock);
      await sql(
        `insert into jobs (tenant_id, id, name, input, due_at, created_at, failures, failing_since)
         values ($1, $2, 'import_audience', '{"unreadable":true}', now(), now(), 4, now() - interval '1 hour')`,
        [tenantId, newId(clock)],
      );
      return () => sql('delete from jobs where tenant_id = $1', [tenantId]);
    },
  },
  {
    name: 'the provider refuses',
    alerts: ['PatchbayProviderRefuses'],
    async cause({ line: { phone } }) {
      await phone.turn({ errorRate: 1 });
      return () => phone.turn({ errorRate: 0 });
    },
  },
  {
    name: 'callbacks have wrong signatures',
    alerts: ['PatchbayCallbacksRefused'],
    async cause({ api, line }) {
      const path = `/inbound/${line.channelId}`;
      return repeat(() => send(api.baseUrl, { method: 'POST', path, body: {}, headers: { 'x-twilio-signature': 'forged' } }));
    },
  },
  {
    name: 'the endpoint of the webhooks fails',
    alerts: ['PatchbayWebhooksFail'],
    async cause({ endpoint }) {
      endpoint.answerWith(500);
      return async () => endpoint.answerWith(200);
    },
  },
];
