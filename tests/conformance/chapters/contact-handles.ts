import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, newContact, uniqueEmail, uniquePhoneNumber, unknownId } from '../fixtures.ts';

const add = (api: Api, contactId: string, body: object, options = {}) =>
  api.post(`/v3/contacts/${contactId}/handles`, body, options);
const remove = (api: Api, contactId: string, handleId: string, options = {}) =>
  api.del(`/v3/contacts/${contactId}/handles/${handleId}`, options);

const handles = [
  check(
    'POST /contacts/{contactId}/handles adds an address; the first of a type is primary, a later one if it says so',
    async (api) => {
      const { id } = await newContact(api);
      const [first, second] = [uniqueEmail(), uniqueEmail()];
      assert.equal(succeeded(await add(api, id, { type: 'email', value: first })).email, first);
      assert.equal(succeeded(await add(api, id, { type: 'email', value: second })).email, first);
      const changed = succeeded(await add(api, id, { type: 'email', value: second, isPrimary: true }));
      assert.equal(changed.email, second);
      assert.equal(changed.handles.length, 3);
    },
  ),
  check('An address of another contact is 409 conflict, a malformed one 400', async (api) => {
    const [one, other] = [await newContact(api), await newContact(api)];
    failed(await add(api, one.id, { type: 'phone_number', value: other.phoneNumber }), 409, 'conflict');
    const malformed = await add(api, one.id, { type: 'email', value: 'nobody' });
    assert.deepEqual([malformed.status, Object.keys(malformed.body.error.invalidParams)], [400, ['value']]);
    refused(await add(api, one.id, { type: 'fax', value: '1' }), 'type', 'invalid_enum_value');
  }),
  check('DELETE /contacts/{contactId}/handles/{handleId}: the oldest other one of the type becomes primary', async (api) => {
    const contact = await newContact(api);
    const value = uniquePhoneNumber();
    succeeded(await add(api, contact.id, { type: 'phone_number', value }));
    const [{ id }] = contact.handles;
    assert.deepEqual(succeeded(await remove(api, contact.id, id)), { deletedIds: [id], notFoundIds: [] });
    assert.equal(succeeded(await api.get(`/v3/contacts/${contact.id}`)).phoneNumber, value);
    assert.deepEqual(succeeded(await remove(api, contact.id, id)), { deletedIds: [], notFoundIds: [id] });
  }),
  check('An address with chats is not removed: 409 conflict', async (api) => {
    const chat = await newChat(api);
    failed(await remove(api, chat.contactId, chat.handleId), 409, 'conflict');
  }),
  check('Adding and removing need contacts.write; an unknown contact is like one of another tenant', async (api) => {
    const [mine, theirs] = [await newContact(api), await newContact(api, {}, { token: api.otherToken })];
    const body = { type: 'email', value: uniqueEmail() };
    const token = await narrowToken(api, 'contacts.read');
    failed(await add(api, mine.id, body, { token }), 403, 'forbidden');
    failed(await remove(api, mine.id, mine.handles[0].id, { token }), 403, 'forbidden');
    failed(await add(api, unknownId(), body), 404, 'contact_not_found');
    alike(await add(api, theirs.id, body), await add(api, unknownId(), body));
  }),
];

const timeline = [
  check('POST /contacts/{contactId}/timeline/search finds what happened with a contact, the latest first', async (api) => {
    const { id } = await newContact(api);
    await newContact(api);
    succeeded(await api.put(`/v3/contacts/${id}`, { firstName: 'Augusta' }));
    const events = succeeded(await api.post(`/v3/contacts/${id}/timeline/search`, {}));
    assert.deepEqual(
      events.map(({ event, data }: Json) => [event, data.id]),
      [
        ['contact.updated', id],
        ['contact.created', id],
      ],
    );
    const query = 'eq(event,"contact.created")';
    assert.equal(succeeded(await api.post(`/v3/contacts/${id}/timeline/search`, { query })).length, 1);
  }),
  check('The timeline needs events.read; an unknown contact is 404, like one of another tenant', async (api) => {
    const [mine, theirs] = [await newContact(api), await newContact(api, {}, { token: api.otherToken })];
    const search = (id: string, options = {}) => api.post(`/v3/contacts/${id}/timeline/search`, {}, options);
    failed(await search(mine.id, { token: await narrowToken(api, 'contacts.read') }), 403, 'forbidden');
    failed(await search(unknownId()), 404, 'contact_not_found');
    alike(await search(theirs.id), await search(unknownId()));
  }),
];

export const contactHandles: Chapter = { title: 'Addresses and timeline of a contact', checks: [...handles, ...timeline] };
