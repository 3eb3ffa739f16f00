import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import type { Api } from '../api.ts';
import { type Chapter, checkDelivery } from '../check.ts';
import { succeeded } from '../expect.ts';
import { newContact, newV2Webhook, newWebhook } from '../fixtures.ts';
import type { Inbox, Received } from '../receiver.ts';
import { about } from './deliveries.ts';

type Signed = { headers: Record<string, string>; text: string };

const signedParts = ({ headers, text }: Received): Signed => ({
  headers: Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
  ),
  text,
});

/** Whether the reference verifier of Standard Webhooks takes it. */
function verifies(secret: string, { headers, text }: Signed): boolean {
  try {
    new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
}

async function nextDelivery(api: Api, box: Inbox): Promise<Signed> {
  const { id } = await newContact(api);
  return signedParts(await box.first('contact.created', about(id)));
}

async function subscribed(api: Api, box: Inbox): Promise<{ id: string; secret: string }> {
  return newWebhook(api, { url: box.url, events: [{ type: 'contact.created' }] });
}

const rotated = async (api: Api, id: string, overlapHours?: number): Promise<string> =>
  succeeded(await api.post(`/v3/api_webhooks/${id}/rotate_secret`, overlapHours === undefined ? {} : { overlapHours })).secret;

/** Every text that differs from the given one in a single bit, as far as it can be sent as a header. */
function* oneBitOff(text: string): Generator<string> {
  const bytes = Buffer.from(text);
  for (let i = 0; i < bytes.length * 8; i++) {
    const changed = Buffer.from(bytes);
    changed[i >> 3] = (changed[i >> 3] ?? 0) ^ (1 << (i & 7));
    yield changed.toString('latin1');
  }
}

const signaturesOf = ({ headers }: Signed): string[] => (headers['webhook-signature'] ?? '').split(' ');

export const signatures: Chapter = {
  title: 'Webhooks: signatures',
  checks: [
    checkDelivery('The verifier of Standard Webhooks takes every delivery with the webhook’s secret', async (api, inbox) => {
      const box = inbox();
      const { secret } = await subscribed(api, box);
      for (let i = 0; i < 5; i++) assert.ok(verifies(secret, await nextDelivery(api, box)));
    }),
    checkDelivery('The verifier answers the event that was delivered', async (api, inbox) => {
      const box = inbox();
      const { secret } = await subscribed(api, box);
      const { headers, text } = await nextDelivery(api, box);
      assert.deepEqual(new Webhook(secret).verify(text, headers), JSON.parse(text));
    }),
    checkDelivery('There is one signature, of version v1', async (api, inbox) => {
      const box = inbox();
      await subscribed(api, box);
      const signed = signaturesOf(await nextDelivery(api, box));
      assert.equal(signed.length, 1);
      assert.match(signed[0] ?? '', /^v1,[A-Za-z0-9+/]{43}=$/);
    }),
    checkDelivery('Text beyond ASCII is signed as the bytes that are sent', async (api, inbox) => {
      const box = inbox();
      const { secret } = await subscribed(api, box);
      const { id } = await newContact(api, { firstName: 'Zoë 🐙', lastName: '李 "\\ \u2028' });
      assert.ok(verifies(secret, signedParts(await box.first('contact.created', about(id)))));
    }),
    checkDelivery('The secret of another webhook does not verify', async (api, inbox) => {
      const [box, other] = [inbox(), await newWebhook(api)];
      await subscribed(api, box);
      assert.ok(!verifies(other.secret, await nextDelivery(api, box)));
    }),
    checkDelivery('With a single bit of the body changed, no delivery verifies', async (api, inbox) => {
      const box = inbox();
      const { secret } = await subscribed(api, box);
      const signed = await nextDelivery(api, box);
      for (const text of oneBitOff(signed.text)) assert.ok(!verifies(secret, { ...signed, text }), text);
    }),
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
      checkDelivery(`With a single bit of ${name} changed, no delivery verifies`, async (api, inbox) => {
        const box = inbox();
        const { secret } = await subscribed(api, box);
        const { headers, text } = await nextDelivery(api, box);
        const original = headers[name] ?? '';
        for (const changed of oneBitOff(original)) {
          // parseInt reads digits up to the first character that is none, so only what still says another time counts
          if (name === 'webhook-timestamp' && Number.parseInt(changed, 10) === Number.parseInt(original, 10)) continue;
          assert.ok(!verifies(secret, { headers: { ...headers, [name]: changed }, text }), changed);
        }
      }),
    ),
    checkDelivery('After a rotation both secrets verify: the new one and, for the overlap, the old one', async (api, inbox) => {
      const box = inbox();
      const { id, secret } = await subscribed(api, box);
      const next = await rotated(api, id);
      const signed = await nextDelivery(api, box);
      assert.equal(signaturesOf(signed).length, 2);
      assert.deepEqual([verifies(next, signed), verifies(secret, signed)], [true, true]);
    }),
    checkDelivery('A rotation without overlap ends the old secret at once', async (api, inbox) => {
      const box = inbox();
      const { id, secret } = await subscribed(api, box);
      const next = await rotated(api, id, 0);
      const signed = await nextDelivery(api, box);
      assert.deepEqual([verifies(next, signed), verifies(secret, signed)], [true, false]);
    }),
    checkDelivery('When the overlap is over the old secret no longer verifies', async (api, inbox) => {
      const box = inbox();
      const { id, secret } = await subscribed(api, box);
      const next = await rotated(api, id, 1.5 / 3_600);
      assert.ok(verifies(secret, await nextDelivery(api, box)));
      await new Promise((resolve) => setTimeout(resolve, 1_700));
      const signed = await nextDelivery(api, box);
      assert.deepEqual([verifies(next, signed), verifies(secret, signed)], [true, false]);
    }),
    checkDelivery('A rotation under an id in capitals is a rotation like any other', async (api, inbox) => {
      const box = inbox();
      const { id } = await subscribed(api, box);
      const next = await rotated(api, id.toUpperCase());
      assert.ok(verifies(next, await nextDelivery(api, box)));
    }),
    checkDelivery('Deliveries to a v2 webhook are signed the same way', async (api, inbox) => {
      const box = inbox();
      const { id } = await newV2Webhook(api, { url: box.url });
      const secret = await rotated(api, id, 0);
      succeeded(await api.post(`/v3/api_webhooks/${id}/test`));
      assert.ok(verifies(secret, signedParts(await box.first('the test event', () => true))));
    }),
  ],
};
