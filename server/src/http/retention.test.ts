import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { type Ctx, row } from '../storage/context.ts';
import { givenApart } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const given = givenApart();

const DAY_MS = 86_400_000;

/** How many messages and events a tenant has that are older than a day. */
async function counts(ctx: Ctx): Promise<{ messages: number; events: number }> {
  const yesterday = new Date(ctx.clock.now().getTime() - DAY_MS);
  const counted = await row<{ messages: number; events: number }>(
    ctx,
    sql`select (select count(*)::int from messages where tenant_id = ${ctx.tenantId} and id < uuid_floor(${yesterday})) as messages,
          (select count(*)::int from events where tenant_id = ${ctx.tenantId} and id < uuid_floor(${yesterday})) as events`,
  );
  return counted ?? { messages: 0, events: 0 };
}

test('PUT /v3/retention 200: older rows are deleted hourly, only of the tenant that set it', async () => {
  const { tenant, otherTenant, clock, put, get } = await given({});
  const chats = [await tenant.chat(), await otherTenant.chat()] as const;
  for (let i = 0; i < 3; i++) {
    await tenant.message(chats[0].id, { text: `old ${i}` });
    await otherTenant.message(chats[1].id, { text: `old ${i}` });
  }
  const reply = await put('/v3/retention', { messageDays: 7, eventDays: 3 });
  assert.deepEqual(
    [reply.status, reply.body.data],
    [200, { messageDays: 7, eventDays: 3, installation: { messageDays: null, eventDays: 30 } }],
    reply.text,
  );
  assert.deepEqual((await get('/v3/retention')).body, reply.body);
  clock.advance(2 * DAY_MS);
  await wait(2_000);
  assert.deepEqual({ ...(await counts(tenant.ctx)), events: 0 }, { messages: 3, events: 0 }, 'too young to go');
  clock.advance(2 * DAY_MS);
  await until(async () => (await counts(tenant.ctx)).events === 0);
  assert.equal((await counts(tenant.ctx)).messages, 3, 'messages have a longer retention');
  clock.advance(4 * DAY_MS);
  await until(async () => (await counts(tenant.ctx)).messages === 0);
  assert.equal((await get(`/v3/chats/${chats[0].id}`)).body.data.latestMessage, null);
  const others = await counts(otherTenant.ctx);
  assert.equal(others.messages, 3);
  assert.ok(others.events > 0);
  assert.deepEqual((await put('/v3/retention', { messageDays: null, eventDays: null })).body.data.messageDays, null);
  await tenant.message(chats[0].id, { text: 'kept' });
  clock.advance(9 * DAY_MS);
  await wait(2_000);
  assert.equal((await counts(tenant.ctx)).messages, 1, 'a wish that was taken back is not applied');
});

test('PUT /v3/retention 400, 403: never longer than the installation, no zero, both fields, and only with admin', async () => {
  const { tenant, put, call } = await given();
  const keys = async (body: object) => {
    const { status, body: reply } = await put('/v3/retention', body);
    assert.equal(status, 400);
    return Object.entries(reply.error.invalidParams).map(([name, one]) => `${name} ${(one as { key: string }).key}`);
  };
  assert.deepEqual(await keys({ messageDays: 100_000, eventDays: 31 }), ['messageDays too_big']);
  assert.deepEqual(await keys({ messageDays: 100, eventDays: 31 }), ['eventDays too_big']);
  assert.deepEqual(await keys({ messageDays: 0, eventDays: 1.5 }), ['messageDays too_small', 'eventDays invalid_type']);
  assert.deepEqual(await keys({ messageDays: 1 }), ['eventDays required']);
  const narrow = await tenant.tokenWith(['contacts.write']);
  assert.equal((await call('PUT', '/v3/retention', narrow, { messageDays: 1, eventDays: 1 })).status, 403);
});
