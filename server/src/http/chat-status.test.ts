import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { givenApart } from '../test-kit/given.ts';

const HOUR_MS = 3_600_000;
const given = givenApart();

test('POST /v3/chats/:chatId/status 200: a chat that is snoozed again wakes at the second time, not at the first', async () => {
  const { tenant, get, post, clock } = await given();
  const chat = await tenant.chat();
  const snooze = (hours: number) =>
    post(`/v3/chats/${chat.id}/status`, {
      status: 'snoozed',
      snoozedUntil: new Date(clock.now().getTime() + hours * HOUR_MS).toISOString(),
    });
  assert.equal((await snooze(1)).status, 200);
  const again = await snooze(3);
  assert.equal(again.status, 200);
  const changes = async (): Promise<{ data: { previousStatus: string; status: string; snoozedUntil: string } }[]> =>
    (await post('/v3/events/search', { query: 'eq(event,"chat.status_changed")', sortBy: 'asc(id)' })).body.data;
  const events = await changes();
  assert.deepEqual(
    events.map(({ data }) => `${data.previousStatus} to ${data.status}`),
    ['open to snoozed', 'snoozed to snoozed'],
  );
  assert.equal(events[1]?.data.snoozedUntil, again.body.data.snoozedUntil);
  clock.advance(2 * HOUR_MS);
  const other = await tenant.chat(); // its timer is due now too: when it woke, that of the first time has run
  await post(`/v3/chats/${other.id}/status`, {
    status: 'snoozed',
    snoozedUntil: new Date(clock.now().getTime() + 1_000).toISOString(),
  });
  const statusOf = async (id: string) => (await get(`/v3/chats/${id}`)).body.data.status;
  await until(async () => (await statusOf(other.id)) === 'open');
  assert.equal(await statusOf(chat.id), 'snoozed');
  clock.advance(HOUR_MS);
  await until(async () => (await statusOf(chat.id)) === 'open');
});

test('POST /v3/chats/:chatId/status 200: a snoozed chat can be closed, and its timer does not open it', async () => {
  const { tenant, get, post, clock } = await given();
  const chat = await tenant.chat();
  const snoozedUntil = new Date(clock.now().getTime() + HOUR_MS).toISOString();
  await post(`/v3/chats/${chat.id}/status`, { status: 'snoozed', snoozedUntil });
  const closed = await post(`/v3/chats/${chat.id}/status`, { status: 'closed' });
  assert.deepEqual([closed.status, closed.body.data.status, closed.body.data.snoozedUntil], [200, 'closed', null]);
  assert.equal((await get(`/v3/chats/${chat.id}`)).body.data.status, 'closed');
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const endsAt = Date.now() + 120_000; Date.now() < endsAt; await wait(50)) if (await isSo()) return;
  throw new Error('it did not come to be within 120 s');
}
