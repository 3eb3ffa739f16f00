import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';
import { createPerson } from '../test-kit/user.ts';

test('POST /v3/snippets: a shortcut is unique in the tenant, ignoring case; members read and managers write', async () => {
  const here = await given();
  const [member, manager] = [await createPerson(here), await createPerson(here, { role: 'manager' })];
  const body = { shortcut: 'Hours', text: 'We open at 9' };
  assert.equal((await member.post('/v3/snippets', body)).status, 403);
  const made = await manager.post('/v3/snippets', body);
  assert.equal(made.status, 201, made.text);
  const snippet = made.body.data;
  assert.deepEqual([snippet.shortcut, snippet.text, snippet.fileIds, snippet.teamId], ['Hours', 'We open at 9', [], null]);
  assert.deepEqual((await member.get(`/v3/snippets/${snippet.id}`)).body.data, snippet);
  const again = await manager.post('/v3/snippets', { ...body, shortcut: 'hours' });
  assert.deepEqual([again.status, again.body.error.messageKey], [409, 'conflict']);
  assert.equal((await here.call('POST', '/v3/snippets', here.otherTenant.token, body)).status, 201);
  const other = (await manager.post('/v3/snippets', { shortcut: 'Bye', text: 'See you' })).body.data;
  assert.equal((await manager.put(`/v3/snippets/${other.id}`, { shortcut: 'HOURS' })).status, 409);
  const found = async (request: object) =>
    (await member.post('/v3/snippets/search', request)).body.data.map(({ shortcut }: { shortcut: string }) => shortcut);
  assert.deepEqual(await found({}), ['Bye', 'Hours']);
  assert.deepEqual(await found({ search: 'open at' }), ['Hours']);
  assert.deepEqual((await manager.del(`/v3/snippets/${other.id}`)).body.data.deletedIds, [other.id]);
  assert.equal((await member.get(`/v3/snippets/${other.id}`)).body.error.messageKey, 'snippet_not_found');
});

test('PUT /v3/snippets/:id: what is not given stays; a deleted team leaves the snippet to everyone', async () => {
  const here = await given();
  const team = (await here.post('/v3/teams', { name: 'Billing' })).body.data;
  const { id } = (await here.post('/v3/snippets', { shortcut: 'iban', text: 'DE00', teamId: team.id })).body.data;
  const changed = (await here.put(`/v3/snippets/${id}`, { text: 'DE01' })).body.data;
  assert.deepEqual([changed.shortcut, changed.text, changed.teamId], ['iban', 'DE01', team.id]);
  assert.equal((await here.put(`/v3/snippets/${id}`, { teamId: 'nonsense' })).body.error.invalidParams.teamId.key, 'not_found');
  assert.equal((await here.put(`/v3/snippets/${id}`, { fileIds: [id] })).body.error.invalidParams['fileIds.0'].key, 'not_found');
  for (const shortcut of ['', 'two words', '/slash', '-x', 'x'.repeat(51)])
    assert.ok((await here.put(`/v3/snippets/${id}`, { shortcut })).body.error.invalidParams.shortcut, shortcut);
  await here.del(`/v3/teams/${team.id}`);
  assert.equal((await here.get(`/v3/snippets/${id}`)).body.data.teamId, null);
});
