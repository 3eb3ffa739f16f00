import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, newLabel, newTeam, newUser, unique, unknownId } from '../fixtures.ts';
import { type Fields, hasOnly } from '../shapes.ts';
import { until } from '../until.ts';

const times: Fields = { createdAt: 'timestamp', updatedAt: 'timestamp' };
const hoursFields: Fields = { id: 'id', ...times, name: 'string', timeZone: 'string', days: 'object', holidays: 'array' };
const policyFields: Fields = {
  id: 'id',
  ...times,
  name: 'string',
  firstReplyMinutes: 'integer | null',
  nextReplyMinutes: 'integer | null',
  resolutionMinutes: 'integer | null',
  businessHoursId: 'string | null',
  channelIds: 'array',
  teamIds: 'array',
  labelIds: 'array',
};
const ratingFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  chatId: 'id',
  contactId: 'id',
  channelId: 'id',
  rating: 'integer',
  comment: 'string | null',
  userId: 'string | null',
  teamId: 'string | null',
};

const office = { timeZone: 'Europe/Berlin', days: { monday: [{ from: '09:00', until: '17:00' }] } };
const newHours = async (api: Api, fields: object = {}): Promise<Json> =>
  succeeded(await api.post('/v3/business_hours', { name: unique('hours'), ...office, ...fields }), 201);
const newPolicy = async (api: Api, fields: object = {}): Promise<Json> =>
  succeeded(await api.post('/v3/sla_policies', { name: unique('policy'), firstReplyMinutes: 5, ...fields }), 201);

const assignee = (api: Api, chatId: string) => async () => succeeded(await api.get(`/v3/chats/${chatId}`)).assignedUserId;
const queue = async (api: Api, teamId: string): Promise<string> => {
  const { id } = await newChat(api);
  succeeded(await api.post(`/v3/chats/${id}/assign`, { teamId }));
  return id;
};

const assignment = [
  check('Chats of a team with round_robin go to its available members in turn', async (api) => {
    const members = [await newUser(api), await newUser(api), await newUser(api, { availability: 'away' })];
    const team = await newTeam(api, { assignment: 'round_robin', members: members.map(({ id }) => ({ id })) });
    assert.equal(team.assignment, 'round_robin');
    const got: (string | null)[] = [];
    for (let i = 0; i < 4; i++)
      got.push(await until('the assignment', assignee(api, await queue(api, team.id)), (id: string | null) => id !== null));
    assert.deepEqual(new Set(got), new Set(members.slice(0, 2).map(({ id }) => id)));
    assert.deepEqual(got.slice(2), got.slice(0, 2));
  }),
  check('A chat waits while everybody has maxOpenChats, and is assigned when a place is free', async (api) => {
    const user = await newUser(api, { maxOpenChats: 1 });
    const team = await newTeam(api, { assignment: 'least_open', members: [{ id: user.id }] });
    const [first, second] = [await queue(api, team.id), await queue(api, team.id)];
    await until('the assignment', assignee(api, first), (id: string | null) => id === user.id);
    assert.equal(await assignee(api, second)(), null);
    succeeded(await api.post(`/v3/chats/${first}/status`, { status: 'closed' }));
    await until('the assignment', assignee(api, second), (id: string | null) => id === user.id);
  }),
  check('PUT /me/availability changes the user of the token; a token without a user is refused', async (api) => {
    const user = await newUser(api);
    const wanted = { name: unique('desk'), scopes: ['chats.write'], userId: user.id };
    const { accessToken: token } = succeeded(await api.post('/v3/access_tokens', wanted), 201);
    const set = (body: object) => api.put('/v3/me/availability', body, { token });
    assert.deepEqual(succeeded(await set({ availability: 'away' })).availability, 'away');
    assert.equal(succeeded(await api.get(`/v3/users/${user.id}`)).availability, 'away');
    refused(await set({ availability: 'lunch' }), 'availability', 'invalid_enum_value');
    refused(await set({}), 'availability', 'required');
    failed(await api.put('/v3/me/availability', { availability: 'away' }), 403, 'user_required');
  }),
  check('A limit is 1 to 10000 or null, a policy one of three, and a default team exists', async (api) => {
    const user = await newUser(api);
    for (const maxOpenChats of [0, 10_001, 1.5, 'many'])
      assert.equal((await api.put(`/v3/users/${user.id}`, { maxOpenChats })).status, 400);
    refused(await api.post('/v3/teams', { name: unique('team'), assignment: 'random' }), 'assignment', 'invalid_enum_value');
    const { channelId } = await newChat(api);
    refused(await api.put(`/v3/channels/${channelId}`, { defaultTeamId: unknownId() }), 'defaultTeamId', 'not_found');
    const team = await newTeam(api);
    assert.equal(succeeded(await api.put(`/v3/channels/${channelId}`, { defaultTeamId: team.id })).defaultTeamId, team.id);
    succeeded(await api.del(`/v3/teams/${team.id}`));
    assert.equal(succeeded(await api.get(`/v3/channels/${channelId}`)).defaultTeamId, null);
  }),
];

const businessHours = [
  check('POST /business_hours answers 201 with every field, and GET, PUT, search and DELETE agree', async (api) => {
    const hours = await newHours(api, { holidays: [{ date: '2026-12-25', name: 'Christmas' }, { date: '2027-01-01' }] });
    hasOnly(hours, hoursFields);
    assert.deepEqual([hours.days.monday, hours.days.tuesday], [office.days.monday, []]);
    assert.deepEqual(hours.holidays[1], { date: '2027-01-01', name: null });
    assert.deepEqual(succeeded(await api.get(`/v3/business_hours/${hours.id}`)), hours);
    const changed = succeeded(await api.put(`/v3/business_hours/${hours.id}`, { timeZone: 'UTC' }));
    assert.deepEqual([changed.timeZone, changed.days], ['UTC', hours.days]);
    assert.deepEqual(succeeded(await api.post('/v3/business_hours/search', { query: `eq(id,"${hours.id}")` })), [changed]);
    assert.deepEqual(succeeded(await api.del(`/v3/business_hours/${hours.id}`)).deletedIds, [hours.id]);
    failed(await api.get(`/v3/business_hours/${hours.id}`), 404, 'business_hours_not_found');
  }),
  check('Hours that end before they begin, never open, or are in no time zone are refused by their path', async (api) => {
    const post = (fields: object) => api.post('/v3/business_hours', { name: unique('hours'), ...office, ...fields });
    refused(await post({ days: { friday: [{ from: '17:00', until: '09:00' }] } }), 'days.friday.0.until', 'custom');
    refused(await post({ days: { friday: [{ from: '9', until: '17:00' }] } }), 'days.friday.0.from', 'invalid_string');
    refused(await post({ days: { friday: [] } }), 'days', 'custom');
    refused(await post({ timeZone: 'Mars/Olympus' }), 'timeZone', 'custom');
    refused(await post({ holidays: [{ date: '2026-02-30' }] }), 'holidays.0.date', 'invalid_string');
    const { name } = await newHours(api);
    failed(await post({ name: name.toUpperCase() }), 409, 'conflict');
  }),
  check('A business_hours step takes businessHoursId, or a time zone and days, but not both', async (api) => {
    const { id } = await newHours(api);
    const create = (step: object) =>
      api.post('/v3/automations', {
        name: unique('automation'),
        trigger: { type: 'api' },
        steps: [{ id: 'open', type: 'business_hours', ...step }],
      });
    succeeded(await create({ businessHoursId: id }), 201);
    refused(await create({ businessHoursId: id, ...office }), 'steps.0.businessHoursId', 'custom');
    refused(await create({ businessHoursId: unknownId() }), 'steps.0.businessHoursId', 'not_found');
    refused(await create({ days: office.days }), 'steps.0.timeZone', 'required');
  }),
];

const policies = [
  check('POST /sla_policies answers 201 with every field; hours that it uses cannot be deleted', async (api) => {
    const [hours, team, label] = [await newHours(api), await newTeam(api), await newLabel(api)];
    const policy = await newPolicy(api, { businessHoursId: hours.id, teamIds: [team.id], labelIds: [label.id] });
    hasOnly(policy, policyFields);
    assert.deepEqual([policy.firstReplyMinutes, policy.nextReplyMinutes, policy.channelIds], [5, null, []]);
    assert.deepEqual(succeeded(await api.get(`/v3/sla_policies/${policy.id}`)), policy);
    failed(await api.del(`/v3/business_hours/${hours.id}`), 409, 'conflict');
    const changed = succeeded(await api.put(`/v3/sla_policies/${policy.id}`, { businessHoursId: null, resolutionMinutes: 60 }));
    assert.deepEqual([changed.businessHoursId, changed.firstReplyMinutes, changed.resolutionMinutes], [null, 5, 60]);
    assert.deepEqual(succeeded(await api.post('/v3/sla_policies/search', { query: `eq(id,"${policy.id}")` })), [changed]);
    succeeded(await api.del(`/v3/business_hours/${hours.id}`));
    assert.deepEqual(succeeded(await api.del(`/v3/sla_policies/${policy.id}`)).deletedIds, [policy.id]);
    failed(await api.get(`/v3/sla_policies/${policy.id}`), 404, 'sla_policy_not_found');
  }),
  check('A policy promises at least one time, from 1 to 129600 minutes, and names what exists', async (api) => {
    const post = (fields: object) => api.post('/v3/sla_policies', { name: unique('policy'), ...fields });
    refused(await post({}), 'firstReplyMinutes', 'custom');
    refused(await post({ firstReplyMinutes: 0 }), 'firstReplyMinutes', 'too_small');
    refused(await post({ resolutionMinutes: 129_601 }), 'resolutionMinutes', 'too_big');
    for (const [field, path] of [
      ['channelIds', 'channelIds.0'],
      ['teamIds', 'teamIds.0'],
      ['labelIds', 'labelIds.0'],
    ] as const)
      refused(await post({ firstReplyMinutes: 5, [field]: [unknownId()] }), path, 'not_found');
    refused(await post({ firstReplyMinutes: 5, businessHoursId: unknownId() }), 'businessHoursId', 'not_found');
  }),
  check('Changing policies and hours needs teams.write; reading teams.read', async (api) => {
    const [reader, writer] = [await narrowToken(api, 'teams.read'), await narrowToken(api, 'teams.write')];
    failed(await api.post('/v3/sla_policies', { name: 'x', firstReplyMinutes: 5 }, { token: reader }), 403, 'forbidden');
    failed(await api.post('/v3/business_hours/search', {}, { token: writer }), 403, 'forbidden');
    succeeded(await api.post('/v3/sla_policies/search', {}, { token: reader }));
  }),
];

const macro = async (api: Api, steps: object[], trigger: object = { type: 'manual' }): Promise<string> => {
  const { id } = succeeded(await api.post('/v3/automations', { name: unique('macro'), trigger, steps }), 201);
  succeeded(await api.post(`/v3/automations/${id}/publish`, {}));
  return id;
};

const macros = [
  check('A macro needs a chat of its contact, and runs in it', async (api) => {
    const [chat, other] = [await newChat(api), await newChat(api)];
    const id = await macro(api, [{ id: 'close', type: 'set_chat_status', status: 'closed' }]);
    const run = (body: object) => api.post(`/v3/automations/${id}/trigger`, body);
    refused(await run({ contactId: chat.contactId }), 'chatId', 'required');
    refused(await run({ chatId: chat.id, contactId: other.contactId }), 'contactId', 'custom');
    failed(await run({ chatId: unknownId() }), 404, 'chat_not_found');
    assert.deepEqual((await run({ chatId: chat.id })).body, { success: true });
    const status = async () => succeeded(await api.get(`/v3/chats/${chat.id}`)).status;
    await until('the status', status, (value: string) => value === 'closed');
    assert.equal(succeeded(await api.get(`/v3/chats/${other.id}`)).status, 'open');
  }),
  check('set_rating stores a rating with who has the chat; a text without one takes onInvalid', async (api) => {
    const [chat, user] = [await newChat(api), await newUser(api)];
    succeeded(await api.post(`/v3/chats/${chat.id}/assign`, { userId: user.id }));
    const id = await macro(api, [
      { id: 'rate', type: 'set_rating', rating: '{{variables.answer}}', comment: '{{variables.said}}', onInvalid: 'close' },
      { id: 'close', type: 'set_chat_status', status: 'closed' },
    ]);
    const run = async (variables: object) =>
      assert.equal((await api.post(`/v3/automations/${id}/trigger`, { chatId: chat.id, variables })).status, 200);
    const found = async (): Promise<Json[]> =>
      succeeded(await api.post('/v3/ratings/search', { query: `eq(chatId,"${chat.id}")` }));
    await run({ answer: '4 stars', said: 'Good' });
    const [rating] = await until('the rating', found, (all: Json[]) => all.length === 1);
    hasOnly(rating, ratingFields);
    assert.deepEqual([rating.rating, rating.comment, rating.userId, rating.contactId], [4, 'Good', user.id, chat.contactId]);
    await run({ answer: '6' });
    await until(
      'the status',
      async () => succeeded(await api.get(`/v3/chats/${chat.id}`)).status,
      (status: string) => status === 'closed',
    );
    assert.equal((await found()).length, 1);
    const events = succeeded(await api.post('/v3/events/search', { query: 'eq(event,"chat.rated")' }));
    assert.ok(events.some(({ data }: Json) => data.id === rating.id && data.rating === 4));
  }),
];

export const teamwork: Chapter = {
  title: 'Team work',
  checks: [...assignment, ...businessHours, ...policies, ...macros],
};
