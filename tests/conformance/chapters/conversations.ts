import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, checkProvider } from '../check.ts';
import { succeeded } from '../expect.ts';
import { newContact, uniquePhoneNumber } from '../fixtures.ts';
import { hasOnly, latestMessageFields } from '../shapes.ts';
import { chatOf, chatWith, message, newTalk, says, sent, stranger, type Talk, whenIts } from '../talks.ts';

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
  checkProvider('However often a person writes, there is one chat per channel', async (api, provider) => {
    const talk = await newTalk(api, provider);
    await says(api, talk, { text: 'Hello again' });
    const chats = await api.post('/v3/chats/search', { query: `eq(channelId,"${talk.line.channelId}")` });
    assert.equal(chats.body.pagination.total, 1);
    const other = await provider.line(api, 'sms');
    await other.write({ from: talk.person, text: 'And by text' });
    const second = await chatWith(api, other);
    assert.notEqual(second.id, talk.chat.id);
    assert.equal(second.contactId, talk.chat.contactId);
  }),
  checkProvider('Somebody without a number, known by a user id, is a contact all the same', async (api, provider) => {
    const line = await provider.line(api, 'whatsapp');
    await line.write({ from: stranger('whatsapp'), text: 'No number', withoutPhoneNumber: true });
    const { handle, contact } = await chatWith(api, line);
    assert.deepEqual([handle.type, contact.phoneNumber], ['whatsapp_user_id', null]);
  }),
  checkProvider(
    'A number that is known later belongs to the same contact, and a text from it can be answered',
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

export const conversations: Chapter = { title: 'Messages from contacts: people and chats', checks: [...people, ...alive] };
