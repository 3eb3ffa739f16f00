import assert from 'node:assert/strict';
import type { Api, Json, Reply } from '../api.ts';
import { type Chapter, check } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newChat, unknownId } from '../fixtures.ts';

const later = '2099-01-01T00:00:00.000Z';
const set = (api: Api, { id }: Json, body?: unknown): Promise<Reply> => api.post(`/v3/chats/${id}/status`, body);

async function chatThatIs(api: Api, status: 'open' | 'closed' | 'snoozed'): Promise<Json> {
  const chat = await newChat(api);
  if (status === 'open') return chat;
  return succeeded(await set(api, chat, { status, ...(status === 'snoozed' && { snoozedUntil: later }) }));
}

export const chatStatus: Chapter = {
  title: 'The status of a chat',
  checks: [
    check('A new chat is open', async (api) => assert.equal((await newChat(api)).status, 'open')),
    check('POST /chats/{chatId}/status closes an open chat and answers the chat', async (api) => {
      const chat = await chatThatIs(api, 'open');
      const closed = succeeded(await set(api, chat, { status: 'closed' }));
      assert.deepEqual([closed.id, closed.status], [chat.id, 'closed']);
      assert.deepEqual(succeeded(await api.get(`/v3/chats/${chat.id}`)), closed);
    }),
    check('Without a status it opens the chat, with an empty object and without a body', async (api) => {
      for (const body of [{}, undefined]) {
        const chat = await chatThatIs(api, 'closed');
        assert.equal(succeeded(await set(api, chat, body)).status, 'open');
      }
    }),
    check('The body of the specification, triggerAutomations alone, opens the chat', async (api) => {
      for (const triggerAutomations of [true, false]) {
        const chat = await chatThatIs(api, 'closed');
        assert.equal(succeeded(await set(api, chat, { triggerAutomations })).status, 'open');
      }
    }),
    check('triggerAutomations must be a boolean', async (api) => {
      const chat = await chatThatIs(api, 'closed');
      for (const triggerAutomations of ['true', 1, null])
        refused(await set(api, chat, { triggerAutomations }), 'triggerAutomations', 'invalid_type');
      assert.equal(succeeded(await api.get(`/v3/chats/${chat.id}`)).status, 'closed');
    }),
    check('A status other than open, closed and snoozed is refused', async (api) => {
      const chat = await chatThatIs(api, 'open');
      for (const status of ['pending', 'OPEN', '']) refused(await set(api, chat, { status }), 'status', 'invalid_enum_value');
    }),
    check('An unknown field is refused with unrecognized_keys, and the chat stays as it was', async (api) => {
      const chat = await chatThatIs(api, 'open');
      refused(await set(api, chat, { status: 'closed', reason: 'done' }), 'reason', 'unrecognized_keys');
      assert.equal(succeeded(await api.get(`/v3/chats/${chat.id}`)).status, 'open');
    }),
    check('An open chat can be snoozed until a time', async (api) => {
      const { status, snoozedUntil } = await chatThatIs(api, 'snoozed');
      assert.deepEqual([status, snoozedUntil], ['snoozed', later]);
    }),
    check('Snoozing needs snoozedUntil', async (api) => {
      refused(await set(api, await chatThatIs(api, 'open'), { status: 'snoozed' }), 'snoozedUntil', 'required');
    }),
    check('snoozedUntil must be a time, and in the future', async (api) => {
      const chat = await chatThatIs(api, 'open');
      for (const snoozedUntil of ['tomorrow', '2099-02-30T00:00:00Z', '2020-01-01T00:00:00Z'])
        refused(await set(api, chat, { status: 'snoozed', snoozedUntil }), 'snoozedUntil', 'invalid_date');
    }),
    check('snoozedUntil with another status is refused', async (api) => {
      const chat = await chatThatIs(api, 'open');
      refused(await set(api, chat, { status: 'closed', snoozedUntil: later }), 'snoozedUntil', 'custom');
    }),
    check('Opening a snoozed chat takes snoozedUntil away', async (api) => {
      const { status, snoozedUntil } = succeeded(await set(api, await chatThatIs(api, 'snoozed'), { status: 'open' }));
      assert.deepEqual([status, snoozedUntil], ['open', null]);
    }),
    check('A snoozed chat can be closed, which takes snoozedUntil away', async (api) => {
      const closed = succeeded(await set(api, await chatThatIs(api, 'snoozed'), { status: 'closed' }));
      assert.deepEqual([closed.status, closed.snoozedUntil], ['closed', null]);
    }),
    check('A closed chat can be snoozed', async (api) => {
      const snoozed = succeeded(await set(api, await chatThatIs(api, 'closed'), { status: 'snoozed', snoozedUntil: later }));
      assert.deepEqual([snoozed.status, snoozed.snoozedUntil], ['snoozed', later]);
    }),
    check('Snoozing a snoozed chat changes its time; the same time changes nothing, not even updatedAt', async (api) => {
      const chat = await chatThatIs(api, 'snoozed');
      assert.deepEqual(succeeded(await set(api, chat, { status: 'snoozed', snoozedUntil: later })), chat);
      const muchLater = '2099-06-01T00:00:00.000Z';
      const again = succeeded(await set(api, chat, { status: 'snoozed', snoozedUntil: muchLater }));
      assert.deepEqual([again.status, again.snoozedUntil], ['snoozed', muchLater]);
    }),
    check('Setting the status a chat already has changes nothing, not even updatedAt', async (api) => {
      for (const status of ['open', 'closed'] as const) {
        const chat = await chatThatIs(api, status);
        assert.deepEqual(succeeded(await set(api, chat, { status })), chat);
      }
    }),
    check('Setting the status of a chat that does not exist is 404 chat_not_found', async (api) => {
      failed(await set(api, { id: unknownId() }, {}), 404, 'chat_not_found');
    }),
  ],
};
