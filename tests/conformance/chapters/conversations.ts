import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, checkProvider } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { aWhile } from '../queue.ts';
import { hasOnly, latestMessageFields, messageFields } from '../shapes.ts';
import {
  byVendorId,
  chatOf,
  chatWith,
  message,
  messagesOf,
  newTalk,
  says,
  send,
  sent,
  stranger,
  type Talk,
  whenIts,
} from '../talks.ts';
import { newContact, uniquePhoneNumber } from '../things.ts';
import { until } from '../until.ts';

const DAY_MS = 86_400_000;
const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;
const statusEvents = async (api: Api, { line, chat }: Talk): Promise<Json[]> => {
  const query = `and(eq(event,"chat.status_changed"),eq(channelId,"${line.channelId}"))`;
  return succeeded(await api.post('/v3/events/search', { query })).filter(({ data }: Json) => data.id === chat.id);
};

const people = [
  checkProvider(
    'Somebody unknown writes: there is a contact with their name and number, and an open chat',
    async (api, provider) => {
      const { chat, person, line } = await newTalk(api, provider, 'whatsapp', 'Is anybody there?');
      assert.deepEqual([chat.status, chat.channelId, chat.handle.value], ['open', line.channelId, person]);
      assert.deepEqual([chat.contact.displayName, chat.contact.phoneNumber, chat.contact.isSubscribed], ['Sheena', person, true]);
    },
  ),
  checkProvider('Somebody known writes from a number spelt otherwise: the same contact', async (api, provider) => {
    const number = uniquePhoneNumber();
    const contact = await newContact(api, { phoneNumber: `${number.slice(0, 3)} ${number.slice(3, 7)}-${number.slice(7)}` });
    const line = await provider.line(api, 'whatsapp');
    await line.write({ from: number, text: 'It is me' });
    assert.equal((await chatWith(api, line)).contactId, contact.id);
  }),
  checkProvider(
    'However often somebody writes, they have one chat on a channel, and another on another',
    async (api, provider) => {
      const talk = await newTalk(api, provider);
      await says(api, talk, { text: 'Hello again' });
      const chats = await api.post('/v3/chats/search', { query: `eq(channelId,"${talk.line.channelId}")` });
      assert.equal(chats.body.pagination.total, 1);
      const other = await provider.line(api, 'sms');
      await other.write({ from: talk.person, text: 'And by text' });
      const second = await chatWith(api, other);
      assert.notEqual(second.id, talk.chat.id);
      assert.equal(second.contactId, talk.chat.contactId);
    },
  ),
  checkProvider('Somebody without a number, known by a user id, is a contact all the same', async (api, provider) => {
    const line = await provider.line(api, 'whatsapp');
    await line.write({ from: stranger('whatsapp'), text: 'No number', withoutPhoneNumber: true });
    const { handle, contact } = await chatWith(api, line);
    assert.deepEqual([handle.type, contact.phoneNumber], ['whatsapp_user_id', null]);
  }),
  checkProvider(
    'A number learnt later belongs to the same contact, and a text from it can be answered',
    async (api, provider) => {
      const [line, texts] = [await provider.line(api, 'whatsapp'), await provider.line(api, 'sms')];
      const person = stranger('whatsapp');
      const userId = `US.${person.slice(1)}`;
      await line.write({ from: person, userId, text: 'No number', withoutPhoneNumber: true });
      const talk = { line, person, chat: await chatWith(api, line) };
      await says(api, talk, { userId, text: 'Now with a number' });
      await texts.write({ from: person, text: 'And by text' });
      const chat = await chatWith(api, texts);
      assert.deepEqual([chat.contactId, chat.handle.type, chat.handle.value], [talk.chat.contactId, 'phone_number', person]);
      await whenIts(api, (await sent(api, { chat }, { text: 'Hello' })).id, 'delivered');
    },
  ),
];

const alive = [
  checkProvider('latestMessage is the contact’s message, in exactly six fields', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const vendorId = await talk.line.write({ from: talk.person, text: 'The newest' });
    const { latestMessage } = await chatWith(api, talk.line, (chat) => chat.latestMessage.vendorId === vendorId);
    hasOnly(latestMessage, latestMessageFields);
    assert.deepEqual([latestMessage.sender, latestMessage.type, latestMessage.text], ['inbound', 'text', 'The newest']);
    const whole = await message(api, latestMessage.id);
    assert.deepEqual([whole.vendorId, whole.timestamp], [vendorId, latestMessage.timestamp]);
  }),
  checkProvider('An older message that arrives late does not become the latest', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const late = await says(api, talk, { text: 'Written before', timestamp: secondsAgo(3600) });
    const { latestMessage } = await chatOf(api, talk);
    assert.notEqual(latestMessage.id, late.id);
    assert.equal(latestMessage.text, 'Hello');
  }),
  checkProvider(
    'isUnread and unreadCount follow the contact’s messages; POST /chats/{chatId}/read clears them',
    async (api, provider) => {
      const talk = await newTalk(api, provider);
      assert.deepEqual([talk.chat.isUnread, talk.chat.unreadCount], [true, 1]);
      await says(api, talk, { text: 'Two' });
      assert.equal((await chatOf(api, talk)).unreadCount, 2);
      const read = succeeded(await api.post(`/v3/chats/${talk.chat.id}/read`));
      assert.deepEqual([read.isUnread, read.unreadCount], [false, 0]);
      await says(api, talk, { text: 'Three' });
      const again = await chatOf(api, talk);
      assert.deepEqual([again.isUnread, again.unreadCount], [true, 1]);
    },
  ),
  checkProvider('openUntil is 24 hours after the contact’s last message on WhatsApp and Instagram', async (api, provider) => {
    for (const kind of ['whatsapp', 'instagram'] as const) {
      const { chat } = await newTalk(api, provider, kind);
      assert.equal(Date.parse(chat.openUntil), Date.parse(chat.latestMessage.timestamp) + DAY_MS, kind);
    }
  }),
  checkProvider('An older message does not shorten the window', async (api, provider) => {
    const talk = await newTalk(api, provider);
    await says(api, talk, { text: 'Written before', timestamp: secondsAgo(7200) });
    assert.equal((await chatOf(api, talk)).openUntil, talk.chat.openUntil);
  }),
  checkProvider('SMS and email have no window: openUntil stays null', async (api, provider) => {
    for (const kind of ['sms', 'email'] as const) {
      const talk = await newTalk(api, provider, kind);
      assert.equal(talk.chat.openUntil, null, kind);
      await sent(api, talk, { text: 'Hi' });
    }
  }),
  checkProvider('A closed chat opens when the contact writes, and chat.status_changed says so', async (api, provider) => {
    const talk = await newTalk(api, provider);
    succeeded(await api.post(`/v3/chats/${talk.chat.id}/status`, { status: 'closed' }));
    await says(api, talk, { text: 'One more thing' });
    assert.equal((await chatOf(api, talk)).status, 'open');
    const [event] = await statusEvents(api, talk);
    assert.deepEqual([event.data.status, event.data.previousStatus], ['open', 'closed']);
  }),
  checkProvider('A snoozed chat opens too, and is snoozed no longer', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const snooze = { status: 'snoozed', snoozedUntil: '2099-01-01T00:00:00.000Z' };
    succeeded(await api.post(`/v3/chats/${talk.chat.id}/status`, snooze));
    await says(api, talk, { text: 'Wake up' });
    const { status, snoozedUntil } = await chatOf(api, talk);
    assert.deepEqual([status, snoozedUntil], ['open', null]);
  }),
  checkProvider('Our own message leaves a closed chat closed', async (api, provider) => {
    const talk = await newTalk(api, provider);
    succeeded(await api.post(`/v3/chats/${talk.chat.id}/status`, { status: 'closed' }));
    await whenIts(api, (await sent(api, talk, { text: 'Goodbye' })).id, 'delivered');
    assert.equal((await chatOf(api, talk)).status, 'closed');
  }),
];

const kept = [
  checkProvider('A message from a contact is inbound, delivered, and has every field', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const one = await says(api, talk, { text: 'Hi' });
    hasOnly(one, messageFields);
    assert.deepEqual([one.sender, one.sources, one.status, one.sendState], ['inbound', ['contact'], 'delivered', null]);
    assert.deepEqual(one.content, { body: 'Hi', attachments: [], details: null });
    assert.equal(one.contact.id, talk.chat.contactId);
  }),
  checkProvider('A callback that is repeated changes nothing', async (api, provider) => {
    const talk = await newTalk(api, provider);
    await talk.line.turn({ duplicateCallbacks: 1 });
    const vendorId = await talk.line.write({ from: talk.person, text: 'Once' });
    await talk.line.tell({ message: { from: talk.person, text: 'Once', vendorId } });
    await says(api, talk, { text: 'After' });
    await aWhile();
    const bodies = (await messagesOf(api, talk.chat, { sortBy: 'asc(id)' })).map(({ content }) => content.body);
    assert.deepEqual(bodies, ['Hello', 'Once', 'After']);
    assert.equal((await chatOf(api, talk)).unreadCount, 3);
  }),
  checkProvider('What one contact writes is kept in the order it came', async (api, provider) => {
    const talk = await newTalk(api, provider);
    await talk.line.turn({ callbacksInFlight: 1, batch: { maxUpdates: 1, waitMs: 0 } });
    const texts = Array.from({ length: 20 }, (_, i) => `line ${i}`);
    await talk.line.tell(...texts.map((text) => ({ message: { from: talk.person, text } })));
    const inOrder = { sortBy: 'asc(id)', pagination: { limit: 100 } };
    const all = await until(
      'all of them',
      () => messagesOf(api, talk.chat, inOrder),
      ({ length }) => length > texts.length,
    );
    assert.deepEqual(
      all.map(({ content }) => content.body),
      ['Hello', ...texts],
    );
  }),
  checkProvider('Statuses may come in any order and number; a message never falls back', async (api, provider) => {
    const talk = await newTalk(api, provider);
    await talk.line.turn({ statuses: [] });
    const { id } = await sent(api, talk, { text: 'Hi' });
    const { vendorId } = await whenIts(api, id, 'sent');
    const told = (...statuses: string[]) => talk.line.tell(...statuses.map((status) => ({ status: { vendorId, status } })));
    await told('read');
    await whenIts(api, id, 'read');
    await told('read', 'delivered', 'sent');
    await says(api, talk, { text: 'Seen' });
    const after = await message(api, id);
    assert.equal(after.status, 'read');
    const statuses = after.history.map(({ status }: Json) => status);
    assert.deepEqual(statuses.toSorted(), ['delivered', 'pending', 'read', 'sent']);
  }),
  checkProvider('Files come along: the attachment is a file of ours, and its bytes follow', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const media = { bytesBase64: btoa('a small menu'), mimeType: 'text/plain', fileName: 'menu.txt', caption: 'Our menu' };
    const { type, content } = await says(api, talk, { media });
    assert.equal(content.body, 'Our menu');
    assert.equal(type, 'document');
    const { fileId } = content.attachments[0];
    api.keepInMind(`/v3/files/${fileId}`);
    const read = async () => succeeded(await api.get(`/v3/files/${fileId}`));
    const file = await until('the bytes', read, ({ status }) => status === 'ready');
    assert.equal(file.sizeBytes, 12);
    assert.equal((await api.get(`/v3/files/${fileId}/content`)).text, 'a small menu');
  }),
  checkProvider('Places, pressed buttons and reactions keep what they say in details', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const place = await says(api, talk, { location: { latitude: 48.21, longitude: 16.37, name: 'Café' } });
    assert.deepEqual([place.type, place.content.details.latitude, place.content.details.name], ['location', 48.21, 'Café']);
    const pressed = await says(api, talk, { buttonReply: { id: 'yes', title: 'Yes' } });
    assert.deepEqual([pressed.type, pressed.content.details.id, pressed.content.body], ['interactive', 'yes', 'Yes']);
    const reaction = await says(api, talk, { reaction: { vendorId: place.vendorId, emoji: '👍' } });
    assert.deepEqual([reaction.type, reaction.content.details.emoji], ['reaction', '👍']);
  }),
  checkProvider('What nobody can read is kept as unsupported: somebody wrote it', async (api, provider) => {
    const talk = await newTalk(api, provider);
    assert.equal((await says(api, talk, { type: 'unsupported' })).type, 'unsupported');
  }),
  checkProvider('A message that is taken back is deleted, and its words are gone', async (api, provider) => {
    const talk = await newTalk(api, provider, 'instagram');
    const one = await says(api, talk, { text: 'Oops' });
    await talk.line.write({ from: talk.person, deleted: one.vendorId });
    const gone = await whenIts(api, one.id, 'deleted');
    assert.equal(gone.content.body, null);
    const { latestMessage } = await chatOf(api, talk);
    assert.deepEqual([latestMessage.id, latestMessage.text], [one.id, null]);
  }),
  checkProvider('What the business writes in the provider’s own app is outbound, from sources echo', async (api, provider) => {
    const talk = await newTalk(api, provider, 'instagram');
    await talk.line.tell({ echo: { to: talk.person, text: 'Written on a phone' } });
    const chat = await chatWith(api, talk.line, ({ latestMessage }) => latestMessage.text === 'Written on a phone');
    const echo = await message(api, chat.latestMessage.id);
    assert.deepEqual([echo.sender, echo.sources, echo.status], ['outbound', ['echo'], 'sent']);
    assert.deepEqual([chat.unreadCount, chat.openUntil], [talk.chat.unreadCount, talk.chat.openUntil]);
  }),
  checkProvider('The provider’s copy of what we sent is not a second message', async (api, provider) => {
    const talk = await newTalk(api, provider, 'instagram');
    await talk.line.turn({ echoBeforeResponse: true });
    await whenIts(api, (await sent(api, talk, { text: 'Once' })).id, 'sent');
    await says(api, talk, { text: 'Thanks' });
    await aWhile();
    assert.deepEqual((await messagesOf(api, talk.chat, { query: 'eq(sender,"outbound")' })).length, 1);
  }),
];

const preferences = [
  checkProvider('STOP by text unsubscribes: nothing more can be sent, until START', async (api, provider) => {
    const talk = await newTalk(api, provider, 'sms');
    await says(api, talk, { text: 'STOP' });
    assert.equal((await chatOf(api, talk)).contact.isSubscribed, false);
    failed(await send(api, talk, { text: 'Please stay' }), 422, 'contact_unsubscribed');
    await says(api, talk, { text: 'START' });
    assert.equal((await chatOf(api, talk)).contact.isSubscribed, true);
    await sent(api, talk, { text: 'Welcome back' });
  }),
  checkProvider('A preference told by the provider counts as well', async (api, provider) => {
    const talk = await newTalk(api, provider);
    await talk.line.tell({ preference: { from: talk.person, value: 'stop' } });
    const subscribed = async () => (await chatOf(api, talk)).contact.isSubscribed;
    await until('isSubscribed false', subscribed, (value) => !value);
    await talk.line.tell({ preference: { from: talk.person, value: 'resume' } });
    await until('isSubscribed true', subscribed, (value) => value);
  }),
  checkProvider('A refusal because somebody opted out teaches the same', async (api, provider) => {
    const talk = await newTalk(api, provider, 'sms');
    await talk.line.turn({ errorFor: { [talk.person]: 21610 } });
    await whenIts(api, (await sent(api, talk, { text: 'Hi' })).id, 'failed');
    assert.equal((await chatOf(api, talk)).contact.isSubscribed, false);
  }),
  checkProvider('A mail whose text is quoted below keeps only what is new; the whole stays in details', async (api, provider) => {
    const talk = await newTalk(api, provider, 'email');
    const text = 'Yes, please.\n\nOn Tue, 3 Nov 2026 at 10:00, Shop <shop@example.com> wrote:\n> Shall we send it?';
    const vendorId = await talk.line.write({ from: talk.person, subject: 'Re: Order', text });
    const { content } = await byVendorId(api, talk, vendorId);
    assert.deepEqual([content.body, content.details.subject], ['Yes, please.', 'Re: Order']);
    assert.match(content.details.fullText, /Shall we send it/);
  }),
];

export const conversations: Chapter = {
  title: 'Messages from contacts',
  checks: [...people, ...alive, ...kept, ...preferences],
};
