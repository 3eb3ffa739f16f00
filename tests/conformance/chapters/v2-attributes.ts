import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, checkV2 } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newAttribute, newContact, uniqueExternalId, unknownId } from '../fixtures.ts';
import { attributeFields, hasFields } from '../shapes.ts';

const list = async (api: Api): Promise<Json[]> => succeeded(await api.get('/v2/attributes'));
const create = (api: Api, body: object) => api.post('/v2/attributes', { name: 'Size', externalId: uniqueExternalId(), ...body });

export const v2Attributes: Chapter = {
  title: 'Version 2: attributes',
  checks: [
    checkV2('GET /attributes answers 200 with an array that holds what was made', async (api) => {
      const attribute = await newAttribute(api, { description: 'd' });
      const attributes = await list(api);
      assert.ok(Array.isArray(attributes));
      assert.deepEqual(
        attributes.find(({ id }) => id === attribute.id),
        attribute,
      );
      for (const one of attributes) hasFields(one, attributeFields);
    }),
    checkV2('POST /attributes answers 200 with the attribute, of type text', async (api) => {
      const externalId = uniqueExternalId();
      const attribute = succeeded(await create(api, { name: 'Shoe size', externalId }), 200);
      assert.deepEqual([attribute.name, attribute.externalId, attribute.type], ['Shoe size', externalId, 'text']);
    }),
    checkV2('The three visibility flags are kept as given, each by itself', async (api) => {
      const flags = ['isVisibleQuickEdit', 'isVisibleContactsTable', 'isVisibleContactCreate'];
      for (const flag of flags) {
        const attribute = await newAttribute(api, { [flag]: true });
        assert.deepEqual(
          flags.filter((name) => attribute[name]),
          [flag],
        );
      }
    }),
    checkV2('The visibility flags are false when not given, and must be booleans', async (api) => {
      const { isVisibleQuickEdit, isVisibleContactsTable, isVisibleContactCreate } = await newAttribute(api);
      assert.deepEqual([isVisibleQuickEdit, isVisibleContactsTable, isVisibleContactCreate], [false, false, false]);
      refused(await create(api, { isVisibleQuickEdit: 'yes' }), 'isVisibleQuickEdit', 'invalid_type');
    }),
    checkV2('name and externalId are required', async (api) => {
      const reply = await api.post('/v2/attributes', {});
      refused(reply, 'name', 'required');
      refused(reply, 'externalId', 'required');
    }),
    checkV2('externalId begins with a letter and continues with letters, digits and underscores', async (api) => {
      const rest = uniqueExternalId();
      for (const externalId of [`a${rest}`, `Z${rest}_9`, `aB_${rest}`]) succeeded(await create(api, { externalId }));
    }),
    checkV2('Any other externalId is 400 with invalid_string', async (api) => {
      for (const externalId of ['', '1a', '_a', 'a-b', 'a b', 'a.b', 'größe', 'a\n', ' a'])
        refused(await create(api, { externalId }), 'externalId', 'invalid_string');
    }),
    checkV2('name and description must be strings; description may be null', async (api) => {
      refused(await create(api, { name: 7 }), 'name', 'invalid_type');
      refused(await create(api, { description: 7 }), 'description', 'invalid_type');
      succeeded(await create(api, { description: null }));
    }),
    checkV2('A second attribute with the same externalId is 409 conflict, and the first one stays', async (api) => {
      const first = await newAttribute(api);
      failed(await create(api, { name: 'Another', externalId: first.externalId }), 409, 'conflict');
      const kept = (await list(api)).filter(({ externalId }) => externalId === first.externalId);
      assert.deepEqual(kept, [first]);
    }),
    checkV2('Unknown body fields are ignored, as old clients expect of version 2', async (api) => {
      const attribute = succeeded(await create(api, { type: 'number', tenantId: 'x', colour: 'red' }));
      assert.equal(attribute.type, 'text');
      assert.ok(!('colour' in attribute));
    }),
    checkV2('DELETE /attributes/{attributeId} answers a delete result, and the attribute is gone', async (api) => {
      const { id } = await newAttribute(api);
      assert.deepEqual(succeeded(await api.del(`/v2/attributes/${id}`), 200), { deletedIds: [id], notFoundIds: [] });
      assert.ok(!(await list(api)).some((attribute) => attribute.id === id));
    }),
    checkV2('Deleting an attribute twice, an unknown one or what is no id reports it under notFoundIds', async (api) => {
      const { id } = await newAttribute(api);
      succeeded(await api.del(`/v2/attributes/${id}`));
      for (const gone of [id, unknownId(), 'nonsense'])
        assert.deepEqual(succeeded(await api.del(`/v2/attributes/${gone}`)), { deletedIds: [], notFoundIds: [gone] });
    }),
    checkV2('A deleted attribute is gone from the contacts that had a value of it', async (api) => {
      const { id } = await newAttribute(api);
      const contact = await newContact(api, { attributes: [{ id, value: 'x' }] });
      assert.equal(contact.attributes.length, 1);
      succeeded(await api.del(`/v2/attributes/${id}`));
      assert.deepEqual(succeeded(await api.get(`/v3/contacts/${contact.id}`)).attributes, []);
    }),
  ],
};
