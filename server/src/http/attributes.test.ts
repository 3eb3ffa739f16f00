import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';

let counter = 0;
const externalId = () => `attribute_${++counter}`;

test('/v3/attributes: a select takes one of its options, a multi_select some of them, once each', async () => {
  const { post, put, tenant } = await given();
  const contact = await tenant.contact();
  const make = async (type: string) =>
    (await post('/v3/attributes', { name: 'Size', externalId: externalId(), type, options: ['small', 'large'] })).body.data;
  const [one, many] = [await make('select'), await make('multi_select')];
  const set = (id: string, value: unknown) => put(`/v3/contacts/${contact.id}`, { attributes: [{ id, value }] });
  for (const [id, value] of [
    [one.id, 'large'],
    [many.id, []],
    [many.id, ['large', 'small']],
    [one.id, null],
  ])
    assert.equal((await set(id, value)).status, 200, JSON.stringify(value));
  for (const [id, value] of [
    [one.id, 'huge'],
    [one.id, ['large']],
    [many.id, 'large'],
    [many.id, ['large', 'huge']],
    [many.id, ['large', 'large']],
  ]) {
    const { status, body } = await set(id, value);
    assert.deepEqual([status, body.error?.invalidParams['attributes.0.value'].key], [400, 'invalid_type'], JSON.stringify(value));
  }
});

test('PUT /v3/attributes/:id 409: neither its type nor an option changes under a value', async () => {
  const { get, put, post, tenant } = await given();
  const contact = await tenant.contact();
  const body = { name: 'Plan', externalId: externalId(), type: 'multi_select', options: ['a', 'b', 'c'] };
  const attribute = (await post('/v3/attributes', body)).body.data;
  const change = (changes: object) => put(`/v3/attributes/${attribute.id}`, changes);
  const set = (value: unknown) => put(`/v3/contacts/${contact.id}`, { attributes: [{ id: attribute.id, value }] });
  await set(['a', 'b']);
  assert.match((await change({ type: 'select' })).body.error.message, /so it stays multi_select/);
  assert.match((await change({ options: ['b', 'c'] })).body.error.message, /\(of a\)/);
  assert.equal((await change({ options: ['a', 'b', 'd'], name: 'Plans' })).status, 200);
  await set(null);
  const text = await change({ type: 'text' });
  assert.deepEqual([text.status, text.body.data.options], [200, []]);
  assert.deepEqual((await get(`/v3/attributes/${attribute.id}`)).body.data, text.body.data);
});

test('PUT /v3/attributes/:id waits for a contact that is given a value at the same moment', async () => {
  const { put, post, tenant } = await given();
  const contacts = await Promise.all(Array.from({ length: 5 }, () => tenant.contact()));
  for (const contact of contacts) {
    const { id } = (await post('/v3/attributes', { name: 'Count', externalId: externalId() })).body.data;
    const [set, changed] = await Promise.all([
      put(`/v3/contacts/${contact.id}`, { attributes: [{ id, value: 'seven' }] }),
      put(`/v3/attributes/${id}`, { type: 'number' }),
    ]);
    assert.notEqual(set.status === 200, changed.status === 200, `${set.text} ${changed.text}`);
  }
});

test('DELETE /v3/attributes/:id takes its values along; v2 sees the same attributes', async () => {
  const { get, put, post, del, tenant } = await given();
  const contact = await tenant.contact();
  const body = { name: 'Born', externalId: externalId(), type: 'date', isVisibleQuickEdit: true };
  const { id } = (await post('/v3/attributes', body)).body.data;
  await put(`/v3/contacts/${contact.id}`, { attributes: [{ id, value: '1990-01-31' }] });
  const old = (await get('/v2/attributes')).body.data.find((one: { id: string }) => one.id === id);
  assert.deepEqual([old.type, old.isVisibleQuickEdit, 'options' in old], ['date', true, false]);
  assert.deepEqual((await del(`/v3/attributes/${id}`)).body.data, { deletedIds: [id], notFoundIds: [] });
  assert.deepEqual((await get(`/v3/contacts/${contact.id}`)).body.data.attributes, []);
  const v2 = (await post('/v2/attributes', { name: 'Old', externalId: externalId() })).body.data;
  assert.deepEqual((await get(`/v3/attributes/${v2.id}`)).body.data.options, []);
});
