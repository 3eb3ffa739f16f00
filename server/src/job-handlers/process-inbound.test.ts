import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { storePayloads } from '../domain/channels/index.ts';
import { newId } from '../platform/ids.ts';
import { cancel, enqueue, type Job, sweepOnce } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import { inTransaction, row, rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { startProcess } from '../test-kit/server-process.ts';
import { createInboundReader } from './process-inbound.ts';

const PATIENCE_MS = 120_000;
const LINE = { phoneNumberId: '1', wabaId: '2', accessToken: 'a', appSecret: 's', verifyToken: 'v' };

async function until<T>(what: () => Promise<T>): Promise<NonNullable<T>> {
  for (const end = Date.now() + PATIENCE_MS; ; await wait(25)) {
    const found = await what();
    if (found) return found;
    if (Date.now() > end) throw new Error('it did not happen in time');
  }
}

type Environment = Awaited<ReturnType<typeof given>>;

/** A WhatsApp number of a tenant, with functions that send to it and return the stored rows. */
async function givenLine(environment: Environment, { token, ctx }: Environment['tenant']) {
  const { body } = await environment.call('POST', '/v3/channels', token, { type: 'whatsapp', name: 'Line', settings: LINE });
  const channelId: string = body.data.id;
  const callback = (text: string, from: string) => {
    const message = {
      from,
      id: `wamid.${text}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: 'text',
      text: { body: text },
    };
    const value = { metadata: { phone_number_id: LINE.phoneNumberId }, messages: [message] };
    return JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: LINE.wabaId, changes: [{ field: 'messages', value }] }],
    });
  };
  const write = async (text: string, from = '15550001111', baseUrl = environment.baseUrl) => {
    const body = callback(text, from);
    const signature = `sha256=${createHmac('sha256', LINE.appSecret).update(body).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
    const { status } = await fetch(`${baseUrl}/inbound/${channelId}`, { method: 'POST', headers, body });
    assert.equal(status, 200);
  };
  const count = async (table: ReturnType<typeof sql>) =>
    (await row<{ n: number }>(ctx, sql`select count(*)::int as n from ${table} t where tenant_id = ${ctx.tenantId}`))?.n ?? 0;
  return {
    channelId,
    ctx,
    write,
    callback,
    readers: () => count(sql`(select * from jobs where name = 'process_inbound')`),
    waiting: () => count(sql`waiting_payloads`),
    stored: () => count(sql`messages`),
    texts: async () =>
      (await rows<{ text: string }>(ctx, sql`select text from messages where tenant_id = ${ctx.tenantId} order by id`)).map(
        (one) => one.text,
      ),
  };
}

test('a thousand callbacks of one channel are read by few jobs; another tenant is read meanwhile', async () => {
  const environment = await given();
  const busy = await givenLine(environment, environment.tenant);
  const other = await givenLine(environment, environment.otherTenant);
  let mostReaders = 0;
  for (let first = 0; first < 1_000; first += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, i) => busy.write(`${first + i}`, `1555000${first + i}`)));
    mostReaders = Math.max(mostReaders, await busy.readers());
    if (first === 500) await other.write('hello');
  }
  await until(async () => (await other.stored()) === 1);
  await until(async () => (await busy.stored()) === 1_000);
  await until(async () => (await busy.readers()) + (await busy.waiting()) === 0);
  assert.ok(mostReaders <= 2, `${mostReaders} jobs at once`);
});

test('what one person writes stays in order', async () => {
  const environment = await given();
  const line = await givenLine(environment, environment.tenant);
  const written = Array.from({ length: 60 }, (_, i) => `text ${i}`);
  for (const text of written) await line.write(text);
  await until(async () => (await line.stored()) === written.length);
  assert.deepEqual(await line.texts(), written);
});

const LEASE = { JOB_LEASE_SECONDS: '2' };

/** A server of its own whose workers are stopped; it is started again once. */
async function givenStopped() {
  const environment = await given(LEASE);
  await environment.app.background?.stop();
  return { ...environment, startWorkers: async () => environment.app.background?.start() };
}

/** A channel with a job under way that no worker knows of, while none works. */
async function givenReader() {
  const environment = await givenStopped();
  const line = await givenLine(environment, environment.tenant);
  const id = newId(environment.clock);
  const silent = { ...line.ctx, notify: () => undefined };
  await enqueue(silent, jobs.processInbound, { channelId: line.channelId }, { id, concurrencyKey: line.channelId });
  return { ...environment, ...line, reader: { tenantId: environment.tenant.id, id, attempt: 1 } };
}

test('a reader that fails leaves its job, which reads everything later', async () => {
  const line = await givenReader();
  await line.write('first');
  await line.write('second');
  assert.equal(await line.readers(), 2, 'one is under way, one waits for both');
  const broken = createInboundReader({
    connector: { open: () => Promise.reject(new Error('planted')) } as never,
    parsers: undefined as never,
  });
  const done: string[] = [];
  await broken(line.ctx, [line.reader], (ref) => done.push(ref.id));
  assert.deepEqual(done, [line.reader.id], 'it has its next time');
  assert.deepEqual([await line.readers(), await line.waiting()], [2, 2]);
  await line.startWorkers();
  await until(async () => (await line.stored()) === 2);
  await until(async () => (await line.readers()) + (await line.waiting()) === 0);
});

test('a job that waits is not published before what it must read is committed', async () => {
  const line = await givenReader();
  const { ctx, channelId } = line;
  await line.write('first'); // adds the job that waits
  let swept: Promise<number> | undefined;
  await inTransaction(ctx, async (inside) => {
    const body = Buffer.from(line.callback('second', '15550001111'));
    await storePayloads(inside, [{ id: newId(line.clock), channelId, url: '', headers: {}, body }]);
    await cancel(ctx, jobs.processInbound, [line.reader.id]); // outside of the transaction: the sweep finds room in the concurrency key
    swept = sweepOnce({ ...line.app, pool: line.app.directory, jobs: Object.values(jobs) as Job[], leaseMs: 2_000 });
    await wait(1_500);
    const found = await rows(ctx, sql`select 1 from jobs where tenant_id = ${ctx.tenantId} and published_at is not null`);
    assert.equal(found.length, 0);
    assert.equal(await line.stored(), 0);
  });
  await swept;
  await line.startWorkers();
  await until(async () => (await line.stored()) === 2);
  await until(async () => (await line.readers()) + (await line.waiting()) === 0);
});

test('a callback that is accepted while a reader ends has a job', async () => {
  const environment = await given();
  const line = await givenLine(environment, environment.tenant);
  for (let i = 0; i < 40; i++) {
    await Promise.all(Array.from({ length: 5 }, (_, k) => line.write(`${i}-${k}`, `1555${k}`)));
    if (i % 3 === 0) await wait(i % 7);
  }
  await until(async () => (await line.waiting()) === 0);
  assert.equal(await line.stored(), 200);
});

test('a process that is killed while it reads leaves nothing behind without a job', async () => {
  const environment = await givenStopped();
  const line = await givenLine(environment, environment.tenant);
  const { DATABASE_URL, NATS_PREFIX, REDIS_PREFIX, FILES_DIR } = environment.app.config;
  const victim = await startProcess('all', { ...LEASE, DATABASE_URL, NATS_PREFIX, REDIS_PREFIX, FILES_DIR, LOG_LEVEL: 'info' });
  const written = Array.from({ length: 200 }, (_, i) => line.write(`${i}`, `1555000${i}`));
  await until(async () => (await line.stored()) > 0);
  await victim.kill();
  await Promise.all(written);
  await environment.startWorkers();
  await line.write('last');
  await until(async () => (await line.waiting()) === 0 && (await line.stored()) === written.length + 1);
});

test('a job of the version before, for one callback and without a concurrency key, is read', async () => {
  const environment = await given();
  const line = await givenLine(environment, environment.tenant);
  const { ctx, channelId } = line;
  const id = newId(environment.clock);
  await inTransaction(ctx, async (ctx) => {
    await rows(
      ctx,
      sql`insert into inbound_payloads (tenant_id, id, channel_id, url, headers, body)
          values (${ctx.tenantId}, ${id}, ${channelId}, '', '{}', ${Buffer.from(line.callback('old', '15550001111'))})`,
    );
    await enqueue(ctx, jobs.processInbound, { channelId }, { id });
  });
  await until(async () => (await line.stored()) === 1);
  await until(async () => (await line.readers()) === 0);
});
