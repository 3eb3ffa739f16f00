import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check, checkV2 } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newContact, unique, uniqueExternalId, unknownId } from '../fixtures.ts';
import { attributeFields, type Fields, hasOnly } from '../shapes.ts';

const PATH = '/v3/attributes';
const v3Fields: Fields = { ...attributeFields, externalId: 'string', description: 'string | null', options: 'array' };
const TYPES = ['text', 'number', 'boolean', 'date', 'datetime', 'url', 'email', 'phone'];

const make = (api: Api, fields: object = {}, token = api.token) =>
  api.post(PATH, { name: unique('attribute'), externalId: uniqueExternalId(), ...fields }, { token });
const made = async (api: Api, fields: object = {}, token = api.token): Promise<Json> =>
  succeeded(await make(api, fields, token), 201);
const choice = { type: 'select', options: ['small', 'large'] };

const give = (api: Api, contactId: string, id: string, value: unknown) =>
  api.put(`/v3/contacts/${contactId}`, { attributes: [{ id, value }] });

const written = [
  check('POST /attributes answers 201 with a text attribute that has every field, and GET answers the same', async (api) => {
    const attribute = await made(api);
    hasOnly(attribute, v3Fields);
    assert.deepEqual([attribute.type, attribute.options, attribute.description], ['text', [], null]);
    assert.deepEqual(succeeded(await api.get(`${PATH}/${attribute.id}`)), attribute);
  }),
  check('Attributes are of ten types; select and multi_select have options', async (api) => {
    for (const type of TYPES) assert.equal((await made(api, { type })).type, type);
    for (const type of ['select', 'multi_select'])
      assert.deepEqual((await made(api, { ...choice, type })).options, ['small', 'large']);
  }),
  check('name and externalId are required; mistakes are refused by their path', async (api) => {
    const reply = await api.post(PATH, { type: 'colour', required: true });
    for (const param of ['name', 'externalId']) refused(reply, param, 'required');
    refused(reply, 'type', 'invalid_enum_value');
    refused(reply, 'required', 'unrecognized_keys');
    for (const externalId of ['1st', 'shoe size', 'größe', ''])
      refused(await make(api, { externalId }), 'externalId', 'invalid_string');
    refused(await make(api, { name: ' ' }), 'name', 'too_small');
  }),
  check('A select without options, options twice or empty, and options of another type are refused', async (api) => {
    refused(await make(api, { type: 'select' }), 'options', 'required');
    refused(await make(api, { type: 'multi_select', options: [] }), 'options', 'required');
    refused(await make(api, { type: 'select', options: ['a', 'b', 'a'] }), 'options.2', 'custom');
    refused(await make(api, { type: 'select', options: [' '] }), 'options.0', 'too_small');
    refused(await make(api, { type: 'number', options: ['1'] }), 'options', 'custom');
  }),
  check('An externalId that is taken is 409 conflict; another tenant may have it', async (api) => {
    const { externalId } = await made(api);
    failed(await make(api, { externalId }), 409, 'conflict');
    await made(api, { externalId }, api.otherToken);
  }),
  check('PUT /attributes/{attributeId} changes what is given and keeps the rest; the externalId stays', async (api) => {
    const before = await made(api);
    const changes = { name: 'Renamed', description: 'For parcels', isVisibleQuickEdit: true };
    const after = succeeded(await api.put(`${PATH}/${before.id}`, changes));
    assert.deepEqual({ ...after, updatedAt: 0 }, { ...before, ...changes, updatedAt: 0 });
    assert.equal(succeeded(await api.put(`${PATH}/${before.id}`, { description: null })).description, null);
    refused(await api.put(`${PATH}/${before.id}`, { externalId: 'other' }), 'externalId', 'unrecognized_keys');
    refused(await api.put(`${PATH}/${before.id}`, { type: 'select' }), 'options', 'required');
  }),
  check('POST /attributes/search filters by externalId and type, and search looks in the name', async (api) => {
    const attribute = await made(api, { type: 'date' });
    const find = async (body: object) => succeeded(await api.post(`${PATH}/search`, body));
    const query = `and(eq(externalId,"${attribute.externalId}"),eq(type,"date"))`;
    assert.deepEqual(await find({ query }), [attribute]);
    assert.deepEqual(await find({ search: attribute.name }), [attribute]);
  }),
];

const used = [
  check('A contact’s value of a select is one of its options, of a multi_select some of them', async (api) => {
    const { id: contactId } = await newContact(api);
    const [one, many] = [await made(api, choice), await made(api, { ...choice, type: 'multi_select' })];
    assert.equal(succeeded(await give(api, contactId, one.id, 'large')).attributes[0].value, 'large');
    succeeded(await give(api, contactId, many.id, ['large', 'small']));
    for (const value of ['huge', ['large'], 7])
      assert.match(refused(await give(api, contactId, one.id, value), 'attributes.0.value', 'invalid_type'), /takes/);
    for (const value of ['large', ['huge'], ['large', 'large']])
      refused(await give(api, contactId, many.id, value), 'attributes.0.value', 'invalid_type');
  }),
  check('A type is not changed while contacts have values: 409 conflict; afterwards it is', async (api) => {
    const [{ id: contactId }, { id }] = [await newContact(api), await made(api)];
    succeeded(await give(api, contactId, id, 'seven'));
    failed(await api.put(`${PATH}/${id}`, { type: 'number' }), 409, 'conflict');
    succeeded(await api.put(`${PATH}/${id}`, { type: 'text', name: 'Same type' }));
    succeeded(await give(api, contactId, id, null));
    assert.equal(succeeded(await api.put(`${PATH}/${id}`, { type: 'number' })).type, 'number');
  }),
  check('An option that a contact has does not go: 409 conflict; others come and go', async (api) => {
    const [{ id: contactId }, { id }] = [await newContact(api), await made(api, choice)];
    succeeded(await give(api, contactId, id, 'large'));
    failed(await api.put(`${PATH}/${id}`, { options: ['small'] }), 409, 'conflict');
    assert.deepEqual(succeeded(await api.put(`${PATH}/${id}`, { options: ['large', 'huge'] })).options, ['large', 'huge']);
  }),
  check('DELETE /attributes/{attributeId} answers a delete result and takes the values along', async (api) => {
    const [{ id: contactId }, { id }] = [await newContact(api), await made(api)];
    succeeded(await give(api, contactId, id, 'seven'));
    assert.deepEqual(succeeded(await api.del(`${PATH}/${id}`)), { deletedIds: [id], notFoundIds: [] });
    assert.deepEqual(succeeded(await api.get(`/v3/contacts/${contactId}`)).attributes, []);
    for (const gone of [id, unknownId(), 'nonsense'])
      assert.deepEqual(succeeded(await api.del(`${PATH}/${gone}`)), { deletedIds: [], notFoundIds: [gone] });
  }),
];

const guarded = [
  check('An attribute that does not exist is 404 attribute_not_found, and another tenant’s looks the same', async (api) => {
    const { id } = await made(api, {}, api.otherToken);
    for (const other of [id, 'nonsense']) {
      failed(await api.get(`${PATH}/${other}`), 404, 'attribute_not_found');
      alike(await api.get(`${PATH}/${other}`), await api.get(`${PATH}/${unknownId()}`));
      alike(await api.put(`${PATH}/${other}`, { name: 'x' }), await api.put(`${PATH}/${unknownId()}`, { name: 'x' }));
    }
    assert.deepEqual(succeeded(await api.del(`${PATH}/${id}`)), { deletedIds: [], notFoundIds: [id] });
    assert.deepEqual(succeeded(await api.post(`${PATH}/search`, { query: `eq(id,"${id}")` })), []);
    succeeded(await api.get(`${PATH}/${id}`, { token: api.otherToken }));
  }),
  check('Reading needs attributes.read, writing attributes.write', async (api) => {
    const { id } = await made(api);
    const [reader, writer] = [await narrowToken(api, 'attributes.read'), await narrowToken(api, 'attributes.write')];
    succeeded(await api.get(`${PATH}/${id}`, { token: reader }));
    succeeded(await api.post(`${PATH}/search`, {}, { token: reader }));
    for (const reply of [
      await make(api, {}, reader),
      await api.put(`${PATH}/${id}`, {}, { token: reader }),
      await api.del(`${PATH}/${id}`, { token: reader }),
      await api.get(`${PATH}/${id}`, { token: writer }),
    ])
      failed(reply, 403, 'forbidden');
    succeeded(await api.put(`${PATH}/${id}`, { name: 'x' }, { token: writer }));
  }),
  checkV2('Version 2 sees the attributes of version 3, and the other way round', async (api) => {
    const { id, externalId } = await made(api, choice);
    const old = succeeded(await api.get('/v2/attributes')).find((one: Json) => one.id === id);
    assert.deepEqual([old.externalId, old.type], [externalId, 'select']);
    const body = { name: 'Old', externalId: uniqueExternalId() };
    const { id: v2Id } = succeeded(await api.post('/v2/attributes', body));
    assert.equal(succeeded(await api.get(`${PATH}/${v2Id}`)).type, 'text');
  }),
];

export const attributes: Chapter = { title: 'Attributes', checks: [...written, ...used, ...guarded] };
