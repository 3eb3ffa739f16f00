import assert from 'node:assert/strict';
import { type Chapter, check } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newChannel, newChat, newContact, uniqueEmail, uniquePhoneNumber, unknownId } from '../fixtures.ts';

export const chats: Chapter = {
  title: 'Chats',
  checks: [
    check('GET /chats/{chatId} answers the chat', async (api) => {
      const chat = await newChat(api);
      assert.deepEqual(succeeded(await api.get(`/v3/chats/${chat.id}`)), chat);
    }),
    check('Reading a chat that does not exist is 404 chat_not_found', async (api) => {
      failed(await api.get(`/v3/chats/${unknownId()}`), 404, 'chat_not_found');
    }),
    check('Any string is taken as a chat id; one that is none of ours is not found, never 400 or 500', async (api) => {
      for (const id of ['1', 'search', 'é', '%00', '%ZZ', '..%2f..', "';--", 'x'.repeat(3_000)])
        failed(await api.get(`/v3/chats/${id}`), 404, 'chat_not_found');
    }),
    check('DELETE /chats/{chatId} answers the id under deletedIds', async (api) => {
      const { id } = await newChat(api);
      assert.deepEqual(succeeded(await api.del(`/v3/chats/${id}`)), { deletedIds: [id], notFoundIds: [] });
    }),
    check('Deleting a chat twice answers 200 and reports it under notFoundIds', async (api) => {
      const { id } = await newChat(api);
      succeeded(await api.del(`/v3/chats/${id}`));
      assert.deepEqual(succeeded(await api.del(`/v3/chats/${id}`)), { deletedIds: [], notFoundIds: [id] });
    }),
    check('Deleting what is no id of ours reports it under notFoundIds as it was given', async (api) => {
      assert.deepEqual(succeeded(await api.del('/v3/chats/no-such-chat')), { deletedIds: [], notFoundIds: ['no-such-chat'] });
    }),
    check('A deleted chat is gone: it is not found, and its contact no longer lists it', async (api) => {
      const { id, contactId } = await newChat(api);
      succeeded(await api.del(`/v3/chats/${id}`));
      failed(await api.get(`/v3/chats/${id}`), 404, 'chat_not_found');
      const contact = succeeded(await api.get(`/v3/contacts/${contactId}`));
      assert.deepEqual(contact.chats, []);
      assert.equal(contact.handles[0].hasChats, false);
    }),
    check('POST /chats makes an open chat with the contact’s handle that the channel can reach', async (api) => {
      const contact = await newContact(api, { email: uniqueEmail() });
      for (const [type, handleType] of [
        ['email', 'email'],
        ['sms', 'phone_number'],
      ] as const) {
        const channel = await newChannel(api, type);
        const chat = succeeded(await api.post('/v3/chats', { channelId: channel.id, contactId: contact.id }), 201);
        assert.deepEqual([chat.status, chat.channelId, chat.contactId], ['open', channel.id, contact.id]);
        assert.equal(chat.handle.type, handleType);
      }
    }),
    check('POST /chats takes the handle that handleId names', async (api) => {
      const [first, second] = [uniquePhoneNumber(), uniquePhoneNumber()].map((value) => ({ type: 'phone_number', value }));
      const contact = await newContact(api, { phoneNumber: undefined, handles: [first, second] });
      const body = { channelId: (await newChannel(api)).id, contactId: contact.id, handleId: contact.handles[1].id };
      assert.equal(succeeded(await api.post('/v3/chats', body), 201).handleId, contact.handles[1].id);
    }),
    check('A handle that the channel cannot reach is refused', async (api) => {
      const contact = await newContact(api);
      const channel = await newChannel(api, 'email');
      refused(await api.post('/v3/chats', { channelId: channel.id, contactId: contact.id }), 'contactId', 'custom');
      const body = { channelId: channel.id, contactId: contact.id, handleId: contact.handles[0].id };
      refused(await api.post('/v3/chats', body), 'handleId', 'custom');
    }),
    check('A chat with an unknown channel is refused with not_found for channelId', async (api) => {
      const body = { channelId: unknownId(), contactId: (await newContact(api)).id };
      refused(await api.post('/v3/chats', body), 'channelId', 'not_found');
    }),
    check('A chat with an unknown contact is 404 contact_not_found', async (api) => {
      const body = { channelId: (await newChannel(api)).id, contactId: unknownId() };
      failed(await api.post('/v3/chats', body), 404, 'contact_not_found');
    }),
    check('A second chat with the same handle on the same channel is 409 conflict', async (api) => {
      const { channelId, contactId } = await newChat(api);
      failed(await api.post('/v3/chats', { channelId, contactId }), 409, 'conflict');
    }),
    check('PUT /chats/{chatId} sets isSensitive, and what is not given stays', async (api) => {
      const { id } = await newChat(api, { isSensitive: false });
      assert.equal(succeeded(await api.put(`/v3/chats/${id}`, { isSensitive: true })).isSensitive, true);
      assert.equal(succeeded(await api.put(`/v3/chats/${id}`, {})).isSensitive, true);
      assert.equal(succeeded(await api.get(`/v3/chats/${id}`)).isSensitive, true);
    }),
    check('POST /chats/{chatId}/read answers the chat, read', async (api) => {
      const chat = await newChat(api);
      const read = succeeded(await api.post(`/v3/chats/${chat.id}/read`));
      assert.deepEqual([read.id, read.isUnread, read.unreadCount], [chat.id, false, 0]);
    }),
    check('Changing or reading a chat that does not exist is 404 chat_not_found', async (api) => {
      failed(await api.put(`/v3/chats/${unknownId()}`, {}), 404, 'chat_not_found');
      failed(await api.post(`/v3/chats/${unknownId()}/read`), 404, 'chat_not_found');
    }),
  ],
};
