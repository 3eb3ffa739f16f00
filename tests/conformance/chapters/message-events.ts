import assert from 'node:assert/strict';
import type { Api, Json } from '../api.ts';
import { type Chapter, checkMessageDelivery } from '../check.ts';
import { succeeded } from '../expect.ts';
import { newV2Webhook, newWebhook, tenantOf } from '../fixtures.ts';
import { aWhile } from '../queue.ts';
import type { Inbox, Received } from '../receiver.ts';
import { eventFields, type Fields, hasOnly, messageFields } from '../shapes.ts';
import { message, newTalk, says, sent, type Talk, whenIts } from '../talks.ts';

/** The events of version 2. */
const v2EventFields: Fields = {
  id: 'id',
  type: 'string',
  tenantId: 'id',
  channelId: 'id',
  timestamp: 'timestamp',
  data: 'object',
};

const about =
  (id: string, status?: string) =>
  ({ body }: Received): boolean =>
    body.data.id === id && (status === undefined || body.data.status === status);
const saying =
  (text: string) =>
  ({ body }: Received): boolean =>
    body.data.content?.body === text;

async function v2Box(api: Api, inbox: () => Inbox, type: string, fields: object = {}): Promise<Inbox> {
  const box = inbox();
  await newV2Webhook(api, { url: box.url, type, ...fields });
  return box;
}

async function v3Box(api: Api, inbox: () => Inbox, event: object): Promise<Inbox> {
  const box = inbox();
  await newWebhook(api, { url: box.url, events: [event] });
  return box;
}

/** Version 2 is frozen: it has no authors. */
const { author: _, ...v2MessageFields } = messageFields;

function isV2(api: Api, talk: Talk, { body, headers }: Received, type: string): void {
  hasOnly(body, v2EventFields);
  assert.deepEqual([body.type, body.tenantId, body.channelId], [type, tenantOf(api.token), talk.line.channelId]);
  assert.equal(headers['webhook-id'], body.id);
  hasOnly(body.data, v2MessageFields);
}

const v3 = [
  checkMessageDelivery('message.received carries the whole message, as reading it shows it', async (api, provider, inbox) => {
    const talk = await newTalk(api, provider);
    const box = await v3Box(api, inbox, { type: 'message.received' });
    const { id } = await says(api, talk, { text: 'Is it blue?' });
    const { body } = await box.first('message.received', about(id));
    hasOnly(body, eventFields);
    assert.deepEqual([body.event, body.tenantId], ['message.received', tenantOf(api.token)]);
    assert.deepEqual(body.data, await message(api, id));
  }),
  checkMessageDelivery(
    'message.sent is published when the provider accepted it, message.updated when it arrived',
    async (api, provider, inbox) => {
      const talk = await newTalk(api, provider);
      const box = await v3Box(api, inbox, {});
      const { id } = await sent(api, talk, { text: 'It is' });
      const first = await box.first('message.sent', about(id));
      assert.deepEqual([first.body.event, first.body.data.sender], ['message.sent', 'outbound']);
      const last = await box.first('delivered', about(id, 'delivered'));
      hasOnly(last.body.data, messageFields);
      assert.ok(['message.sent', 'message.updated'].includes(last.body.event));
      await aWhile();
      const events = box
        .all()
        .filter(about(id))
        .map(({ body }) => body.event);
      assert.equal(events.filter((event) => event === 'message.sent').length, 1, events.join());
    },
  ),
  checkMessageDelivery('A message that failed is message.updated, with its errors', async (api, provider, inbox) => {
    const talk = await newTalk(api, provider);
    const box = await v3Box(api, inbox, { type: 'message.updated' });
    await talk.line.turn({ errorFor: { [talk.person]: 131026 } });
    const { id } = await sent(api, talk, { text: 'Hi' });
    const { body } = await box.first('failed', about(id, 'failed'));
    assert.equal(body.data.errors[0].code, '131026');
  }),
  checkMessageDelivery('A scope of a channel lets through that channel’s messages only', async (api, provider, inbox) => {
    const [talk, other] = [await newTalk(api, provider), await newTalk(api, provider)];
    const scopes = [{ type: 'channel', ids: [talk.line.channelId] }];
    const box = await v3Box(api, inbox, { type: 'message.received', scopes });
    const theirs = await says(api, other, { text: 'Elsewhere' });
    const { id } = await says(api, talk, { text: 'Here' });
    await box.first('message.received', about(id));
    await aWhile();
    assert.deepEqual(box.all().filter(about(theirs.id)), []);
  }),
  checkMessageDelivery('The words of a sensitive chat stay at home', async (api, provider, inbox) => {
    const talk = await newTalk(api, provider);
    succeeded(await api.put(`/v3/chats/${talk.chat.id}`, { isSensitive: true }));
    const box = await v3Box(api, inbox, { type: 'message.received' });
    const { id } = await says(api, talk, { text: 'My diagnosis' });
    const { text, body } = await box.first('message.received', about(id));
    assert.equal(body.data.content.body, null);
    assert.ok(!text.includes('diagnosis'));
  }),
  checkMessageDelivery('message.updated is published when a file’s bytes are stored', async (api, provider, inbox) => {
    const talk = await newTalk(api, provider);
    const box = await v3Box(api, inbox, { type: 'message.updated' });
    const { id, content } = await says(api, talk, { media: { bytesBase64: btoa('menu'), mimeType: 'text/plain' } });
    await box.first('message.updated', about(id));
    assert.equal(succeeded(await api.get(`/v3/files/${content.attachments[0].fileId}`)).status, 'ready');
  }),
  checkMessageDelivery(
    'A new contact and a new chat are published too: contact.created, chat.created',
    async (api, provider, inbox) => {
      const box = await v3Box(api, inbox, {});
      const { chat } = await newTalk(api, provider);
      await box.first('contact.created', ({ body }) => body.event === 'contact.created' && body.data.id === chat.contactId);
      await box.first('chat.created', ({ body }) => body.event === 'chat.created' && body.data.id === chat.id);
    },
  ),
];

const v2 = [
  checkMessageDelivery(
    'WHATSAPP_MESSAGE_RECEIVED is delivered { id, type, tenantId, channelId, timestamp, data }',
    async (api, provider, inbox) => {
      const talk = await newTalk(api, provider);
      const box = await v2Box(api, inbox, 'WHATSAPP_MESSAGE_RECEIVED');
      const { id } = await says(api, talk, { text: 'Is it blue?' });
      const received = await box.first('WHATSAPP_MESSAGE_RECEIVED', about(id));
      isV2(api, talk, received, 'WHATSAPP_MESSAGE_RECEIVED');
      const { author: _, ...shown } = await message(api, id);
      assert.deepEqual(received.body.data, shown);
    },
  ),
  checkMessageDelivery('WHATSAPP_MESSAGE_STATUS follows what we send: sent, then delivered', async (api, provider, inbox) => {
    const talk = await newTalk(api, provider);
    await talk.line.turn({ statuses: [] });
    const box = await v2Box(api, inbox, 'WHATSAPP_MESSAGE_STATUS');
    const { id } = await sent(api, talk, { text: 'It is' });
    isV2(api, talk, await box.first('sent', about(id, 'sent')), 'WHATSAPP_MESSAGE_STATUS');
    const { vendorId } = await whenIts(api, id, 'sent');
    await talk.line.emit({ status: { vendorId, status: 'delivered' } });
    isV2(api, talk, await box.first('delivered', about(id, 'delivered')), 'WHATSAPP_MESSAGE_STATUS');
  }),
  checkMessageDelivery('SMS and email have their own event names', async (api, provider, inbox) => {
    for (const kind of ['sms', 'email'] as const) {
      const talk = await newTalk(api, provider, kind);
      const [received, status] = [`${kind.toUpperCase()}_MESSAGE_RECEIVED`, `${kind.toUpperCase()}_MESSAGE_STATUS`];
      const [inBox, outBox] = [await v2Box(api, inbox, received), await v2Box(api, inbox, status)];
      const theirs = await says(api, talk, { text: 'Hi' });
      isV2(api, talk, await inBox.first(received, about(theirs.id)), received);
      const ours = await sent(api, talk, { text: 'Hello' });
      isV2(api, talk, await outBox.first(status, about(ours.id)), status);
    }
  }),
  checkMessageDelivery(
    'INSTAGRAM_MESSAGE_ECHO reports messages written in the app, and STATUS does not',
    async (api, provider, inbox) => {
      const talk = await newTalk(api, provider, 'instagram');
      const echoes = await v2Box(api, inbox, 'INSTAGRAM_MESSAGE_ECHO');
      const statuses = await v2Box(api, inbox, 'INSTAGRAM_MESSAGE_STATUS');
      await talk.line.emit({ echo: { to: talk.person, text: 'Written on a phone' } });
      const echo = await echoes.first('the echo', saying('Written on a phone'));
      isV2(api, talk, echo, 'INSTAGRAM_MESSAGE_ECHO');
      assert.deepEqual(echo.body.data.sources, ['echo']);
      const { id } = await sent(api, talk, { text: 'Written through us' });
      await statuses.first('INSTAGRAM_MESSAGE_STATUS', about(id));
      await aWhile();
      assert.deepEqual(statuses.all().filter(saying('Written on a phone')), []);
      assert.deepEqual(echoes.all().filter(about(id)), []);
    },
  ),
  checkMessageDelivery('INSTAGRAM_MESSAGE_RECEIVED reports messages of the contact', async (api, provider, inbox) => {
    const talk = await newTalk(api, provider, 'instagram');
    const box = await v2Box(api, inbox, 'INSTAGRAM_MESSAGE_RECEIVED');
    const { id } = await says(api, talk, { text: 'Hi' });
    isV2(api, talk, await box.first('INSTAGRAM_MESSAGE_RECEIVED', about(id)), 'INSTAGRAM_MESSAGE_RECEIVED');
  }),
  checkMessageDelivery(
    'A v2 webhook gets the events of its kind of channel, and with a channelId of that channel only',
    async (api, provider, inbox) => {
      const [talk, other, text] = [
        await newTalk(api, provider),
        await newTalk(api, provider),
        await newTalk(api, provider, 'sms'),
      ];
      const all = await v2Box(api, inbox, 'WHATSAPP_MESSAGE_RECEIVED');
      const one = await v2Box(api, inbox, 'WHATSAPP_MESSAGE_RECEIVED', { channelId: talk.line.channelId });
      const ids: Json[] = [];
      for (const each of [text, other, talk]) ids.push((await says(api, each, { text: 'Hi' })).id);
      const [byText, elsewhere, here] = ids;
      await one.first('the message', about(here));
      await all.first('the other message', about(elsewhere));
      await all.first('the message', about(here));
      await aWhile();
      assert.deepEqual([all.all().some(about(byText)), one.all().some(about(elsewhere))], [false, false]);
    },
  ),
  checkMessageDelivery('RECEIVED gets no outbound messages, STATUS no inbound ones', async (api, provider, inbox) => {
    const talk = await newTalk(api, provider);
    const received = await v2Box(api, inbox, 'WHATSAPP_MESSAGE_RECEIVED');
    const statuses = await v2Box(api, inbox, 'WHATSAPP_MESSAGE_STATUS');
    const theirs = await says(api, talk, { text: 'Hi' });
    const ours = await sent(api, talk, { text: 'Hello' });
    await received.first('RECEIVED', about(theirs.id));
    await statuses.first('STATUS', about(ours.id, 'delivered'));
    assert.deepEqual([received.all().some(about(ours.id)), statuses.all().some(about(theirs.id))], [false, false]);
  }),
];

export const messageEvents: Chapter = { title: 'Webhooks: messages', checks: [...v3, ...v2] };
