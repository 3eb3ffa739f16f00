import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sql from 'sql-template-tag';
import type { Adapter, Refusal } from '../adapters/adapter.ts';
import type { OpenChannel } from '../adapters/connector.ts';
import { createChannel, getChannel } from '../domain/channels/index.ts';
import { getContact, updateContact } from '../domain/contacts/index.ts';
import { receive } from '../domain/messages/index.ts';
import { createTenant } from '../domain/tenants/index.ts';
import { systemClock } from '../platform/clock.ts';
import { loadConfig } from '../platform/config.ts';
import { newId } from '../platform/ids.ts';
import { createLogger } from '../platform/logger.ts';
import { createMetrics } from '../platform/metrics.ts';
import type { JobRef } from '../queue/index.ts';
import { createContext, inTransaction, rows } from '../storage/context.ts';
import { openDatabase } from '../storage/database.ts';
import { maintainPartitions } from '../storage/partition-maintenance.ts';
import { createTestDatabase } from '../test-kit/database.ts';
import { createProfileFetcher } from './fetch-profile.ts';

const testDatabase = await createTestDatabase();
const config = loadConfig({ DATABASE_URL: testDatabase.url });
const log = createLogger('silent');
const clock = systemClock;
const database = openDatabase(config, log);
await maintainPartitions({ config, database, clock, log, metrics: createMetrics() });
after(async () => {
  await database.close();
  await testDatabase.drop();
});

type Answer = Awaited<ReturnType<NonNullable<Adapter['fetchProfile']>>>;
const refusal = (next: Refusal['next']): Refusal => ({
  kind: 'refused',
  error: { key: 'x', code: '230', message: 'The provider says no' },
  next,
});

/** A person who wrote to a channel, and a provider with given responses. No worker runs by itself. */
async function scene(type: 'instagram' | 'whatsapp' = 'instagram') {
  const ctx = createContext({ database, clock, log, notify: () => undefined }, newId(clock));
  await createTenant(ctx, { name: 'Test', plan: 'pro', ratePerMinute: 1000 });
  const channel = await createChannel(ctx, { type, name: 'Shop' });
  const provider = {
    answer: { kind: 'profile', name: 'Ada Lovelace', username: 'ada' } as Answer,
    asked: [] as string[],
    meanwhile: async () => undefined as unknown,
  };
  const fetchProfile = async (_deps: unknown, _settings: unknown, address: string) => {
    provider.asked.push(address);
    await provider.meanwhile();
    return provider.answer;
  };
  const work = createProfileFetcher({
    connector: { open: async () => ({ adapter: { fetchProfile } }) as unknown as OpenChannel },
  });
  const waiting = () =>
    rows<JobRef & { dueAt: Date }>(
      ctx,
      sql`select tenant_id as "tenantId", id, attempt, due_at as "dueAt" from jobs where tenant_id = ${ctx.tenantId} and name = 'fetch_profile'`,
    );
  let written = 0;
  const from = type === 'instagram' ? 'instagram_id' : 'phone_number';
  const write = async (value = '15551234567') => {
    const content = { type: 'text' as const, text: 'Hello', media: [], details: null, replyTo: null };
    const about = { vendorId: `v${++written}`, at: clock.now(), name: null, isAutomatic: false, preference: null };
    const item = {
      kind: 'message' as const,
      ...about,
      from: [{ type: from, value }] as [{ type: typeof from; value: string }],
      content,
    };
    await inTransaction(ctx, (ctx) => receive(ctx, channel, [item]));
  };
  await write();
  const [contact] = await rows<{ id: string }>(ctx, sql`select id from contacts where tenant_id = ${ctx.tenantId}`);
  const id = contact?.id ?? '';
  const updates = async () =>
    (await rows(ctx, sql`select 1 from events where tenant_id = ${ctx.tenantId} and type = 'contact.updated'`)).length;
  return {
    ctx,
    channel,
    provider,
    waiting,
    write,
    id,
    updates,
    read: () => getContact(ctx, id),
    run: async () => work(ctx, await waiting(), () => undefined),
  };
}

test('the first message of a person asks for the name, which the contact gets once', async () => {
  const { provider, waiting, write, run, read, updates } = await scene();
  await write();
  assert.equal((await waiting()).length, 1, 'the second message causes no request');
  await run();
  const { firstName, lastName, displayName } = await read();
  assert.deepEqual([firstName, lastName, displayName], ['Ada', 'Lovelace', 'Ada Lovelace']);
  assert.deepEqual([provider.asked, await updates(), await waiting()], [['15551234567'], 1, []]);
});

test('a name that the contact has or gets meanwhile stays', async () => {
  const { ctx, id, provider, run, read, updates } = await scene();
  provider.meanwhile = () => updateContact(ctx, id, { firstName: 'Grace' });
  await run();
  assert.deepEqual([(await read()).fullName, await updates()], ['Grace', 1]);
});

test('a refusal changes nothing and is not repeated, even one that would stop the channel for messages', async () => {
  for (const next of ['fail', 'stop_channel'] as const) {
    const { ctx, channel, provider, run, read, updates, waiting } = await scene();
    provider.answer = refusal(next);
    await run();
    assert.deepEqual([(await read()).fullName, await updates(), await waiting()], [null, 0, []]);
    assert.equal((await getChannel(ctx, channel.id)).status, 'active');
  }
});

test('a provider that is away is asked five times, then no more', async () => {
  const { ctx, provider, run, read, waiting } = await scene();
  provider.answer = refusal('retry');
  await run();
  const [again] = await waiting();
  assert.ok(again && again.dueAt > clock.now());
  await rows(ctx, sql`update jobs set attempt = 5 where tenant_id = ${ctx.tenantId} and name = 'fetch_profile'`);
  await run();
  assert.deepEqual([(await read()).fullName, await waiting(), provider.asked.length], [null, [], 2]);
});

test('channels whose callbacks carry names cause no request', async () => {
  assert.deepEqual(await (await scene('whatsapp')).waiting(), []);
});
