import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';
import { createPerson } from '../test-kit/user.ts';

const view = { name: 'Mine', resource: 'chats', query: 'eq(status,"open")', sortBy: 'desc(createdAt)' };

test('POST /v3/views: a view is seen by its user, by its team, or by everyone', async () => {
  const here = await given();
  const [ada, grace] = [await createPerson(here), await createPerson(here)];
  const team = (await here.post('/v3/teams', { name: 'Support', members: [{ id: ada.id }] })).body.data;
  const make = async (fields: object) => {
    const reply = await ada.post('/v3/views', { ...view, ...fields });
    assert.equal(reply.status, 201, reply.text);
    return reply.body.data;
  };
  const [own, ofTeam, all] = [
    await make({ name: 'A' }),
    await make({ name: 'B', sharedWith: 'team', teamId: team.id }),
    await make({ name: 'C', sharedWith: 'everyone' }),
  ];
  assert.deepEqual([own.sharedWith, own.createdBy, own.query, own.sortBy], ['nobody', ada.id, view.query, view.sortBy]);
  const seen = async (search: (path: string, body: object) => Promise<{ body: { data: { name: string }[] } }>) =>
    (await search('/v3/views/search', {})).body.data.map(({ name }) => name);
  assert.deepEqual([await seen(ada.post), await seen(grace.post), await seen(here.post)], [['A', 'B', 'C'], ['C'], ['B', 'C']]);
  assert.equal((await grace.get(`/v3/views/${own.id}`)).body.error.messageKey, 'view_not_found');
  assert.equal((await grace.get(`/v3/views/${ofTeam.id}`)).status, 404);
  assert.deepEqual((await grace.get(`/v3/views/${all.id}`)).body.data, all);
  assert.equal((await here.post('/v3/views', view)).body.error.messageKey, 'user_required');
  await here.del(`/v3/users/${ada.id}`);
  assert.deepEqual(await seen(here.post), ['B', 'C']);
  assert.equal((await grace.get(`/v3/views/${all.id}`)).body.data.createdBy, null);
  await here.del(`/v3/teams/${team.id}`);
  assert.deepEqual(await seen(here.post), ['C']);
});

test('PUT and DELETE /v3/views/:id 403: a shared view is changed by its creator or a manager', async () => {
  const here = await given();
  const [ada, grace, boss] = [await createPerson(here), await createPerson(here), await createPerson(here, { role: 'manager' })];
  const { id } = (await ada.post('/v3/views', { ...view, sharedWith: 'everyone' })).body.data;
  for (const reply of [await grace.put(`/v3/views/${id}`, { name: 'x' }), await grace.del(`/v3/views/${id}`)])
    assert.deepEqual([reply.status, reply.body.error.messageKey], [403, 'forbidden'], reply.text);
  assert.equal((await ada.put(`/v3/views/${id}`, { name: 'Ours' })).body.data.name, 'Ours');
  assert.equal((await boss.put(`/v3/views/${id}`, { query: null })).body.data.query, null);
  assert.equal((await boss.get(`/v3/views/${id}`)).body.data.sortBy, view.sortBy);
  assert.deepEqual((await boss.del(`/v3/views/${id}`)).body.data.deletedIds, [id]);
  const { id: own } = (await ada.post('/v3/views', view)).body.data;
  assert.equal((await grace.put(`/v3/views/${own}`, { name: 'x' })).status, 404);
  assert.deepEqual((await boss.del(`/v3/views/${own}`)).body.data, { deletedIds: [], notFoundIds: [own] });
});

test('POST and PUT /v3/views 400: a query that the search would refuse is refused, with the same message', async () => {
  const here = await given();
  const ada = await createPerson(here);
  const refused = async (fields: object) => (await ada.post('/v3/views', { ...view, ...fields })).body.error.invalidParams;
  const query = 'eq(mood,"good")';
  const bySearch = (await ada.post('/v3/chats/search', { query, sortBy: 'up(x)' })).body.error.invalidParams;
  assert.deepEqual(await refused({ query, sortBy: 'up(x)' }), bySearch);
  assert.ok((await refused({ resource: 'contacts' })).query, 'contacts have no status');
  assert.ok((await refused({ sharedWith: 'team' })).teamId);
  assert.ok((await refused({ sharedWith: 'everyone', teamId: ada.id })).teamId);
  assert.ok((await refused({ sharedWith: 'team', teamId: ada.id })).teamId);
  const { id } = (await ada.post('/v3/views', view)).body.data;
  assert.deepEqual((await ada.put(`/v3/views/${id}`, { query })).body.error.invalidParams.query, bySearch.query);
});
