import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Api, Json, Reply } from '../api.ts';
import { type Chapter, check, checkOwn } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newTeam, newUser, unique, uniqueEmail, unknownId } from '../fixtures.ts';
import { type Fields, hasOnly } from '../shapes.ts';

/** Five seconds are promised; the rest is patience for a busy machine. */
const SEEN_WITHIN_MS = 20_000;
const times: Fields = { createdAt: 'timestamp', updatedAt: 'timestamp' };
const userFields: Fields = {
  id: 'id',
  ...times,
  name: 'string',
  email: 'string',
  role: 'string',
  status: 'string',
  hasAccount: 'boolean',
  visibility: 'string',
  channelIds: 'array | null',
  availability: 'string',
  maxOpenChats: 'integer | null',
  teams: 'array',
};
const teamFields: Fields = { id: 'id', ...times, name: 'string', assignment: 'string', members: 'array' };

const users = [
  check('POST /users answers 201 with an active member that has every field, and GET answers the same', async (api) => {
    const user = await newUser(api);
    hasOnly(user, userFields);
    assert.deepEqual([user.role, user.status, user.teams], ['member', 'active', []]);
    assert.deepEqual(succeeded(await api.get(`/v3/users/${user.id}`)), user);
  }),
  check('name and email are required; a role or status that is none, and fields that are none, are refused', async (api) => {
    const reply = await api.post('/v3/users', { role: 'owner', status: 'away', password: 'x' });
    for (const param of ['name', 'email']) refused(reply, param, 'required');
    for (const param of ['role', 'status']) refused(reply, param, 'invalid_enum_value');
    refused(reply, 'password', 'unrecognized_keys');
    refused(await api.post('/v3/users', { name: ' ', email: 'nobody' }), 'name', 'too_small');
    refused(await api.post('/v3/users', { name: 'x'.repeat(101), email: 'nobody' }), 'name', 'too_big');
    refused(await api.post('/v3/users', { name: 'x', email: 'nobody' }), 'email', 'invalid_string');
  }),
  check('An email that is taken is 409 conflict, in large letters too; another tenant may have it', async (api) => {
    const [{ email }, other] = [await newUser(api), await newUser(api)];
    failed(await api.post('/v3/users', { name: 'x', email: email.toUpperCase() }), 409, 'conflict');
    failed(await api.put(`/v3/users/${other.id}`, { email }), 409, 'conflict');
    await newUser(api, { email }, { token: api.otherToken });
  }),
  check('PUT /users/{userId} changes what is given and keeps the rest', async (api) => {
    const before = await newUser(api);
    const after = succeeded(await api.put(`/v3/users/${before.id}`, { name: 'Grace', role: 'manager', status: 'disabled' }));
    assert.deepEqual({ ...after, updatedAt: 0 }, { ...before, name: 'Grace', role: 'manager', status: 'disabled', updatedAt: 0 });
    refused(await api.put(`/v3/users/${before.id}`, { role: 'owner' }), 'role', 'invalid_enum_value');
    refused(await api.put(`/v3/users/${before.id}`, { name: '' }), 'name', 'too_small');
  }),
  check('POST /users/search filters by email, role and status, and search looks in name and email', async (api) => {
    const [name, email] = [unique('user'), uniqueEmail()];
    const user = await newUser(api, { name, email });
    const find = async (body: object) => succeeded(await api.post('/v3/users/search', body));
    assert.deepEqual(await find({ query: `and(eq(email,"${email}"),eq(role,"member"),eq(status,"active"))` }), [user]);
    assert.deepEqual(await find({ search: name.toUpperCase() }), [user]);
    assert.deepEqual(await find({ search: email }), [user]);
    refused(await api.post('/v3/users/search', { query: 'eq(password,"x")' }), 'query', 'custom');
  }),
  check('DELETE /users/{userId} answers a delete result; twice and unknown are under notFoundIds', async (api) => {
    const { id } = await newUser(api);
    assert.deepEqual(succeeded(await api.del(`/v3/users/${id}`)), { deletedIds: [id], notFoundIds: [] });
    for (const gone of [id, unknownId(), 'nonsense'])
      assert.deepEqual(succeeded(await api.del(`/v3/users/${gone}`)), { deletedIds: [], notFoundIds: [gone] });
    failed(await api.get(`/v3/users/${id}`), 404, 'user_not_found');
    failed(await api.put(`/v3/users/${id}`, {}), 404, 'user_not_found');
  }),
  checkOwn('The last active admin cannot be disabled, demoted or deleted: 409 conflict', async ({ current, tenantOn }) => {
    const options = await tenantOn('ultra');
    const admin = await newUser(current, { role: 'admin' }, options);
    const { id } = await newUser(current, {}, options);
    for (const reply of [
      await current.put(`/v3/users/${admin.id}`, { status: 'disabled' }, options),
      await current.put(`/v3/users/${admin.id}`, { role: 'manager' }, options),
      await current.del(`/v3/users/${admin.id}`, options),
    ])
      assert.match(failed(reply, 409, 'conflict').message, /only active admin/);
    succeeded(await current.put(`/v3/users/${id}`, { role: 'admin' }, options));
    assert.deepEqual(succeeded(await current.del(`/v3/users/${admin.id}`, options)).deletedIds, [admin.id]);
  }),
];

const teams = [
  check('POST /teams answers 201 with every field and its members; GET answers the same', async (api) => {
    const { id, name, email, status } = await newUser(api);
    const team = await newTeam(api, { members: [{ id }] });
    hasOnly(team, teamFields);
    assert.deepEqual(team.members, [{ id, name, email, status }]);
    assert.deepEqual(succeeded(await api.get(`/v3/teams/${team.id}`)), team);
    assert.deepEqual(succeeded(await api.get(`/v3/users/${id}`)).teams, [{ id: team.id, name: team.name }]);
  }),
  check('A name is required and unique in its tenant, in large letters too: 409 conflict', async (api) => {
    refused(await api.post('/v3/teams', {}), 'name', 'required');
    refused(await api.post('/v3/teams', { name: ' ' }), 'name', 'too_small');
    refused(await api.post('/v3/teams', { name: 'x', lead: 'y' }), 'lead', 'unrecognized_keys');
    const [one, two] = [await newTeam(api), await newTeam(api)];
    failed(await api.post('/v3/teams', { name: one.name.toUpperCase() }), 409, 'conflict');
    failed(await api.put(`/v3/teams/${two.id}`, { name: one.name }), 409, 'conflict');
    await newTeam(api, { name: one.name }, { token: api.otherToken });
  }),
  check('PUT /teams/{teamId} renames; members join and leave by operations of their own', async (api) => {
    const { id } = await newTeam(api);
    const name = unique('team');
    assert.equal(succeeded(await api.put(`/v3/teams/${id}`, { name })).name, name);
    assert.equal(succeeded(await api.put(`/v3/teams/${id}`, {})).name, name);
    refused(await api.put(`/v3/teams/${id}`, { members: [] }), 'members', 'unrecognized_keys');
  }),
  check('POST /teams/{teamId}/members lets people join; joining twice changes nothing, not even updatedAt', async (api) => {
    const [team, user] = [await newTeam(api), await newUser(api)];
    const join = async () => succeeded(await api.post(`/v3/teams/${team.id}/members`, { members: [{ id: user.id }] }));
    const joined = await join();
    assert.deepEqual(
      joined.members.map(({ id }: Json) => id),
      [user.id],
    );
    assert.deepEqual(await join(), joined);
    refused(await api.post(`/v3/teams/${team.id}/members`, {}), 'members', 'required');
  }),
  check('One unknown or foreign user refuses all, with its path', async (api) => {
    const [team, user, foreign] = [await newTeam(api), await newUser(api), await newUser(api, {}, { token: api.otherToken })];
    for (const id of [foreign.id, unknownId(), 'nonsense']) {
      const body = { members: [{ id: user.id }, { id }] };
      refused(await api.post(`/v3/teams/${team.id}/members`, body), 'members.1.id', 'not_found');
      refused(await api.post('/v3/teams', { name: unique('team'), ...body }), 'members.1.id', 'not_found');
    }
    assert.deepEqual(succeeded(await api.get(`/v3/teams/${team.id}`)), team);
  }),
  check('DELETE /teams/{teamId}/members/{userId} answers a delete result, also for an unknown user', async (api) => {
    const user = await newUser(api);
    const team = await newTeam(api, { members: [{ id: user.id }] });
    const leave = async (teamId: string, userId: string) => succeeded(await api.del(`/v3/teams/${teamId}/members/${userId}`));
    for (const [teamId, userId] of [
      [team.id, unknownId()],
      [team.id, 'nonsense'],
      [unknownId(), user.id],
    ] as const)
      assert.deepEqual(await leave(teamId, userId), { deletedIds: [], notFoundIds: [userId] });
    assert.deepEqual(await leave(team.id, user.id), { deletedIds: [user.id], notFoundIds: [] });
    assert.deepEqual(succeeded(await api.get(`/v3/teams/${team.id}`)).members, []);
  }),
  check('POST /teams/search finds teams with their members', async (api) => {
    const user = await newUser(api);
    const team = await newTeam(api, { members: [{ id: user.id }] });
    assert.deepEqual(succeeded(await api.post('/v3/teams/search', { query: `eq(name,"${team.name}")` })), [team]);
    assert.deepEqual(succeeded(await api.post('/v3/teams/search', { search: team.name })), [team]);
  }),
  check(
    'DELETE /teams/{teamId} answers a delete result and leaves its members; a deleted user leaves their team',
    async (api) => {
      const [one, two] = [await newUser(api), await newUser(api)];
      const [gone, stays] = [
        await newTeam(api, { members: [{ id: one.id }] }),
        await newTeam(api, { members: [{ id: two.id }] }),
      ];
      assert.deepEqual(succeeded(await api.del(`/v3/teams/${gone.id}`)), { deletedIds: [gone.id], notFoundIds: [] });
      assert.deepEqual(succeeded(await api.del(`/v3/teams/${gone.id}`)), { deletedIds: [], notFoundIds: [gone.id] });
      failed(await api.get(`/v3/teams/${gone.id}`), 404, 'team_not_found');
      failed(await api.put(`/v3/teams/${gone.id}`, {}), 404, 'team_not_found');
      failed(await api.post(`/v3/teams/${gone.id}/members`, { members: [] }), 404, 'team_not_found');
      assert.deepEqual(succeeded(await api.get(`/v3/users/${one.id}`)).teams, []);
      succeeded(await api.del(`/v3/users/${two.id}`));
      assert.deepEqual(succeeded(await api.get(`/v3/teams/${stays.id}`)).members, []);
    },
  ),
];

/** Asks again until the answer has this status, for as long as a change may take to be seen everywhere. */
async function becomes(status: number, ask: () => Promise<Reply>): Promise<void> {
  const endsAt = Date.now() + SEEN_WITHIN_MS;
  let reply = await ask();
  while (reply.status !== status && Date.now() < endsAt) {
    await wait(200);
    reply = await ask();
  }
  assert.equal(reply.status, status, reply.text);
}

const tokenOf = async (api: Api, userId: string, ...scopes: string[]): Promise<Json> =>
  succeeded(await api.post('/v3/access_tokens', { name: unique('token'), scopes, userId }), 201);

const tokens = [
  check('A token may be a user’s: userId is in its record, and is null in every other', async (api) => {
    const { id } = await newUser(api);
    const { accessToken: _, ...record } = await tokenOf(api, id, 'labels.read');
    assert.equal(record.userId, id);
    assert.deepEqual(succeeded(await api.post('/v3/access_tokens/search', { query: `eq(userId,"${id}")` })), [record]);
    const body = { name: unique('token'), scopes: ['labels.read'] };
    assert.equal(succeeded(await api.post('/v3/access_tokens', body), 201).userId, null);
  }),
  check('A token for an unknown, foreign or disabled user is refused with not_found for userId', async (api) => {
    const foreign = await newUser(api, {}, { token: api.otherToken });
    const disabled = await newUser(api, { status: 'disabled' });
    const replies: Reply[] = [];
    for (const userId of [unknownId(), foreign.id, disabled.id, 'nonsense']) {
      replies.push(await api.post('/v3/access_tokens', { name: 'x', scopes: ['labels.read'], userId }));
      refused(replies.at(-1) as Reply, 'userId', 'not_found');
    }
    for (const reply of replies) alike(reply, replies[0] as Reply);
  }),
  check('A user’s token does what both it and the role allow, and a new role counts within 5 seconds', async (api) => {
    const { id } = await newUser(api, { role: 'member' });
    const { accessToken: token } = await tokenOf(api, id, 'labels.read', 'labels.write');
    const label = () => api.post('/v3/labels', { name: unique('label') }, { token });
    succeeded(await api.post('/v3/labels/search', {}, { token }));
    failed(await label(), 403, 'forbidden');
    failed(await api.post('/v3/contacts/search', {}, { token }), 403, 'forbidden');
    succeeded(await api.put(`/v3/users/${id}`, { role: 'manager' }));
    await becomes(201, label);
  }),
  check('A manager’s token cannot change people or make tokens, whatever its scopes', async (api) => {
    const { id } = await newUser(api, { role: 'manager' });
    const { accessToken: token } = await tokenOf(api, id, 'users.read', 'users.write', 'admin');
    succeeded(await api.get(`/v3/users/${id}`, { token }));
    failed(await api.put(`/v3/users/${id}`, { role: 'admin' }, { token }), 403, 'forbidden');
    failed(await api.post('/v3/access_tokens', { name: 'x', scopes: ['admin'] }, { token }), 403, 'forbidden');
  }),
  check('What a user’s token makes is that user’s, and none for another user', async (api) => {
    const [one, two] = [await newUser(api, { role: 'admin' }), await newUser(api)];
    const { accessToken: token } = await tokenOf(api, one.id, 'admin', 'labels.read');
    const body = { name: unique('token'), scopes: ['labels.read'] };
    for (const userId of [undefined, null, one.id])
      assert.equal(succeeded(await api.post('/v3/access_tokens', { ...body, userId }, { token }), 201).userId, one.id);
    failed(await api.post('/v3/access_tokens', { ...body, userId: two.id }, { token }), 403, 'forbidden');
  }),
  check('Tokens of a disabled user are unauthorized within 5 seconds, and work again when the user is active', async (api) => {
    const { id } = await newUser(api);
    const { accessToken: token } = await tokenOf(api, id, 'labels.read');
    const use = () => api.post('/v3/labels/search', {}, { token });
    succeeded(await use());
    succeeded(await api.put(`/v3/users/${id}`, { status: 'disabled' }));
    await becomes(401, use);
    succeeded(await api.put(`/v3/users/${id}`, { status: 'active' }));
    await becomes(200, use);
  }),
  check('Tokens of a deleted user are unauthorized within 5 seconds and no longer found', async (api) => {
    const { id } = await newUser(api);
    const { id: tokenId, accessToken: token } = await tokenOf(api, id, 'labels.read');
    const use = () => api.post('/v3/labels/search', {}, { token });
    succeeded(await use());
    succeeded(await api.del(`/v3/users/${id}`));
    await becomes(401, use);
    assert.deepEqual(succeeded(await api.post('/v3/access_tokens/search', { query: `eq(id,"${tokenId}")` })), []);
  }),
];

const permissions = (['users', 'teams'] as const).map((resource) =>
  check(`Reading ${resource} needs ${resource}.read, writing ${resource}.write`, async (api) => {
    const { id } = await (resource === 'users' ? newUser(api) : newTeam(api));
    const [reader, writer] = [await narrowToken(api, `${resource}.read`), await narrowToken(api, `${resource}.write`)];
    const path = `/v3/${resource}`;
    for (const [token, refuses] of [
      [reader, false],
      [writer, true],
    ] as const) {
      for (const reply of [await api.get(`${path}/${id}`, { token }), await api.post(`${path}/search`, {}, { token })])
        if (refuses) failed(reply, 403, 'forbidden');
        else succeeded(reply);
    }
    for (const reply of [
      await api.post(path, {}, { token: reader }),
      await api.put(`${path}/${id}`, {}, { token: reader }),
      await api.del(`${path}/${id}`, { token: reader }),
      ...(resource === 'teams'
        ? [
            await api.post(`${path}/${id}/members`, {}, { token: reader }),
            await api.del(`${path}/${id}/members/${id}`, { token: reader }),
          ]
        : []),
    ])
      failed(reply, 403, 'forbidden');
    succeeded(await api.put(`${path}/${id}`, {}, { token: writer }));
  }),
);

export const people: Chapter = { title: 'People and teams', checks: [...users, ...teams, ...tokens, ...permissions] };
