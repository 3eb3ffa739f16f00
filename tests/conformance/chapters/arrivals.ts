import assert from 'node:assert/strict';
import { type Chapter, checkProvider } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { aWhile } from '../queue.ts';
import { hasOnly, messageFields } from '../shapes.ts';
import { byVendorId, chatOf, chatWith, message, messagesOf, newTalk, says, send, sent, statusesOf, whenIts } from '../talks.ts';
import { until } from '../until.ts';

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
    await talk.line.emit({ message: { from: talk.person, text: 'Once', vendorId } });
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
    await talk.line.emit(...texts.map((text) => ({ message: { from: talk.person, text } })));
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
    const report = (...statuses: string[]) => talk.line.emit(...statuses.map((status) => ({ status: { vendorId, status } })));
    await report('read');
    await whenIts(api, id, 'read');
    await report('read', 'delivered', 'sent');
    await says(api, talk, { text: 'Seen' });
    const after = await message(api, id);
    assert.equal(after.status, 'read');
    const statuses = statusesOf(after);
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
  checkProvider('A message of an unknown kind is stored as unsupported', async (api, provider) => {
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
    await talk.line.emit({ echo: { to: talk.person, text: 'Written on a phone' } });
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
  checkProvider('A preference reported by the provider counts as well', async (api, provider) => {
    const talk = await newTalk(api, provider);
    await talk.line.emit({ preference: { from: talk.person, value: 'stop' } });
    const subscribed = async () => (await chatOf(api, talk)).contact.isSubscribed;
    await until('isSubscribed false', subscribed, (value) => !value);
    await talk.line.emit({ preference: { from: talk.person, value: 'resume' } });
    await until('isSubscribed true', subscribed, (value) => value);
  }),
  checkProvider('A refusal because the contact opted out is recorded as an opt-out', async (api, provider) => {
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

export const arrivals: Chapter = { title: 'Messages from contacts: what is kept', checks: [...kept, ...preferences] };
