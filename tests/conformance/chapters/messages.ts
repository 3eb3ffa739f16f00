import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Chapter, checkProvider } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { hasOnly, messageFields } from '../shapes.ts';
import { asSent, chatOf, message, messagesOf, newTalk, reachable, send, sent, statusesOf, whenIts } from '../talks.ts';
import { until } from '../until.ts';

const going = [
  checkProvider('POST /chats/{chatId}/messages answers 201 with the whole message, pending', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const made = await sent(api, talk, { text: 'We are open', metadata: { ticket: 7 } });
    hasOnly(made, messageFields);
    assert.deepEqual([made.type, made.sender, made.sources, made.status], ['text', 'outbound', ['api'], 'pending']);
    assert.deepEqual(made.content, { body: 'We are open', attachments: [], details: null });
    assert.deepEqual([made.sendState, made.vendorId, made.scheduledAt, made.errors], ['queued', null, null, []]);
    assert.deepEqual([made.metadata, statusesOf(made)], [{ ticket: 7 }, ['pending']]);
  }),
  checkProvider('A message names its chat, handle, contact and channel', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const { chat, handle, contact, channel } = await sent(api, talk, { text: 'Hi' });
    assert.deepEqual(chat, { id: talk.chat.id });
    assert.deepEqual(handle, { id: talk.chat.handleId, type: 'phone_number', value: talk.person });
    hasOnly(contact, {
      id: 'id',
      firstName: 'string | null',
      lastName: 'string | null',
      phoneNumber: 'string | null',
      email: 'string | null',
    });
    assert.equal(contact.id, talk.chat.contactId);
    assert.deepEqual([channel.id, channel.type], [talk.line.channelId, 'whatsapp']);
  }),
  checkProvider(
    'It goes out once, and what the provider says becomes its status: sent, then delivered',
    async (api, provider) => {
      const talk = await newTalk(api, provider);
      const { id } = await sent(api, talk, { text: 'We are open' });
      const after = await whenIts(api, id, 'delivered');
      assert.deepEqual([after.sendState, statusesOf(after)], ['accepted', ['pending', 'sent', 'delivered']]);
      const [one, ...more] = await asSent(talk.line);
      assert.equal(more.length, 0);
      assert.deepEqual([one.vendorId, one.ownId, one.body.text.body], [after.vendorId, id, 'We are open']);
    },
  ),
  checkProvider('The messages of a chat go out in the order they were accepted', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const texts = Array.from({ length: 8 }, (_, i) => `message ${i}`);
    for (const text of texts) await sent(api, talk, { text });
    const sends = await asSent(talk.line, texts.length);
    assert.deepEqual(
      sends.map(({ body }) => body.text.body),
      texts,
    );
  }),
  checkProvider(
    'Our own message is the chat’s latest; it neither opens the window nor counts as unread',
    async (api, provider) => {
      const talk = await newTalk(api, provider);
      const before = await chatOf(api, talk);
      const { id } = await sent(api, talk, { text: 'We are open' });
      const { vendorId } = await whenIts(api, id, 'delivered');
      const after = await chatOf(api, talk);
      assert.deepEqual(
        [after.latestMessage.id, after.latestMessage.sender, after.latestMessage.text],
        [id, 'outbound', 'We are open'],
      );
      assert.equal(after.latestMessage.vendorId, vendorId);
      assert.deepEqual([after.openUntil, after.unreadCount], [before.openUntil, before.unreadCount]);
    },
  ),
  checkProvider(
    'POST /messages opens the chat with a contact on a channel, and finds it the next time',
    async (api, provider) => {
      for (const kind of ['sms', 'email'] as const) {
        const line = await provider.line(api, kind);
        const contact = await reachable(api, line);
        const to = { contactId: contact.id, channelId: line.channelId };
        const first = succeeded(await api.post('/v3/messages', { ...to, text: 'Your parcel is here' }), 201);
        const again = succeeded(
          await api.post('/v3/messages', { ...to, handleId: contact.handles[0].id, text: 'Still here' }),
          201,
        );
        assert.equal(again.chat.id, first.chat.id);
        const chat = succeeded(await api.get(`/v3/chats/${first.chat.id}`));
        assert.deepEqual([chat.contactId, chat.channelId, chat.latestMessage.text], [contact.id, line.channelId, 'Still here']);
        await whenIts(api, again.id, 'delivered');
      }
    },
  ),
  checkProvider('Sending twice under one Idempotency-Key sends once; another text under it is 422', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const key = { 'idempotency-key': randomUUID() };
    const first = await send(api, talk, { text: 'Once' }, key);
    const again = await send(api, talk, { text: 'Once' }, key);
    assert.deepEqual([again.status, again.text], [201, first.text]);
    failed(await send(api, talk, { text: 'Twice' }, key), 422, 'idempotency_key_reused');
    await whenIts(api, first.body.data.id, 'delivered');
    assert.equal((await talk.line.sent()).length, 1);
    assert.equal((await messagesOf(api, talk.chat, { query: 'eq(sender,"outbound")' })).length, 1);
  }),
  checkProvider('What the provider refuses is failed, with its number and its words', async (api, provider) => {
    const talk = await newTalk(api, provider);
    await talk.line.turn({ errorFor: { [talk.person]: 131026 } });
    const { id } = await sent(api, talk, { text: 'Hi' });
    const { errors, sendState, history } = await whenIts(api, id, 'failed');
    hasOnly(errors[0], { key: 'string', code: 'string | null', message: 'string' });
    assert.deepEqual([errors[0].key, errors[0].code, sendState], ['undeliverable', '131026', 'failed']);
    assert.equal(history.at(-1).status, 'failed');
  }),
  checkProvider(
    'A call whose answer was lost is sendState unknown, is not repeated, and settled by a callback',
    async (api, provider) => {
      const talk = await newTalk(api, provider);
      await talk.line.turn({ dropConnectionAfterAccept: { next: 1 }, statuses: [] });
      const { id } = await sent(api, talk, { text: 'Hi' });
      const lost = await until(
        'unknown',
        () => message(api, id),
        ({ sendState }) => sendState === 'unknown',
      );
      assert.deepEqual([lost.status, lost.errors[0]?.key], ['pending', 'outcome_unknown']);
      const [{ vendorId }] = await asSent(talk.line);
      await talk.line.emit({ status: { vendorId, status: 'delivered' } });
      const settled = await whenIts(api, id, 'delivered');
      assert.deepEqual([settled.sendState, settled.vendorId, settled.errors], ['accepted', vendorId, []]);
      assert.equal((await talk.line.sent()).length, 1);
    },
  ),
];

export const messages: Chapter = { title: 'Messages: sending', checks: going };
