import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { jobs } from '../catalogue/jobs.ts';
import { enqueue } from '../engine/enqueue.ts';
import { newId } from '../platform/ids.ts';
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

type World = Awaited<ReturnType<typeof given>>;

/** A WhatsApp number of a tenant: how somebody writes to it, and what is stored of that. */
async function givenLine(world: World, { token, ctx }: World['tenant']) {
  const { body } = await world.call('POST', '/v3/channels', token, { type: 'whatsapp', name: 'Line', settings: LINE });
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
  const write = async (text: string, from = '15550001111', baseUrl = world.baseUrl) => {
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

test('a thousand callbacks of one channel are read by few jobs, and in order; another tenant is read meanwhile', async () => {
  const world = await given();
  const busy = await givenLine(world, world.tenant);
  const other = await givenLine(world, world.otherTenant);
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
  const world = await given();
  const line = await givenLine(world, world.tenant);
  const written = Array.from({ length: 60 }, (_, i) => `text ${i}`);
  for (const text of written) await line.write(text);
  await until(async () => (await line.stored()) === written.length);
  assert.deepEqual(await line.texts(), written);
});

test('a reader that fails leaves its job, which reads everything later', async () => {
  const world = await given();
  const line = await givenLine(world, world.tenant);
  const job = { input: { channelId: line.channelId }, lane: line.channelId };
  const id = newId(world.clock);
  // A job that is under way: published, and no message in the broker.
  await enqueue({ ...line.ctx, tell: () => undefined }, jobs.processInbound, job.input, { id, lane: job.lane });
  await line.write('first');
  await line.write('second');
  assert.equal(await line.readers(), 2, 'one is under way, one waits for both');
  const broken = createInboundReader({
    desk: { open: () => Promise.reject(new Error('planted')) } as never,
    parsers: undefined as never,
  });
  const done: string[] = [];
  await broken(line.ctx, [{ tenantId: world.tenant.id, id, attempt: 1 }], (ref) => done.push(ref.id));
  assert.deepEqual(done, [id], 'it has its next time');
  assert.equal(await line.waiting(), 2);
  await until(async () => (await line.stored()) === 2);
  await until(async () => (await line.readers()) + (await line.waiting()) === 0);
});

test('a callback that is accepted while a reader ends has a job', async () => {
  const world = await given();
  const line = await givenLine(world, world.tenant);
  for (let i = 0; i < 40; i++) {
    await Promise.all(Array.from({ length: 5 }, (_, k) => line.write(`${i}-${k}`, `1555${k}`)));
    if (i % 3 === 0) await wait(i % 7);
  }
  await until(async () => (await line.waiting()) === 0);
  assert.equal(await line.stored(), 200);
});

test('a process that is killed while it reads leaves nothing behind without a job', async () => {
  const settings = { JOB_LEASE_SECONDS: '2' };
  const world = await given(settings);
  const line = await givenLine(world, world.tenant);
  const { DATABASE_URL, NATS_PREFIX, REDIS_PREFIX, FILES_DIR } = world.app.config;
  const env = { ...settings, DATABASE_URL, NATS_PREFIX, REDIS_PREFIX, FILES_DIR: FILES_DIR ?? '', LOG_LEVEL: 'info' };
  await world.app.background?.stop();
  const victim = await startProcess('all', env);
  for (let i = 0; i < 200; i++) void line.write(`${i}`, `1555000${i}`).catch(() => undefined);
  await until(async () => (await line.stored()) > 0);
  await victim.kill();
  await world.app.background?.start();
  await line.write('last');
  const accepted = async () =>
    (
      await row<{ n: number }>(
        line.ctx,
        sql`select count(*)::int as n from inbound_payloads where tenant_id = ${line.ctx.tenantId}`,
      )
    )?.n;
  await until(async () => (await line.waiting()) === 0 && (await line.stored()) === (await accepted()));
});

test('a job of the version before, for one callback and without a lane, is read', async () => {
  const world = await given();
  const line = await givenLine(world, world.tenant);
  const { ctx, channelId } = line;
  const id = newId(world.clock);
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
