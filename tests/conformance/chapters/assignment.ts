import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, newTeam, newUser, unique, unknownId } from '../fixtures.ts';
import { until } from '../until.ts';

const assign = (api: Api, chatId: string, body: object) => api.post(`/v3/chats/${chatId}/assign`, body);
const holders = ({ assignedUserId, assignedTeamId }: Json) => [assignedUserId, assignedTeamId];
const held = (api: Api, chatId: string) => async () => holders(succeeded(await api.get(`/v3/chats/${chatId}`)));

/** The chat.assigned events of a chat, oldest first. */
async function assignedEvents(api: Api, chatId: string): Promise<Json[]> {
  const body = { query: 'eq(event,"chat.assigned")', pagination: { limit: 100 } };
  const found = succeeded(await api.post('/v3/events/search', body));
  return found
    .map(({ data }: Json) => data)
    .filter(({ id }: Json) => id === chatId)
    .reverse();
}

const given = [
  check('POST /chats/{chatId}/assign answers the chat with its user and team, and a search finds it by them', async (api) => {
    const [{ id }, user, team] = [await newChat(api), await newUser(api), await newTeam(api)];
    const chat = succeeded(await assign(api, id, { userId: user.id, teamId: team.id }));
    assert.deepEqual(holders(chat), [user.id, team.id]);
    assert.deepEqual(succeeded(await api.get(`/v3/chats/${id}`)), chat);
    const query = `and(eq(assignedUserId,"${user.id}"),eq(assignedTeamId,"${team.id}"))`;
    assert.deepEqual(succeeded(await api.post('/v3/chats/search', { query })), [chat]);
  }),
  check('What is not given stays, null takes away', async (api) => {
    const [{ id }, user, team] = [await newChat(api), await newUser(api), await newTeam(api)];
    const after = async (body: object) => holders(succeeded(await assign(api, id, body)));
    assert.deepEqual(await after({ userId: user.id }), [user.id, null]);
    assert.deepEqual(await after({ teamId: team.id }), [user.id, team.id]);
    assert.deepEqual(await after({ userId: null }), [null, team.id]);
    assert.deepEqual(await after({ userId: null, teamId: null }), [null, null]);
  }),
  check('chat.assigned carries the chat; assigning it to its assignee changes and publishes nothing', async (api) => {
    const [{ id }, user] = [await newChat(api), await newUser(api)];
    const chat = succeeded(await assign(api, id, { userId: user.id }));
    assert.deepEqual(succeeded(await assign(api, id, { userId: user.id })), chat);
    succeeded(await assign(api, id, { userId: null }));
    const events = await assignedEvents(api, id);
    assert.deepEqual(events.map(holders), [
      [user.id, null],
      [null, null],
    ]);
    assert.deepEqual([events[0].channelId, events[0].contactId, events[0].status], [chat.channelId, chat.contactId, 'open']);
  }),
  check('Nobody at all, or a field that is none, is refused', async (api) => {
    const { id } = await newChat(api);
    refused(await assign(api, id, {}), 'userId', 'custom');
    refused(await assign(api, id, { userId: 7 }), 'userId', 'invalid_type');
    refused(await assign(api, id, { userId: null, role: 'admin' }), 'role', 'unrecognized_keys');
  }),
  check('An unknown, foreign or disabled user is refused alike, with not_found for userId', async (api) => {
    const { id } = await newChat(api);
    const foreign = await newUser(api, {}, { token: api.otherToken });
    const disabled = await newUser(api, { status: 'disabled' });
    const first = await assign(api, id, { userId: unknownId() });
    for (const userId of [foreign.id, disabled.id, 'nonsense']) {
      const reply = await assign(api, id, { userId });
      refused(reply, 'userId', 'not_found');
      alike(reply, first);
    }
    assert.deepEqual(await held(api, id)(), [null, null]);
  }),
  check('An unknown or foreign team is refused with not_found for teamId, and nothing is assigned', async (api) => {
    const [{ id }, user, foreign] = [await newChat(api), await newUser(api), await newTeam(api, {}, { token: api.otherToken })];
    for (const teamId of [unknownId(), foreign.id, 'nonsense'])
      refused(await assign(api, id, { userId: user.id, teamId }), 'teamId', 'not_found');
    assert.deepEqual(await held(api, id)(), [null, null]);
  }),
  check('Assigning a chat that does not exist, or another tenant’s, is 404 chat_not_found', async (api) => {
    const { id } = await newChat(api, {}, { token: api.otherToken });
    const body = { userId: (await newUser(api)).id };
    const first = await assign(api, unknownId(), body);
    failed(first, 404, 'chat_not_found');
    for (const chatId of [id, 'nonsense']) alike(await assign(api, chatId, body), first);
  }),
  check('Assigning needs chats.write', async (api) => {
    const { id } = await newChat(api);
    const token = await narrowToken(api, 'chats.read');
    failed(await api.post(`/v3/chats/${id}/assign`, { userId: null }, { token }), 403, 'forbidden');
  }),
];

const gone = [
  check('Deleting a user takes their chats from them and says so; the team keeps them', async (api) => {
    const [{ id }, user, team] = [await newChat(api), await newUser(api), await newTeam(api)];
    succeeded(await assign(api, id, { userId: user.id, teamId: team.id }));
    succeeded(await api.del(`/v3/users/${user.id}`));
    await until('an unassigned chat', held(api, id), ([user]) => user === null);
    assert.deepEqual((await assignedEvents(api, id)).map(holders).at(-1), [null, team.id]);
  }),
  check('Deleting a team takes its chats from it and says so; the user keeps them', async (api) => {
    const [{ id }, user, team] = [await newChat(api), await newUser(api), await newTeam(api)];
    succeeded(await assign(api, id, { userId: user.id, teamId: team.id }));
    succeeded(await api.del(`/v3/teams/${team.id}`));
    await until('a chat of no team', held(api, id), ([, team]) => team === null);
    assert.deepEqual((await assignedEvents(api, id)).map(holders).at(-1), [user.id, null]);
  }),
  check('A disabled user keeps the chats they have', async (api) => {
    const [{ id }, user] = [await newChat(api), await newUser(api)];
    succeeded(await assign(api, id, { userId: user.id }));
    succeeded(await api.put(`/v3/users/${user.id}`, { status: 'disabled' }));
    assert.deepEqual(await held(api, id)(), [user.id, null]);
  }),
];

const write = (api: Api, fields: object, parameters: object = {}) => {
  const trigger = { type: 'chat_closed', parameters };
  return api.post('/v3/automations', { name: unique('automation'), trigger, steps: [{ id: 'give', type: 'assign', ...fields }] });
};

const automated = [
  check('An assign step of an automation names people and teams that are there; publish looks again', async (api) => {
    const [user, team] = [await newUser(api), await newTeam(api)];
    const { id } = succeeded(await write(api, { userId: user.id, teamId: team.id }), 201);
    const foreign = await newUser(api, {}, { token: api.otherToken });
    for (const missing of [unknownId(), foreign.id]) {
      const reply = await write(api, { userId: missing, teamId: missing });
      refused(reply, 'steps.0.userId', 'not_found');
      refused(reply, 'steps.0.teamId', 'not_found');
    }
    succeeded(await api.put(`/v3/users/${user.id}`, { status: 'disabled' }));
    refused(await api.post(`/v3/automations/${id}/publish`), 'steps.0.userId', 'not_found');
  }),
  check('An assign step assigns as the operation does, and says so', async (api) => {
    const [chat, user] = [await newChat(api), await newUser(api)];
    const { id } = succeeded(await write(api, { userId: user.id }, { channelId: chat.channelId }), 201);
    succeeded(await api.post(`/v3/automations/${id}/publish`));
    succeeded(await api.post(`/v3/chats/${chat.id}/status`, { status: 'closed', triggerAutomations: true }));
    await until('a chat of the user', held(api, chat.id), ([holder]) => holder === user.id);
    assert.deepEqual((await assignedEvents(api, chat.id)).map(holders), [[user.id, null]]);
  }),
  check('An assign step whose user was deleted meanwhile fails its run, and says why', async (api) => {
    const [chat, user] = [await newChat(api), await newUser(api)];
    const { id } = succeeded(await write(api, { userId: user.id }, { channelId: chat.channelId }), 201);
    succeeded(await api.post(`/v3/automations/${id}/publish`));
    succeeded(await api.del(`/v3/users/${user.id}`));
    succeeded(await api.post(`/v3/chats/${chat.id}/status`, { status: 'closed', triggerAutomations: true }));
    const runs = async () => succeeded(await api.post('/v3/automation_runs/search', { query: `eq(automationId,"${id}")` }));
    const [run] = await until('a failed run', runs, ([one]) => one?.status === 'failed');
    assert.match(run.error.message, /no active user/);
  }),
];

export const assignment: Chapter = { title: 'Assignment of chats', checks: [...given, ...gone, ...automated] };
