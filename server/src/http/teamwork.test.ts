import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRating } from '../domain/ratings/index.ts';
import { givenApart } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const given = givenApart();
const MINUTE_MS = 60_000;

let counter = 0;

async function office() {
  const environment = await given();
  const { post, put, get, tenant } = environment;
  const make = async (path: string, body: object) => {
    const reply = await post(path, body);
    assert.equal(reply.status, 201, reply.text);
    return reply.body.data;
  };
  const user = (fields: object = {}) => make('/v3/users', { name: 'Ada', email: `ada${++counter}@example.com`, ...fields });
  const team = (assignment: string, members: { id: string }[]) =>
    make('/v3/teams', { name: `Team ${++counter}`, assignment, members: members.map(({ id }) => ({ id })) });
  const chatOf = async (teamId: string) => {
    const chat = await tenant.chat();
    assert.equal((await post(`/v3/chats/${chat.id}/assign`, { teamId })).status, 200);
    return chat.id;
  };
  const chat = async (id: string) => (await get(`/v3/chats/${id}`)).body.data;
  const assignee = (id: string) => until(async () => (await chat(id)).assignedUserId);
  const events = async (type: string) =>
    (await post('/v3/events/search', { query: `eq(event,"${type}")`, sortBy: 'asc(id)', pagination: { limit: 100 } })).body.data;
  return { ...environment, make, user, team, chatOf, chat, assignee, events, put };
}

test('POST /v3/chats/:id/assign 200: chats of a team with round_robin go to its available members in turn', async () => {
  const { user, team, chatOf, assignee, events } = await office();
  const [first, second, away] = [await user(), await user(), await user({ availability: 'away' })];
  const { id, assignment } = await team('round_robin', [first, second, away]);
  assert.equal(assignment, 'round_robin');
  const assignees: string[] = [];
  for (let i = 0; i < 4; i++) assignees.push(await assignee(await chatOf(id)));
  assert.deepEqual(new Set(assignees.slice(0, 2)), new Set([first.id, second.id]));
  assert.deepEqual(assignees.slice(2), assignees.slice(0, 2));
  const last = (await events('chat.assigned')).at(-1).data;
  assert.deepEqual([last.assignedUserId, last.assignedTeamId], [assignees[3], id]);
});

test('PUT /v3/users/:id 200: chats wait in order for a free place; closing a chat and a higher maximum free places', async () => {
  const { user, team, chatOf, chat, assignee, post, put } = await office();
  const person = await user({ maxOpenChats: 1 });
  assert.equal(person.maxOpenChats, 1);
  const { id } = await team('least_open', [person]);
  const chats = [await chatOf(id), await chatOf(id), await chatOf(id)] as [string, string, string];
  assert.equal(await assignee(chats[0]), person.id);
  assert.deepEqual([(await chat(chats[1])).assignedUserId, (await chat(chats[2])).assignedUserId], [null, null]);
  await post(`/v3/chats/${chats[0]}/status`, { status: 'closed' });
  assert.equal(await assignee(chats[1]), person.id);
  assert.equal((await chat(chats[2])).assignedUserId, null);
  await put(`/v3/users/${person.id}`, { maxOpenChats: null });
  assert.equal(await assignee(chats[2]), person.id);
});

test('PUT /v3/users/:id 200: members get only chats of channels that they may see; others wait and hold up nobody', async () => {
  const { user, team, tenant, chat, assignee, post, put } = await office();
  const [hidden, seen] = [await tenant.chat(), await tenant.chat()];
  const person = await user({ channelIds: [] });
  const { id } = await team('round_robin', [person]);
  for (const one of [hidden, seen]) assert.equal((await post(`/v3/chats/${one.id}/assign`, { teamId: id })).status, 200);
  assert.equal((await put(`/v3/users/${person.id}`, { channelIds: [seen.channelId] })).status, 200);
  assert.equal(await assignee(seen.id), person.id);
  assert.equal((await chat(hidden.id)).assignedUserId, null);
  assert.equal((await put(`/v3/users/${person.id}`, { role: 'admin' })).status, 200);
  assert.equal(await assignee(hidden.id), person.id);
});

test('PUT /v3/me/availability 200: a member sets their own availability; 403 for a token without a user', async () => {
  const { user, team, chatOf, chat, assignee, make, call, put } = await office();
  const person = await user();
  const { accessToken } = await make('/v3/access_tokens', { name: 'desk', scopes: ['chats.write'], userId: person.id });
  const set = (availability: string) => call('PUT', '/v3/me/availability', accessToken, { availability });
  assert.equal((await set('away')).body.data.availability, 'away');
  const { id } = await team('round_robin', [person]);
  const waiting = await chatOf(id);
  assert.equal((await chat(waiting)).assignedUserId, null);
  assert.equal((await set('available')).status, 200);
  assert.equal(await assignee(waiting), person.id);
  const refused = await put('/v3/me/availability', { availability: 'away' });
  assert.deepEqual([refused.status, refused.body.error.messageKey], [403, 'user_required']);
  assert.equal((await set('lunch')).status, 400);
});

test('PUT /v3/channels/:id 200: a chat of nobody goes to the default team of its channel when its contact writes', async () => {
  const { user, team, tenant, chat, assignee, put, post, events } = await office();
  const person = await user();
  const { id } = await team('round_robin', [person]);
  const made = await tenant.chat();
  const channel = await put(`/v3/channels/${made.channelId}`, { defaultTeamId: id });
  assert.deepEqual([channel.status, channel.body.data.defaultTeamId], [200, id]);
  assert.equal((await chat(made.id)).assignedTeamId, null); // nobody has written yet
  await tenant.message(made.id);
  assert.equal(await assignee(made.id), person.id);
  assert.deepEqual(
    (await events('chat.assigned')).map(({ data }: { data: { assignedUserId: string | null } }) => data.assignedUserId),
    [null, person.id],
  );
  await post(`/v3/chats/${made.id}/assign`, { userId: null, teamId: null });
  await tenant.message(made.id, { sender: 'outbound' });
  assert.equal((await chat(made.id)).assignedTeamId, null);
  const unknown = await put(`/v3/channels/${made.channelId}`, { defaultTeamId: person.id });
  assert.deepEqual([unknown.status, Object.keys(unknown.body.error.invalidParams)], [400, ['defaultTeamId']]);
});

test('DELETE /v3/users/:id 200: the chats of a deleted user go to the other members of the team', async () => {
  const { user, team, chatOf, assignee, del, chat, put } = await office();
  const [first, second] = [await user(), await user({ availability: 'away' })];
  const { id } = await team('round_robin', [first, second]);
  const waiting = await chatOf(id);
  assert.equal(await assignee(waiting), first.id);
  await put(`/v3/users/${second.id}`, { availability: 'available' });
  await del(`/v3/users/${first.id}`);
  await until(async () => (await chat(waiting)).assignedUserId === second.id);
});

const hours = { timeZone: 'UTC', days: { monday: [{ from: '09:00', until: '17:00' }] } };

test('POST /v3/business_hours 201: hours are read back with every weekday; 409 for a name that is taken, 400 for hours that never open', async () => {
  const { make, post, put, get, del } = await office();
  const made = await make('/v3/business_hours', { name: 'Office', ...hours, holidays: [{ date: '2026-12-25' }] });
  assert.deepEqual(
    [made.days.monday, made.days.sunday, made.holidays],
    [hours.days.monday, [], [{ date: '2026-12-25', name: null }]],
  );
  assert.equal((await post('/v3/business_hours', { name: 'OFFICE', ...hours })).status, 409);
  for (const wrong of [
    { days: {} },
    { timeZone: 'Mars/Olympus' },
    { days: { monday: [{ from: '17:00', until: '09:00' }] } },
    { days: { funday: [] } },
  ])
    assert.equal((await post('/v3/business_hours', { name: 'Other', ...hours, ...wrong })).status, 400, JSON.stringify(wrong));
  const changed = await put(`/v3/business_hours/${made.id}`, { name: 'Desk' });
  assert.deepEqual([changed.status, changed.body.data.name, changed.body.data.days], [200, 'Desk', made.days]);
  const policy = await make('/v3/sla_policies', { name: 'Fast', firstReplyMinutes: 5, businessHoursId: made.id });
  const used = await del(`/v3/business_hours/${made.id}`);
  assert.deepEqual([used.status, used.body.error.messageKey], [409, 'conflict']);
  assert.deepEqual((await del(`/v3/sla_policies/${policy.id}`)).body.data.deletedIds, [policy.id]);
  assert.deepEqual((await del(`/v3/business_hours/${made.id}`)).body.data.deletedIds, [made.id]);
  assert.equal((await get(`/v3/business_hours/${made.id}`)).body.error.messageKey, 'business_hours_not_found');
});

test('POST /v3/sla_policies 400: a policy without a time, and ids that the tenant does not have', async () => {
  const { post, put, make, user } = await office();
  assert.equal((await post('/v3/sla_policies', { name: 'Empty' })).status, 400);
  const { id } = await user();
  const wrong = { businessHoursId: id, teamIds: [id], channelIds: ['x'], labelIds: [id] };
  const refused = await post('/v3/sla_policies', { name: 'Wrong', firstReplyMinutes: 5, ...wrong });
  assert.deepEqual(Object.keys(refused.body.error.invalidParams), ['businessHoursId', 'teamIds.0', 'channelIds.0', 'labelIds.0']);
  const policy = await make('/v3/sla_policies', { name: 'One', firstReplyMinutes: 5 });
  assert.equal((await put(`/v3/sla_policies/${policy.id}`, { firstReplyMinutes: null })).status, 400);
  assert.equal((await put(`/v3/sla_policies/${policy.id}`, { firstReplyMinutes: null, resolutionMinutes: 9 })).status, 200);
});

test('GET /v3/chats/:id 200: a missed first reply is in the chat and an event; a reply in time and a closed chat are not', async () => {
  const { make, tenant, chat, post, events, clock } = await office();
  const policy = await make('/v3/sla_policies', {
    name: 'Fast',
    firstReplyMinutes: 10,
    nextReplyMinutes: 20,
    resolutionMinutes: 600,
  });
  const chats = [await tenant.chat(), await tenant.chat(), await tenant.chat()] as const;
  const [late, answered, closed] = [chats[0].id, chats[1].id, chats[2].id];
  assert.equal((await chat(late)).sla, null);
  for (const { id } of chats) await tenant.message(id);
  const { sla } = await chat(late);
  assert.deepEqual([sla.policyId, sla.status, sla.breaches], [policy.id, 'active', []]);
  assert.equal(Date.parse(sla.firstReplyDueAt) - Date.parse(sla.startedAt), 10 * MINUTE_MS);
  await tenant.message(answered, { sender: 'outbound' });
  const ended = await post(`/v3/chats/${closed}/status`, { status: 'closed' });
  assert.deepEqual([ended.body.data.sla.status, ended.body.data.sla.firstReplyDueAt], ['ended', null]);
  assert.ok((await chat(answered)).sla.firstRepliedAt);
  clock.advance(11 * MINUTE_MS);
  const breaches = await until(async () => {
    const found = await events('chat.sla_breached');
    return found.length > 0 && found;
  });
  assert.deepEqual(
    breaches.map(({ data }: { data: { id: string; target: string; dueAt: string } }) => [data.id, data.target, data.dueAt]),
    [[late, 'first_reply', sla.firstReplyDueAt]],
  );
  assert.deepEqual((await chat(late)).sla.breaches, ['first_reply']);
  assert.deepEqual((await chat(answered)).sla.breaches, []);
  await tenant.message(answered);
  assert.ok((await chat(answered)).sla.nextReplyDueAt);
});

test('POST /v3/chats/:id/status 200: a snoozed chat keeps the rest of its time', async () => {
  const { make, tenant, chat, post, clock } = await office();
  await make('/v3/sla_policies', { name: 'Fast', firstReplyMinutes: 10 });
  const { id } = await tenant.chat();
  await tenant.message(id);
  const snoozedUntil = new Date(clock.now().getTime() + 60 * MINUTE_MS).toISOString();
  const snoozed = await post(`/v3/chats/${id}/status`, { status: 'snoozed', snoozedUntil });
  assert.deepEqual([snoozed.body.data.sla.status, snoozed.body.data.sla.firstReplyDueAt], ['paused', null]);
  clock.advance(30 * MINUTE_MS);
  await post(`/v3/chats/${id}/status`, { status: 'open' });
  const left = Date.parse((await chat(id)).sla.firstReplyDueAt) - clock.now().getTime();
  assert.ok(left > 9 * MINUTE_MS - 30_000 && left <= 10 * MINUTE_MS, String(left));
});

test('POST /v3/automations/:id/trigger 200: a macro runs in a chat; 400 without one, or for a chat of another contact', async () => {
  const { make, post, call, tenant, chat } = await office();
  const [{ id, contactId }, other] = [await tenant.chat(), await tenant.chat()];
  const { id: macro } = await make('/v3/automations', {
    name: 'Close politely',
    trigger: { type: 'manual' },
    steps: [
      { id: 'rate', type: 'set_rating', rating: '{{variables.stars}}', comment: 'said on the phone', next: 'close' },
      { id: 'close', type: 'set_chat_status', status: 'closed' },
    ],
  });
  assert.equal((await post(`/v3/automations/${macro}/publish`, {})).status, 200);
  const run = (body: object) => post(`/v3/automations/${macro}/trigger`, body);
  assert.deepEqual((await run({ contactId })).body.error.invalidParams.chatId.key, 'required');
  assert.deepEqual((await run({})).body.error.invalidParams.contactId.key, 'required');
  assert.equal((await run({ chatId: id, contactId: other.contactId })).status, 400);
  assert.equal((await run({ chatId: macro })).status, 404);
  const token = await tenant.tokenWith(['automations.trigger']);
  const started = await call('POST', `/v3/automations/${macro}/trigger`, token, { chatId: id, variables: { stars: 4 } });
  assert.equal(started.status, 200);
  await until(async () => (await chat(id)).status === 'closed');
  assert.equal((await chat(other.id)).status, 'open');
  const [rating] = (await post('/v3/ratings/search', { query: `eq(chatId,"${id}")` })).body.data;
  assert.deepEqual([rating.rating, rating.comment, rating.contactId], [4, 'said on the phone', contactId]);
});

test('POST /v3/automations 201: a missed time triggers sla_breached for its target, and a step asks stored business hours', async () => {
  const { make, post, tenant, chat, clock } = await office();
  const always = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      [{ from: '00:00', until: '24:00' }],
    ]),
  );
  const { id: businessHoursId } = await make('/v3/business_hours', { name: 'Always', timeZone: 'Asia/Tokyo', days: always });
  const publish = async (target: string, steps: object[]) => {
    const { id } = await make('/v3/automations', {
      name: target,
      trigger: { type: 'sla_breached', parameters: { target } },
      steps,
    });
    assert.equal((await post(`/v3/automations/${id}/publish`, {})).status, 200);
  };
  await publish('resolution', [{ id: 'close', type: 'set_chat_status', status: 'closed' }]);
  await publish('first_reply', [
    { id: 'hours', type: 'business_hours', businessHoursId, onOpen: 'rate' },
    { id: 'rate', type: 'set_rating', rating: 1 },
  ]);
  await make('/v3/sla_policies', { name: 'Fast', firstReplyMinutes: 1, resolutionMinutes: 10_000 });
  const { id } = await tenant.chat();
  await tenant.message(id);
  clock.advance(2 * MINUTE_MS);
  await until(async () => (await post('/v3/ratings/search', { query: `eq(chatId,"${id}")` })).body.data.length === 1);
  assert.equal((await chat(id)).status, 'open');
});

test('POST /v3/ratings/search 200: ratings by user; the comment of a sensitive chat is hidden, and all go with the contact', async () => {
  const { post, put, tenant, user, events } = await office();
  const { id: userId } = await user();
  const made = await tenant.chat();
  await post(`/v3/chats/${made.id}/assign`, { userId });
  await createRating(tenant.ctx, made.id, { rating: 5, comment: 'Splendid' });
  const search = async (body: object) => (await post('/v3/ratings/search', body)).body.data;
  assert.deepEqual((await search({ query: `and(eq(userId,"${userId}"),eq(rating,5))`, search: 'splend' })).length, 1);
  assert.equal((await events('chat.rated'))[0].data.comment, 'Splendid');
  await put(`/v3/chats/${made.id}`, { isSensitive: true });
  assert.equal((await search({}))[0].comment, null);
  assert.deepEqual(await search({ search: 'splend' }), []);
  assert.equal((await post(`/v3/contacts/${made.contactId}/erase`, {})).status, 201);
  assert.deepEqual(await search({}), []);
});
