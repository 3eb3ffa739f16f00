import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, filterOf, matches, matchesSearch } from '../../console/src/live/chats/filter.ts';
import { compareKeys, keysOf, orderOf } from '../../console/src/live/chats/order.ts';
import type { types } from '../../sdk/src/index.ts';
import { given } from '../../server/src/test-kit/given.ts';

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

/** Chats that differ in every field a list can filter by. */
async function differentChats({ tenant, post, put }: Awaited<ReturnType<typeof given>>) {
  const first = await tenant.chat();
  const [second, third, fourth, fifth] = [await tenant.chat(), await tenant.chat(), await tenant.chat(), await tenant.chat()];
  const chats = [first, second, third, fourth, fifth, await tenant.chat()];
  for (const [i, { id }] of chats.slice(0, 4).entries()) await tenant.message(id, { timestamp: minutesAgo(i * 7) });
  const label = await tenant.label();
  const { body: attribute } = await post('/v3/attributes', { externalId: 'plan', name: 'Plan', type: 'text' });
  const { body: team } = await post('/v3/teams', { name: 'Support' });
  await post(`/v3/contacts/${first.contactId}/labels`, { labels: [{ id: label.id }] });
  await put(`/v3/contacts/${second.contactId}`, { firstName: 'Grace', attributes: [{ id: attribute.data.id, value: 'pro' }] });
  await post(`/v3/chats/${second.id}/read`, {});
  await post(`/v3/chats/${third.id}/assign`, { teamId: team.data.id });
  await post(`/v3/chats/${fourth.id}/status`, { status: 'closed' });
  await post(`/v3/chats/${fifth.id}/status`, {
    status: 'snoozed',
    snoozedUntil: new Date(Date.now() + 3_600_000).toISOString(),
  });
  return { first, labelId: label.id, teamId: team.data.id as string };
}

test('lists of the console contain the chats that the server finds, in its order', async () => {
  const world = await given();
  const { first, labelId, teamId } = await differentChats(world);
  const found = async (body: object): Promise<types.Chat[]> => {
    const { status, body: answer } = await world.post('/v3/chats/search', { ...body, pagination: { limit: 100 } });
    assert.equal(status, 200, JSON.stringify([body, answer]));
    return answer.data;
  };
  const all = await found({});
  const channels: types.Channel[] = (await world.post('/v3/channels/search', { pagination: { limit: 100 } })).body.data;
  const typeOf = (id: string) => channels.find((channel) => channel.id === id)?.type;
  const now = new Date().toISOString();
  const ids = (chats: readonly types.Chat[]) => chats.map(({ id }) => id);
  for (const query of [
    'eq(status,"open")',
    'ne(status,"open")',
    'in(status,"closed","snoozed")',
    'eq(isUnread,true)',
    'not(eq(isUnread,true))',
    'gte(unreadCount,1)',
    'isNull(waitingSince)',
    'not(isNull(waitingSince))',
    `gt(openUntil,"${now}")`,
    `not(gt(openUntil,"${now}"))`,
    `lt(snoozedUntil,"${now}")`,
    'isNull(assignedUserId)',
    `eq(assignedTeamId,"${teamId.toUpperCase()}")`,
    `ne(assignedTeamId,"${teamId}")`,
    `eq(labelId,"${labelId}")`,
    `ne(labelId,"${labelId}")`,
    'isNull(labelId)',
    'eq(attributes.plan,"pro")',
    'ne(attributes.plan,"pro")',
    'isNull(attributes.plan)',
    'startsWith(attributes.plan,"PR")',
    'eq(channelType,"whatsapp")',
    'ne(channelType,"whatsapp")',
    `eq(channelId,"${first.channelId}")`,
    `and(eq(status,"open"),or(eq(labelId,"${labelId}"),isNull(openUntil)))`,
  ]) {
    const expected = ids(await found({ query }));
    const filter = filterOf(query);
    assert.deepEqual(ids(all.filter((chat) => matches(filter, fieldsOf(chat, typeOf)))).sort(), expected.sort(), query);
  }
  for (const sortBy of [
    'desc(lastMessageAt)',
    'asc(lastMessageAt)',
    'asc(waitingSince)',
    'asc(openUntil)',
    'asc(snoozedUntil)',
    'desc(status),asc(createdAt)',
  ]) {
    const order = orderOf(sortBy);
    const sorted = all.toSorted((a, b) => compareKeys(order, keysOf(order, a), keysOf(order, b)));
    assert.deepEqual(ids(sorted), ids(await found({ sortBy })), sortBy);
  }
  for (const search of ['grace', 'lovelace', first.handle.value.slice(0, 8), 'nobody'])
    assert.deepEqual(ids(all.filter((chat) => matchesSearch(search, chat))).sort(), ids(await found({ search })).sort(), search);
});
