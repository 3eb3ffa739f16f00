import assert from 'node:assert/strict';
import type { Api, Json, Reply } from '../api.ts';
import { type Chapter, type Check, check, checkProvider } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newChannel, newChat, newContact, uniqueEmail, unknownId } from '../fixtures.ts';
import { aWhile } from '../queue.ts';
import { chatWith, message, messagesOf, newTalk, reachable, says, send, sent, stranger, whenIts } from '../talks.ts';

/** A chat on a channel without a provider: content limits are checked first. */
async function chatOn(api: Api, type: string): Promise<Json> {
  const fields = type === 'email' ? { email: uniqueEmail() } : {};
  const handles = type === 'instagram' ? { handles: [{ type: 'instagram_id', value: stranger('instagram') }] } : {};
  const [channel, contact] = [await newChannel(api, type), await newContact(api, { ...fields, ...handles })];
  return succeeded(await api.post('/v3/chats', { channelId: channel.id, contactId: contact.id }), 201);
}

/** Workers see a pause within three seconds; the rest is patience for a busy machine. */
const PAUSE_HEARD_MS = 12_000;

const post = async (api: Api, type: string, body: object): Promise<Reply> => send(api, { chat: await chatOn(api, type) }, body);

const reply = { id: 'a', title: 'A' };
const media = { url: 'https://example.com/x.png' };
const rows = (count: number) => ({ button: 'Choose', sections: [{ rows: Array(count).fill(reply) }] });

type Limit = [kind: string, sentence: string, body: object, path: string, key: string];
const limits: Limit[] = [
  ['whatsapp', 'a text has at most 4096 characters', { text: 'x'.repeat(4097) }, 'text', 'too_big'],
  ['sms', 'a text has at most 1600 characters', { text: 'x'.repeat(1601) }, 'text', 'too_big'],
  ['instagram', 'a text has at most 1000 characters', { text: 'x'.repeat(1001) }, 'text', 'too_big'],
  ['whatsapp', 'a caption has at most 1024', { type: 'image', media, text: 'x'.repeat(1025) }, 'text', 'too_big'],
  ['instagram', 'a file goes without text', { type: 'image', media, text: 'Look' }, 'text', 'custom'],
  ['whatsapp', 'a text carries no files', { text: 'x', attachments: [media] }, 'attachments', 'too_big'],
  [
    'whatsapp',
    'there are at most 3 buttons',
    { type: 'interactive', text: 'x', buttons: Array(4).fill(reply) },
    'buttons',
    'too_big',
  ],
  ['whatsapp', 'a list has at most 10 rows', { type: 'interactive', text: 'x', list: rows(11) }, 'list.sections', 'too_big'],
  ['whatsapp', 'only email has a subject', { text: 'x', subject: 'y' }, 'subject', 'custom'],
  ['sms', 'only email has html', { text: 'x', html: '<b>x</b>' }, 'html', 'custom'],
  ['sms', 'there are no reactions', { type: 'reaction', reaction: { messageId: unknownId(), emoji: '👍' } }, 'type', 'custom'],
  ['instagram', 'there are no locations', { type: 'location', location: { latitude: 1, longitude: 1 } }, 'type', 'custom'],
  ['email', 'a file is one of ours', { type: 'document', media }, 'media', 'custom'],
  ['whatsapp', 'buttons or a list, one of them', { type: 'interactive', text: 'x' }, 'buttons', 'required'],
  [
    'whatsapp',
    'a button’s title has at most 20',
    { type: 'interactive', text: 'x', buttons: [{ id: 'a', title: 'x'.repeat(21) }] },
    'buttons.0.title',
    'too_big',
  ],
];

const limited = limits.map(
  ([kind, sentence, body, path, key]): Check =>
    check(`On ${kind} ${sentence}: refused as ${path}`, async (api) => {
      const words = refused(await post(api, kind, body), path, key);
      assert.ok(words.length > 15, `"${words}" does not name the fix`);
    }),
);

const shapes = [
  check('A message without text, of an unknown type or with unknown fields is refused', async (api) => {
    const chat = { chat: await newChat(api) };
    refused(await send(api, chat, {}), 'text', 'required');
    refused(await send(api, chat, { text: '' }), 'text', 'too_small');
    refused(await send(api, chat, { text: 7 }), 'text', 'invalid_type');
    refused(await send(api, chat, { text: 'Hi', colour: 'red' }), 'colour', 'unrecognized_keys');
    refused(await send(api, chat, { type: 'fax', text: 'Hi' }), 'type', 'invalid_enum_value');
    refused(await send(api, chat, { type: 'image' }), 'media', 'required');
    refused(await send(api, chat, { text: 'Hi', scheduledAt: 'tomorrow' }), 'scheduledAt', 'invalid_date');
  }),
  check(
    'POST /messages needs a contact and a channel; an unknown contact is 404, an unknown channel refused by name',
    async (api) => {
      const bare = await api.post('/v3/messages', { text: 'Hi' });
      refused(bare, 'contactId', 'required');
      refused(bare, 'channelId', 'required');
      const [contact, channel] = [await newContact(api), await newChannel(api, 'sms')];
      const body = { contactId: contact.id, channelId: channel.id, text: 'Hi' };
      failed(await api.post('/v3/messages', { ...body, contactId: unknownId() }), 404, 'contact_not_found');
      refused(await api.post('/v3/messages', { ...body, channelId: unknownId() }), 'channelId', 'not_found');
      refused(await api.post('/v3/messages', { ...body, handleId: unknownId() }), 'handleId', 'not_found');
    },
  ),
  check('A contact that the channel cannot reach is refused', async (api) => {
    const [contact, channel] = [await newContact(api), await newChannel(api, 'email')];
    const reply = await api.post('/v3/messages', { contactId: contact.id, channelId: channel.id, text: 'Hi' });
    refused(reply, 'contactId', 'custom');
  }),
];

const refusals = [
  check('On a channel without settings it is 409 conflict, and no message is kept', async (api) => {
    const chat = await newChat(api);
    const error = failed(await send(api, { chat }, { text: 'Hi' }), 409, 'conflict');
    assert.match(error.message, /not connected/);
    assert.deepEqual(await messagesOf(api, chat), []);
  }),
  checkProvider('On a paused channel it is 409 conflict; set active again, it goes through', async (api, provider) => {
    const talk = await newTalk(api, provider);
    succeeded(await api.put(`/v3/channels/${talk.line.channelId}`, { status: 'paused' }));
    failed(await send(api, talk, { text: 'Hi' }), 409, 'conflict');
    succeeded(await api.put(`/v3/channels/${talk.line.channelId}`, { status: 'active' }));
    await whenIts(api, (await sent(api, talk, { text: 'Hi' })).id, 'delivered');
  }),
  checkProvider('What was accepted before a pause waits for its end', async (api, provider) => {
    const talk = await newTalk(api, provider);
    const scheduledAt = new Date(Date.now() + PAUSE_HEARD_MS).toISOString();
    const { id } = await sent(api, talk, { text: 'Later', scheduledAt });
    succeeded(await api.put(`/v3/channels/${talk.line.channelId}`, { status: 'paused' }));
    await whenIts(api, id, 'pending');
    await aWhile();
    assert.deepEqual(await talk.line.sent(), []);
    assert.equal((await message(api, id)).sendState, 'queued');
  }),
  checkProvider('Somebody who never wrote cannot be sent a free message: 422 outside_messaging_window', async (api, provider) => {
    for (const kind of ['whatsapp', 'instagram'] as const) {
      const line = await provider.line(api, kind);
      const contact = await reachable(api, line);
      const reply = await api.post('/v3/messages', { contactId: contact.id, channelId: line.channelId, text: 'Hi' });
      failed(reply, 422, 'outside_messaging_window');
      assert.deepEqual(await line.sent(), []);
    }
  }),
  checkProvider('The window closes 24 hours after the contact’s last message', async (api, provider) => {
    const line = await provider.line(api, 'whatsapp');
    const talk = { line, person: stranger('whatsapp'), chat: null as Json };
    await line.write({ from: talk.person, text: 'Long ago', timestamp: Math.floor(Date.now() / 1000) - 86_401 });
    talk.chat = await chatWith(api, line);
    assert.ok(Date.parse(talk.chat.openUntil) < Date.now());
    failed(await send(api, talk, { text: 'Hi' }), 422, 'outside_messaging_window');
    await says(api, talk, { text: 'Still there?' });
    await sent(api, talk, { text: 'Yes' });
  }),
  checkProvider('Somebody who unsubscribed is sent no marketing: 422 contact_unsubscribed', async (api, provider) => {
    const talk = await newTalk(api, provider);
    succeeded(await api.put(`/v3/contacts/${talk.chat.contactId}`, { isSubscribed: false }));
    failed(await send(api, talk, { text: 'Hi', purpose: 'marketing' }), 422, 'contact_unsubscribed');
    await sent(api, talk, { text: 'Hi' });
    succeeded(await api.put(`/v3/contacts/${talk.chat.contactId}`, { isSubscribed: true }));
    await sent(api, talk, { text: 'Hi', purpose: 'marketing' });
  }),
];

export const messageRefusals: Chapter = { title: 'Messages: what is refused', checks: [...limited, ...shapes, ...refusals] };
