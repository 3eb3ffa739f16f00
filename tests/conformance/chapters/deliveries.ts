import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Api, Json } from '../api.ts';
import { type Chapter, type Check, checkDelivery } from '../check.ts';
import { succeeded } from '../expect.ts';
import { newChat, newContact, newV2Webhook, newWebhook, tenantOf } from '../fixtures.ts';
import { aWhile } from '../queue.ts';
import type { Inbox, Received } from '../receiver.ts';
import { eventFields, hasFields, hasOnly } from '../shapes.ts';

export const about =
  (id: string, event?: string) =>
  ({ body }: Received) =>
    body.data.id === id && (event === undefined || body.event === event);

type Cause = { event: string; cause(api: Api): Promise<Json>; fields: string[] };
const contactData = ['id', 'firstName', 'lastName', 'displayName', 'isSubscribed', 'phoneNumber', 'email'];
const chatData = 'id channelId contactId handleId status snoozedUntil assignedUserId assignedTeamId isSensitive'.split(' ');

/** What a client causes by itself, and what the payload then holds. Messages have a chapter of their own. */
const causes: Cause[] = [
  { event: 'contact.created', cause: (api) => newContact(api), fields: contactData },
  {
    event: 'contact.updated',
    cause: async (api) => succeeded(await api.put(`/v3/contacts/${(await newContact(api)).id}`, { firstName: 'Grace' })),
    fields: [...contactData, 'changes'],
  },
  {
    event: 'contact.deleted',
    cause: async (api) => {
      const { id } = await newContact(api);
      succeeded(await api.del(`/v3/contacts/${id}`));
      return { id };
    },
    fields: ['id'],
  },
  { event: 'chat.created', cause: (api) => newChat(api), fields: chatData },
  {
    event: 'chat.status_changed',
    cause: async (api) => succeeded(await api.post(`/v3/chats/${(await newChat(api)).id}/status`, { status: 'closed' })),
    fields: [...chatData, 'previousStatus', 'triggersAutomations'],
  },
  {
    event: 'chat.deleted',
    cause: async (api) => {
      const { id } = await newChat(api);
      succeeded(await api.del(`/v3/chats/${id}`));
      return { id };
    },
    fields: ['id'],
  },
];

const delivers = ({ event, cause, fields }: Cause): Check =>
  checkDelivery(`${event} is delivered as { id, tenantId, event, createdAt, data }`, async (api, inbox) => {
    const box = inbox();
    await newWebhook(api, { url: box.url, events: [{ type: event }] });
    const thing = await cause(api);
    const { body } = await box.first(event, about(thing.id));
    hasOnly(body, eventFields);
    assert.deepEqual([body.event, body.tenantId], [event, tenantOf(api.token)]);
    assert.deepEqual(Object.keys(body.data).sort(), [...fields].sort());
    for (const name of fields) if (name in thing) assert.deepEqual(body.data[name], thing[name], name);
  });

/** A webhook for new contacts, and one delivery to it. */
async function oneDelivery(api: Api, box: Inbox): Promise<Received> {
  await newWebhook(api, { url: box.url, events: [{ type: 'contact.created' }] });
  const { id } = await newContact(api);
  return box.first('contact.created', about(id));
}

export const deliveries: Chapter = {
  title: 'Webhooks: what is delivered',
  checks: [
    ...causes.map(delivers),
    checkDelivery('chat.status_changed says what the status was before', async (api, inbox) => {
      const box = inbox();
      await newWebhook(api, { url: box.url, events: [{ type: 'chat.status_changed' }] });
      const { id } = await newChat(api);
      succeeded(await api.post(`/v3/chats/${id}/status`, { status: 'closed' }));
      const { body } = await box.first('chat.status_changed', about(id));
      assert.deepEqual([body.data.status, body.data.previousStatus], ['closed', 'open']);
    }),
    checkDelivery('A delivery is a POST of application/json', async (api, inbox) => {
      const { method, headers } = await oneDelivery(api, inbox());
      assert.deepEqual([method, headers['content-type']], ['POST', 'application/json']);
    }),
    checkDelivery('webhook-id is the id of the event, and webhook-timestamp UNIX seconds of the attempt', async (api, inbox) => {
      const { headers, body } = await oneDelivery(api, inbox());
      assert.equal(headers['webhook-id'], body.id);
      assert.match(String(headers['webhook-timestamp']), /^\d{10}$/);
      assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 15);
    }),
    checkDelivery('Several webhooks for one event each get it, under the same webhook-id', async (api, inbox) => {
      const boxes = [inbox(), inbox(), inbox()];
      for (const { url } of boxes) await newWebhook(api, { url, events: [{ type: 'contact.created' }] });
      const { id } = await newContact(api);
      const ids = await Promise.all(
        boxes.map(async (box) => (await box.first('contact.created', about(id))).headers['webhook-id']),
      );
      assert.equal(new Set(ids).size, 1);
    }),
    checkDelivery('A webhook that several of its events fit gets one delivery', async (api, inbox) => {
      const box = inbox();
      await newWebhook(api, { url: box.url, events: [{ type: 'contact.created' }, {}, { type: 'contact.created' }] });
      const { id } = await newContact(api);
      await box.first('contact.created', about(id));
      await aWhile();
      assert.equal(box.all().filter(about(id)).length, 1);
    }),
    checkDelivery('A failed delivery comes again after about 5 seconds: same webhook-id, same body', async (api, inbox) => {
      const box = inbox();
      box.answer(500);
      const first = await oneDelivery(api, box);
      box.answer(204);
      const startedAt = Date.now();
      const [, again] = await box.atLeast(2, about(first.body.data.id));
      const seconds = (Date.now() - startedAt) / 1000;
      assert.ok(seconds > 3 && seconds < 8, `${seconds} s`);
      assert.equal(again?.headers['webhook-id'], first.headers['webhook-id']);
      assert.equal(again?.text, first.text);
    }),
    checkDelivery('What happens to another tenant is not delivered', async (api, inbox) => {
      const box = inbox();
      await newWebhook(api, { url: box.url, events: [{ type: 'contact.created' }] });
      const theirs = await newContact(api, {}, { token: api.otherToken });
      const { id } = await newContact(api);
      await box.first('contact.created', about(id));
      await aWhile();
      assert.deepEqual(box.all().filter(about(theirs.id)), []);
    }),
    checkDelivery('A paused webhook is sent nothing; set active again, it gets the events from then on', async (api, inbox) => {
      const box = inbox();
      const { id } = await newWebhook(api, { url: box.url, events: [{ type: 'contact.created' }] });
      succeeded(await api.put(`/v3/api_webhooks/${id}`, { status: 'paused' }));
      const missed = await newContact(api);
      await aWhile();
      succeeded(await api.put(`/v3/api_webhooks/${id}`, { status: 'active' }));
      const heard = await newContact(api);
      await box.first('contact.created', about(heard.id));
      assert.deepEqual(box.all().filter(about(missed.id)), []);
    }),
    checkDelivery('A deleted webhook is sent nothing more', async (api, inbox) => {
      const [box, witness] = [inbox(), inbox()];
      const { id } = await newWebhook(api, { url: box.url, events: [{ type: 'contact.created' }] });
      await newWebhook(api, { url: witness.url, events: [{ type: 'contact.created' }] });
      succeeded(await api.del(`/v3/api_webhooks/${id}`));
      await witness.first('contact.created', about((await newContact(api)).id));
      await wait(200);
      assert.deepEqual(box.all(), []);
    }),
    checkDelivery('A changed url is where the next delivery goes', async (api, inbox) => {
      const [before, after] = [inbox(), inbox()];
      const { id } = await newWebhook(api, { url: before.url, events: [{ type: 'contact.created' }] });
      succeeded(await api.put(`/v3/api_webhooks/${id}`, { url: after.url }));
      await after.first('contact.created', about((await newContact(api)).id));
      assert.deepEqual(before.all(), []);
    }),
    checkDelivery('A v2 webhook is delivered { id, type, tenantId, channelId, timestamp, data }', async (api, inbox) => {
      const box = inbox();
      const { id } = await newV2Webhook(api, { url: box.url, type: 'SMS_MESSAGE_STATUS' });
      const test = succeeded(await api.post(`/v3/api_webhooks/${id}/test`));
      const { body, headers } = await box.first('the test event', ({ body }) => body.id === test.eventId);
      assert.deepEqual(Object.keys(body).sort(), ['channelId', 'data', 'id', 'tenantId', 'timestamp', 'type']);
      hasFields(body, {
        id: 'id',
        type: 'string',
        tenantId: 'id',
        channelId: 'id | null',
        timestamp: 'timestamp',
        data: 'object',
      });
      assert.deepEqual([body.type, body.tenantId], ['SMS_MESSAGE_STATUS', tenantOf(api.token)]);
      assert.equal(headers['webhook-id'], body.id);
    }),
    checkDelivery('A v2 webhook gets no events of contacts and chats', async (api, inbox) => {
      const [box, witness] = [inbox(), inbox()];
      await newV2Webhook(api, { url: box.url, type: 'WHATSAPP_MESSAGE_RECEIVED' });
      await newWebhook(api, { url: witness.url, events: [{ type: 'chat.created' }] });
      await witness.first('chat.created', about((await newChat(api)).id));
      await aWhile();
      assert.deepEqual(box.all(), []);
    }),
  ],
};
