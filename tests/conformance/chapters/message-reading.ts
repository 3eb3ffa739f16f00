import assert from 'node:assert/strict';
import { type Chapter, check, checkProvider } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChat, unknownId } from '../fixtures.ts';
import { hasFields, messageFields } from '../shapes.ts';
import { chatOf, message, messagesOf, newTalk, sent, statusesOf, whenIts } from '../talks.ts';

/** Long enough to look at the message before, on a busy machine. */
const SOON_MS = 6_000;
const soon = (): string => new Date(Date.now() + SOON_MS).toISOString();
const LATER = '2099-01-01T00:00:00.000Z';

const scheduled = [
  checkProvider('With scheduledAt it waits, unsent and unseen, and goes out at its time', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const scheduledAt = soon();
    const made = await sent(api, talk, { text: 'Good morning', scheduledAt });
    assert.deepEqual([made.status, made.scheduledAt, made.timestamp], ['scheduled', scheduledAt, scheduledAt]);
    assert.deepEqual(await talk.line.sent(), []);
    assert.equal((await chatOf(api, talk)).latestMessage.text, 'Hello');
    const after = await whenIts(api, made.id, 'delivered');
    assert.deepEqual(statusesOf(after), ['scheduled', 'pending', 'sent', 'delivered']);
    const [one] = await talk.line.sent();
    assert.ok(Date.parse(one.at) >= Date.parse(scheduledAt), 'it went out too early');
    assert.equal((await chatOf(api, talk)).latestMessage.text, 'Good morning');
  }),
  checkProvider('A scheduledAt that is past means now', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const made = await sent(api, talk, { text: 'Hi', scheduledAt: '2020-01-01T00:00:00.000Z' });
    assert.deepEqual([made.status, made.scheduledAt], ['pending', null]);
    await whenIts(api, made.id, 'delivered');
  }),
  checkProvider(
    'POST /messages/{messageId}/cancel takes a scheduled message back: it is deleted and never sent',
    async (api, provider) => {
      const talk = await newTalk(api, provider);
      const { id } = await sent(api, talk, { text: 'Never mind', scheduledAt: soon() });
      const cancelled = succeeded(await api.post(`/v3/messages/${id}/cancel`));
      assert.deepEqual([cancelled.id, cancelled.status, cancelled.sendState], [id, 'deleted', 'cancelled']);
      const other = await sent(api, talk, { text: 'At the same time', scheduledAt: soon() });
      await whenIts(api, other.id, 'delivered');
      assert.equal((await message(api, id)).status, 'deleted');
      assert.equal((await talk.line.sent()).length, 1);
    },
  ),
  checkProvider('Only a scheduled message can be cancelled: else 409 conflict; an unknown one is 404', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const [waiting, gone] = [
      await sent(api, talk, { text: 'Later', scheduledAt: LATER }),
      await sent(api, talk, { text: 'Now' }),
    ];
    succeeded(await api.post(`/v3/messages/${waiting.id}/cancel`));
    for (const { id } of [waiting, gone]) failed(await api.post(`/v3/messages/${id}/cancel`), 409, 'conflict');
    for (const id of [unknownId(), 'nonsense']) failed(await api.post(`/v3/messages/${id}/cancel`), 404, 'message_not_found');
  }),
];

const read = [
  checkProvider('GET /messages/{messageId} answers the message, as sending it did', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const made = await sent(api, talk, { text: 'Later', scheduledAt: LATER });
    assert.deepEqual(await message(api, made.id), made);
  }),
  check('A message that does not exist is 404 message_not_found', async (api) => {
    for (const id of [unknownId(), 'nonsense', '%00']) failed(await api.get(`/v3/messages/${id}`), 404, 'message_not_found');
  }),
  checkProvider('Another tenant’s message looks as if it did not exist', async (api, provider) => {
    const { id } = await sent(api, await newTalk(api, provider), { text: 'Later', scheduledAt: LATER });
    const theirs = { token: api.otherToken };
    alike(await api.get(`/v3/messages/${id}`, theirs), await api.get(`/v3/messages/${unknownId()}`, theirs));
    alike(
      await api.post(`/v3/messages/${id}/cancel`, undefined, theirs),
      await api.post(`/v3/messages/${unknownId()}/cancel`, undefined, theirs),
    );
    assert.equal((await message(api, id)).status, 'scheduled');
  }),
  checkProvider('POST /chats/{chatId}/messages/search lists a chat’s messages, newest first', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const { id } = await sent(api, talk, { text: 'We are open' });
    const found = await messagesOf(api, talk.chat);
    for (const one of found) hasFields(one, messageFields);
    assert.deepEqual(
      found.map(({ content }) => content.body),
      ['We are open', 'Hello'],
    );
    assert.equal(found[0].id, id);
  }),
  checkProvider('It filters by sender, type, status, sendState and time, and searches in the text', async (api, provider) => {
    const talk = await newTalk(api, provider);
    await sent(api, talk, { text: 'Later', scheduledAt: LATER });
    const only = async (body: object) => (await messagesOf(api, talk.chat, body)).map(({ content }) => content.body);
    assert.deepEqual(await only({ query: 'eq(sender,"inbound")' }), ['Hello']);
    assert.deepEqual(await only({ query: 'and(eq(type,"text"),eq(status,"scheduled"),eq(sendState,"queued"))' }), ['Later']);
    assert.deepEqual(await only({ query: `eq(scheduledAt,"${LATER}")` }), ['Later']);
    assert.deepEqual(await only({ query: 'lt(timestamp,"2090-01-01")' }), ['Hello']);
    assert.deepEqual(await only({ search: 'LAT' }), ['Later']);
  }),
  check('Searching or sending in a chat that does not exist is 404 chat_not_found', async (api) => {
    for (const id of [unknownId(), 'nonsense']) {
      failed(await api.post(`/v3/chats/${id}/messages/search`, {}), 404, 'chat_not_found');
      failed(await api.post(`/v3/chats/${id}/messages`, { text: 'Hi' }), 404, 'chat_not_found');
    }
  }),
  checkProvider('The text of a sensitive chat is in the message itself and not in lists', async (api, provider) => {
    const talk = await newTalk(api, provider);
    succeeded(await api.put(`/v3/chats/${talk.chat.id}`, { isSensitive: true }));
    const { id } = await sent(api, talk, { text: 'Your result', scheduledAt: LATER });
    const [listed] = await messagesOf(api, talk.chat, { query: `eq(id,"${id}")` });
    assert.deepEqual([listed.isSensitive, listed.content], [true, { body: null, attachments: [], details: null }]);
    assert.equal((await message(api, id)).content.body, 'Your result');
  }),
  check('Reading needs messages.read, sending messages.write', async (api) => {
    const { id } = await newChat(api);
    const [reader, writer] = [await narrowToken(api, 'messages.read'), await narrowToken(api, 'messages.write')];
    succeeded(await api.post(`/v3/chats/${id}/messages/search`, {}, { token: reader }));
    failed(await api.post(`/v3/chats/${id}/messages/search`, {}, { token: writer }), 403, 'forbidden');
    failed(await api.post(`/v3/chats/${id}/messages`, { text: 'Hi' }, { token: reader }), 403, 'forbidden');
    failed(await api.post('/v3/messages', { text: 'Hi' }, { token: reader }), 403, 'forbidden');
    failed(await api.post(`/v3/messages/${unknownId()}/cancel`, undefined, { token: reader }), 403, 'forbidden');
    refused(await api.post('/v3/messages', { text: 'Hi' }, { token: writer }), 'contactId', 'required');
  }),
];

export const messageReading: Chapter = { title: 'Messages: later, and reading them', checks: [...scheduled, ...read] };
