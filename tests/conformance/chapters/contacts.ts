import assert from 'node:assert/strict';
import type { Json } from '../api.ts';
import { type Chapter, check, checkV2 } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newAttribute, newChat, newContact, uniqueEmail, uniquePhoneNumber, unknownId } from '../fixtures.ts';

export const contacts: Chapter = {
  title: 'Contacts',
  checks: [
    check('POST /contacts makes a contact that can then be read', async (api) => {
      const contact = await newContact(api, { metadata: { crm: { id: 7 } }, isSubscribed: false });
      assert.deepEqual(contact.metadata, { crm: { id: 7 } });
      assert.equal(contact.isSubscribed, false);
      assert.deepEqual(succeeded(await api.get(`/v3/contacts/${contact.id}`)), contact);
    }),
    check('fullName is the first and the last name; displayName is it unless one is given', async (api) => {
      const { fullName, displayName } = await newContact(api);
      assert.deepEqual([fullName, displayName], ['Ada Lovelace', 'Ada Lovelace']);
      assert.equal((await newContact(api, { displayName: 'The Countess' })).displayName, 'The Countess');
    }),
    check('search finds a contact by any part of its names, and by a new name only after a change', async (api) => {
      const word = uniqueEmail().replace(/[^a-z0-9]/g, '');
      const { id } = await newContact(api, { firstName: 'Mary', lastName: `${word}-Jones` });
      const found = async (search: string) =>
        succeeded(await api.post('/v3/contacts/search', { search })).map((contact: Json) => contact.id);
      for (const part of [word, word.toUpperCase(), word.slice(3), `ary ${word}`, `${word.slice(-6)}-jo`])
        assert.ok((await found(part)).includes(id), part);
      succeeded(await api.put(`/v3/contacts/${id}`, { lastName: `New${word.slice(2)}` }));
      assert.deepEqual(await found(word), []);
      assert.deepEqual(await found(`w${word.slice(2)}`), [id]);
    }),
    check('phoneNumber and email become the primary handles of their types', async (api) => {
      const [phoneNumber, email] = [uniquePhoneNumber(), uniqueEmail()];
      const contact = await newContact(api, { phoneNumber, email });
      assert.deepEqual([contact.phoneNumber, contact.email], [phoneNumber, email]);
      const seen = contact.handles.map(({ type, value, isPrimary }: Json) => ({ type, value, isPrimary }));
      const wanted = [
        { type: 'phone_number', value: phoneNumber },
        { type: 'email', value: email },
      ];
      assert.deepEqual(
        seen,
        wanted.map((handle) => ({ ...handle, isPrimary: true })),
      );
    }),
    check('A handle keeps its value as given and its extra; the type must be one of five', async (api) => {
      const value = `4915 (${Math.random().toString().slice(2, 8)}) 77-88`;
      const { handles } = await newContact(api, {
        handles: [{ type: 'phone_number', value, extra: { carrier: 'x' } }],
        phoneNumber: undefined,
      });
      assert.deepEqual([handles[0].value, handles[0].extra], [value, { carrier: 'x' }]);
      const types = ['email', 'instagram_id', 'whatsapp_user_id', 'external'];
      const contact = await newContact(api, { handles: types.map((type) => ({ type, value: uniqueEmail() })) });
      assert.deepEqual(contact.handles.map((handle: Json) => handle.type).sort(), [...types, 'phone_number'].sort());
      refused(await api.post('/v3/contacts', { handles: [{ type: 'fax', value: '1' }] }), 'handles.0.type', 'invalid_enum_value');
    }),
    check('A phone number or email that another contact has is 409 conflict, however it is written', async (api) => {
      const email = uniqueEmail();
      await newContact(api, { email });
      failed(await api.post('/v3/contacts', { email: email.toUpperCase() }), 409, 'conflict');
      const { phoneNumber } = await newContact(api);
      failed(await api.post('/v3/contacts', { phoneNumber: phoneNumber.replace('+', '00') }), 409, 'conflict');
    }),
    check('An email or a phone number that is none is refused with invalid_string', async (api) => {
      refused(await api.post('/v3/contacts', { email: 'ada' }), 'email', 'invalid_string');
      refused(await api.post('/v3/contacts', { phoneNumber: 'call me' }), 'phoneNumber', 'invalid_string');
    }),
    check('PUT /contacts/{contactId} changes what is given, null takes away, and the rest stays', async (api) => {
      const before = await newContact(api, { metadata: { a: 1 } });
      const after = succeeded(await api.put(`/v3/contacts/${before.id}`, { firstName: 'Augusta', lastName: null }));
      assert.deepEqual([after.firstName, after.lastName, after.fullName], ['Augusta', null, 'Augusta']);
      assert.deepEqual([after.phoneNumber, after.metadata], [before.phoneNumber, { a: 1 }]);
    }),
    check('A new phoneNumber becomes the primary handle, and the old one stays as a handle', async (api) => {
      const before = await newContact(api);
      const phoneNumber = uniquePhoneNumber();
      const after = succeeded(await api.put(`/v3/contacts/${before.id}`, { phoneNumber }));
      assert.equal(after.phoneNumber, phoneNumber);
      const primaries = Object.fromEntries(after.handles.map((handle: Json) => [handle.value, handle.isPrimary]));
      assert.deepEqual(primaries, { [before.phoneNumber]: false, [phoneNumber]: true });
    }),
    check('metadata may have 4 KiB and no more', async (api) => {
      const ofBytes = (bytes: number) => ({ metadata: { a: 'x'.repeat(bytes - '{"a":""}'.length) } });
      await newContact(api, ofBytes(4_096));
      refused(await api.post('/v3/contacts', ofBytes(4_097)), 'metadata', 'custom');
      refused(await api.post('/v3/contacts', { metadata: [1] }), 'metadata', 'invalid_type');
    }),
    checkV2('Attribute values are set by id, must fit their type, and null takes one away', async (api) => {
      const [{ id }, contact] = [await newAttribute(api), await newContact(api)];
      const put = (value: unknown, attribute = id) =>
        api.put(`/v3/contacts/${contact.id}`, { attributes: [{ id: attribute, value }] });
      assert.equal(succeeded(await put('42')).attributes[0].value, '42');
      refused(await put(42), 'attributes.0.value', 'invalid_type');
      refused(await put('42', unknownId()), 'attributes.0.id', 'not_found');
      assert.deepEqual(succeeded(await put(null)).attributes, []);
    }),
    check('A contact that does not exist is 404 contact_not_found to read, change and label', async (api) => {
      failed(await api.get(`/v3/contacts/${unknownId()}`), 404, 'contact_not_found');
      failed(await api.get('/v3/contacts/not-an-id'), 404, 'contact_not_found');
      failed(await api.put(`/v3/contacts/${unknownId()}`, {}), 404, 'contact_not_found');
      failed(await api.post(`/v3/contacts/${unknownId()}/labels`, { labels: [] }), 404, 'contact_not_found');
    }),
    check('DELETE /contacts/{contactId} takes its chats along; twice is under notFoundIds', async (api) => {
      const { id, contactId } = await newChat(api);
      const path = `/v3/contacts/${contactId}`;
      assert.deepEqual(succeeded(await api.del(path)), { deletedIds: [contactId], notFoundIds: [] });
      assert.deepEqual(succeeded(await api.del(path)), { deletedIds: [], notFoundIds: [contactId] });
      failed(await api.get(path), 404, 'contact_not_found');
      failed(await api.get(`/v3/chats/${id}`), 404, 'chat_not_found');
    }),
  ],
};
