import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Api, Json } from '../api.ts';
import { type Chapter, check, checkDelivery } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newContact, newWebhook, unknownId } from '../fixtures.ts';
import { aWhile } from '../queue.ts';
import type { Inbox } from '../receiver.ts';
import { attemptFields, deliveryFields, hasOnly } from '../shapes.ts';
import { about } from './deliveries.ts';

const DAY_MS = 86_400_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const pathOf = (webhookId: string) => `/v3/api_webhooks/${webhookId}/deliveries`;
const listed = async (api: Api, webhookId: string, body: object = {}): Promise<Json[]> =>
  succeeded(await api.post(`${pathOf(webhookId)}/search`, body));

async function subscribed(api: Api, box: Inbox): Promise<Json> {
  return newWebhook(api, { url: box.url, events: [{ type: 'contact.created' }] });
}

/** The record is written a moment after the receiver has answered. */
async function settled(api: Api, webhookId: string, deliveryId: string, tries = 1): Promise<Json> {
  for (let i = 0; ; i++) {
    const delivery = succeeded(await api.get(`${pathOf(webhookId)}/${deliveryId}`));
    if ((delivery.attempts.length >= tries && delivery.tries > 0) || i > 200) return delivery;
    await wait(50);
  }
}

/** One contact made, its event delivered, and the record of it. */
async function delivered(api: Api, webhookId: string, box: Inbox): Promise<Json> {
  const { id } = await newContact(api);
  const { body } = await box.first('contact.created', about(id));
  const [delivery] = await listed(api, webhookId, { query: `eq(eventId,"${body.id}")` });
  return settled(api, webhookId, delivery.id);
}

export const deliveryLog: Chapter = {
  title: 'Webhooks: tests, the log, redelivery and replay',
  checks: [
    check('POST /api_webhooks/{webhookId}/test answers a pending delivery of a webhook.test event', async (api) => {
      const { id } = await newWebhook(api);
      const delivery = succeeded(await api.post(`/v3/api_webhooks/${id}/test`));
      hasOnly(delivery, { ...deliveryFields, attempts: 'array' });
      assert.deepEqual([delivery.webhookId, delivery.eventType, delivery.status], [id, 'webhook.test', 'pending']);
      assert.deepEqual([delivery.tries, delivery.attempts], [0, []]);
    }),
    checkDelivery(
      'A test event goes to the webhook that is tested, whatever it subscribes to, and to no other',
      async (api, inbox) => {
        const [box, other] = [inbox(), inbox()];
        const { id } = await newWebhook(api, { url: box.url });
        await newWebhook(api, { url: other.url, events: [{}] });
        const { eventId } = succeeded(await api.post(`/v3/api_webhooks/${id}/test`));
        const { body } = await box.first('the test event', ({ body }) => body.id === eventId);
        assert.equal(body.event, 'webhook.test');
        await aWhile();
        assert.ok(!other.all().some(({ body }) => body.event === 'webhook.test'));
      },
    ),
    checkDelivery('A delivery that was answered 2xx is succeeded, with the attempt and its status code', async (api, inbox) => {
      const box = inbox();
      const { id } = await subscribed(api, box);
      const { attempts, ...delivery } = await delivered(api, id, box);
      hasOnly(delivery, deliveryFields);
      assert.deepEqual([delivery.status, delivery.tries, delivery.nextTryAt], ['succeeded', 1, null]);
      assert.equal(attempts.length, 1);
      hasOnly(attempts[0], attemptFields);
      const { number, url, statusCode, error } = attempts[0];
      assert.deepEqual([number, url, statusCode, error], [1, box.url, 204, null]);
    }),
    checkDelivery('A delivery that failed is pending with the time of its next try', async (api, inbox) => {
      const box = inbox();
      box.answer(500);
      const { id } = await subscribed(api, box);
      const { status, tries, nextTryAt, attempts } = await delivered(api, id, box);
      assert.deepEqual([status, tries, attempts[0].statusCode], ['pending', 1, 500]);
      const seconds = (Date.parse(nextTryAt) - Date.parse(attempts[0].startedAt)) / 1000;
      assert.ok(seconds >= 3.9 && seconds <= 7, `${seconds} s`);
      box.answer(204);
    }),
    checkDelivery('410 Gone disables the webhook and says why', async (api, inbox) => {
      const box = inbox();
      box.answer(410);
      const { id } = await subscribed(api, box);
      assert.equal((await delivered(api, id, box)).status, 'failed');
      const { status, disabledReason } = succeeded(await api.get(`/v3/api_webhooks/${id}`));
      assert.equal(status, 'disabled');
      assert.match(disabledReason, /410/);
      const active = succeeded(await api.put(`/v3/api_webhooks/${id}`, { status: 'active' }));
      assert.deepEqual([active.status, active.disabledReason, active.failingSince], ['active', null, null]);
    }),
    checkDelivery('deliveries/search finds by eventId, eventType, status and tries', async (api, inbox) => {
      const box = inbox();
      const { id } = await subscribed(api, box);
      const { attempts: _, ...delivery } = await delivered(api, id, box);
      for (const query of [
        `eq(id,"${delivery.id}")`,
        `eq(eventId,"${delivery.eventId}")`,
        'eq(eventType,"contact.created")',
        'and(eq(status,"succeeded"),eq(tries,1))',
      ]) {
        const found = (await listed(api, id, { query })).find((one) => one.id === delivery.id);
        assert.deepEqual({ ...found, updatedAt: 0 }, { ...delivery, updatedAt: 0 }, query);
      }
      assert.deepEqual(await listed(api, id, { query: `and(eq(id,"${delivery.id}"),eq(status,"failed"))` }), []);
    }),
    check('deliveries/search lists the deliveries of this webhook only', async (api) => {
      const [one, other] = [await newWebhook(api), await newWebhook(api)];
      const { id } = succeeded(await api.post(`/v3/api_webhooks/${one.id}/test`));
      assert.deepEqual(
        (await listed(api, one.id)).map((delivery) => delivery.id),
        [id],
      );
      assert.deepEqual(await listed(api, other.id), []);
      failed(await api.get(`${pathOf(other.id)}/${id}`), 404, 'delivery_not_found');
    }),
    check('What does not exist is 404: webhook_not_found, and under a webhook that is there delivery_not_found', async (api) => {
      const { id } = await newWebhook(api);
      for (const none of [unknownId(), 'nonsense']) {
        failed(await api.post(`/v3/api_webhooks/${none}/test`), 404, 'webhook_not_found');
        failed(await api.post(`/v3/api_webhooks/${none}/replay`, { from: ago(1_000) }), 404, 'webhook_not_found');
        failed(await api.post(`${pathOf(none)}/search`, {}), 404, 'webhook_not_found');
        failed(await api.get(`${pathOf(id)}/${none}`), 404, 'delivery_not_found');
        failed(await api.post(`${pathOf(id)}/${none}/redeliver`), 404, 'delivery_not_found');
      }
    }),
    checkDelivery('redeliver sends it again at once, under the same webhook-id, as one more attempt', async (api, inbox) => {
      const box = inbox();
      const { id } = await subscribed(api, box);
      const delivery = await delivered(api, id, box);
      const again = succeeded(await api.post(`${pathOf(id)}/${delivery.id}/redeliver`));
      assert.deepEqual([again.id, again.status], [delivery.id, 'pending']);
      const sent = await box.atLeast(2, ({ body }) => body.id === delivery.eventId);
      assert.equal(sent[1]?.headers['webhook-id'], sent[0]?.headers['webhook-id']);
      const { status, attempts } = await settled(api, id, delivery.id, 2);
      assert.deepEqual([status, attempts.length], ['succeeded', 2]);
    }),
    checkDelivery('replay delivers the events of a time range again, to this webhook only', async (api, inbox) => {
      const [box, other] = [inbox(), inbox()];
      const from = ago(0);
      await subscribed(api, other);
      const contacts = [await newContact(api), await newContact(api), await newContact(api)];
      for (const { id } of contacts) await other.first('contact.created', about(id));
      const { id } = await subscribed(api, box);
      const ours = ({ body }: { body: Json }) => contacts.some((contact) => contact.id === body.data.id);
      await wait(5); // until is now, and now is after the last of them
      assert.equal((await api.post(`/v3/api_webhooks/${id}/replay`, { from })).text, '{"success":true}');
      const replayed = await box.atLeast(contacts.length, ours);
      await aWhile();
      assert.equal(box.all().filter(ours).length, contacts.length);
      assert.equal(other.all().filter(ours).length, contacts.length);
      for (const { headers, body } of replayed) assert.equal(headers['webhook-id'], body.id);
    }),
    checkDelivery(
      'replay leaves out what the webhook does not subscribe to, and what is outside the range',
      async (api, inbox) => {
        const box = inbox();
        const before = await newContact(api);
        await wait(20);
        const from = ago(0);
        const inside = await newContact(api);
        succeeded(await api.put(`/v3/contacts/${inside.id}`, { firstName: 'Grace' }));
        await wait(20);
        const { id } = await subscribed(api, box);
        await api.post(`/v3/api_webhooks/${id}/replay`, { from, until: ago(0) });
        await box.first('contact.created', about(inside.id));
        await aWhile();
        assert.ok(!box.all().some(({ body }) => body.event !== 'contact.created' || body.data.id === before.id));
      },
    ),
    check('replay asks for from, takes times only, and at most 14 days', async (api) => {
      const { id } = await newWebhook(api);
      const replay = (body: object) => api.post(`/v3/api_webhooks/${id}/replay`, body);
      refused(await replay({}), 'from', 'required');
      refused(await replay({ from: 'yesterday' }), 'from', 'invalid_date');
      refused(await replay({ from: ago(1_000), until: ago(2_000) }), 'until', 'invalid_date');
      refused(await replay({ from: ago(15 * DAY_MS) }), 'from', 'too_big');
      succeeded(await replay({ from: ago(14 * DAY_MS - 60_000) }));
    }),
  ],
};
