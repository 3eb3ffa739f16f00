import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { connect, type Kind, startSandbox } from '../../../sandbox/src/index.ts';
import { row, rows } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';

const sandbox = await startSandbox();
after(() => sandbox.stop());

const PATIENCE_MS = 120_000;

async function until<T>(what: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await what();
    if (found) return found;
    if (Date.now() > end) throw new Error('it did not happen in time');
    await wait(50);
  }
}

/** A connected channel, and `people` who have each written once. */
async function givenChats(kind: Kind, people: number, channel: Record<string, unknown> = {}) {
  const environment = await given();
  const { ctx } = environment.tenant;
  const connected = await connect(kind, { apiUrl: environment.baseUrl, token: environment.tenant.token, sandbox, channel });
  const ask = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${sandbox.url}/_sandbox/accounts/${connected.accountId}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200, await answer.text());
  };
  const updates = Array.from({ length: people }, (_, i) => ({
    message: { from: kind === 'email' ? `person-${i}@example.com` : `+1212555${1000 + i}`, text: 'Hello', subject: 'Hello' },
  }));
  await ask('POST', 'emit', { updates });
  const chats = await until(async () => {
    const { data } = (await environment.post('/v3/chats/search', {})).body;
    return data.length === people && (data as { id: string }[]);
  });
  const send = async (chatId: string | undefined, text: string): Promise<string> => {
    const sent = await environment.post(`/v3/chats/${chatId}/messages`, { text });
    assert.equal(sent.status, 201, sent.text);
    return sent.body.data.id;
  };
  const kept = async (id: string) => {
    const found = await row<{ state: string; tries: number; refusals: number; dueAt: Date | null }>(
      ctx,
      sql`select m.send_state as state, m.tries, m.refusals,
            (select due_at from jobs j where j.tenant_id = m.tenant_id and j.id = m.id) as "dueAt"
          from messages m where m.tenant_id = ${ctx.tenantId} and m.id = ${id}`,
    );
    assert.ok(found);
    return found;
  };
  const makeDue = (id: string, at: Date) =>
    rows(ctx, sql`update jobs set due_at = ${at} where tenant_id = ${ctx.tenantId} and id = ${id} and published_at is null`);
  return { ...environment, ...connected, ctx, chats, send, kept, makeDue, knobs: (knobs: object) => ask('PUT', 'knobs', knobs) };
}

const HOUR_MS = 3_600_000;
const inAnHour = () => new Date(Date.now() + HOUR_MS);

test('a report that settles a send ends its job, and the next message of the chat goes out at once', async () => {
  const { chats, send, kept, makeDue, knobs, call, channelId, credentials } = await givenChats('email', 1);
  await knobs({ errorRate: 1 });
  const first = await send(chats[0]?.id, 'first');
  await until(async () => (await kept(first)).refusals > 0);
  const second = await send(chats[0]?.id, 'second');
  await makeDue(first, inAnHour());
  await knobs({ errorRate: 0 });
  assert.equal((await kept(second)).state, 'queued'); // it waits behind the first
  const report = {
    RecordType: 'Delivery',
    MessageID: 'any',
    Metadata: { 'message-id': first },
    Recipient: 'person-0@example.com',
    DeliveredAt: new Date().toISOString(),
  };
  const login = Buffer.from(`${credentials.callbackUsername}:${credentials.callbackPassword}`).toString('base64');
  const heard = await call('POST', `/inbound/${channelId}`, undefined, report, { authorization: `Basic ${login}` });
  assert.equal(heard.status, 200, heard.text);
  await until(async () => (await kept(second)).state === 'accepted');
  assert.deepEqual([(await kept(first)).state, (await kept(first)).dueAt], ['accepted', null]);
});

test('tries that a crash cut off do not make the wait after a refusal longer', async () => {
  const { chats, send, kept, makeDue, knobs, ctx } = await givenChats('email', 1, { sendGuarantee: 'idempotent' });
  await knobs({ errorRate: 1 });
  const id = await send(chats[0]?.id, 'refused');
  await until(async () => (await kept(id)).refusals === 1);
  await rows(ctx, sql`update messages set tries = 6 where tenant_id = ${ctx.tenantId} and id = ${id}`); // five workers died over it
  await makeDue(id, new Date());
  const { tries, dueAt } = await until(async () => {
    const now = await kept(id);
    return now.refusals === 2 && now;
  });
  assert.ok(tries >= 7);
  const waitSeconds = ((dueAt as Date).getTime() - Date.now()) / 1000;
  assert.ok(waitSeconds <= 30, `the second refusal waits 30 seconds, not ${waitSeconds}`);
});

test('a mail is not begun before one of the three connections is free', async () => {
  const people = 10;
  const { chats, send, knobs, ctx } = await givenChats('email', people, { ratePerSecond: 1_000 });
  await knobs({ latencyMs: 1_500 }); // longer than recording an answer takes
  const ids = await Promise.all(chats.map(({ id }) => send(id, 'Good morning')));
  let most = 0;
  await until(async () => {
    const states = await rows<{ state: string }>(
      ctx,
      sql`select send_state as state from messages where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
    );
    most = Math.max(most, states.filter(({ state }) => state === 'sending').length);
    return states.every(({ state }) => state === 'accepted');
  });
  // Three on the connections, and at most three more whose answer is being recorded.
  assert.ok(most > 0 && most <= 6, `${most} were begun at once`);
});
