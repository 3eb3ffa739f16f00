import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { newSigningSecret, sign } from '../../../server/src/platform/signing.ts';
import { startProcess } from '../../../server/src/test-kit/server-process.ts';
import { startReceiver } from '../../conformance/receiver.ts';
import type { Behaviour } from '../bench.ts';

const SEED = 20_261_116;
const body = JSON.stringify({ id: '1', event: 'contact.created', data: { name: 'Zoë 🎈' } });

export const webhooks: Behaviour[] = [
  {
    name: 'what the server really delivers is accepted, while a secret is rotated too',
    async check({ environment, sdk, direct, serverUrl }) {
      const receiver = await startReceiver();
      const worker = await startProcess('worker', { ...environment.env, WEBHOOK_ALLOW_PRIVATE: 'true', PORT: '0' });
      const api = await startProcess('api', { ...environment.env, WEBHOOK_ALLOW_PRIVATE: 'true', PORT: '0' });
      try {
        assert.notEqual(api.baseUrl, serverUrl);
        const inbox = receiver.inbox();
        const token = await tokenOf(direct);
        const open = new sdk.Patchbay({ token, baseUrl: api.baseUrl });
        const webhook = await open.webhooks.create({ url: inbox.url, events: [{ type: 'contact.created' }] });
        const rotated = await open.webhooks.rotateSecret(webhook.id, { overlapHours: 1 });
        const contact = await open.contacts.create({ firstName: 'Zoë 🎈' });
        const { text, headers } = await inbox.first('the webhook', ({ method }) => method === 'POST');
        for (const secret of [webhook.secret, rotated.secret, ['whsec_bm90IHRoaXM=', webhook.secret]]) {
          const event = await sdk.verifyWebhook(text, headers, secret);
          assert.equal(event.event, 'contact.created');
          assert.equal((event.data as { id?: string; contact?: { id: string } }).id ?? '', contact.id);
        }
        await assert.rejects(sdk.verifyWebhook(text, headers, newSigningSecret()), { reason: 'wrong_signature' });
      } finally {
        await Promise.all([worker.stop(), api.stop(), receiver.close()]);
      }
    },
  },
  {
    name: 'text, bytes, Headers and plain objects are all taken, and the payload is given',
    async check({ sdk }) {
      const secret = newSigningSecret();
      const signed = { ...sign([secret], 'msg_1', new Date(), body) };
      const upper = Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toUpperCase(), [value]]));
      for (const raw of [body, new TextEncoder().encode(body), Buffer.from(body), new TextEncoder().encode(body).buffer])
        for (const headers of [signed, new Headers(signed), upper])
          assert.deepEqual(await sdk.verifyWebhook(raw, headers, secret), JSON.parse(body));
    },
  },
  {
    name: 'forged, changed, old and early webhooks are refused, each with its reason',
    async check({ sdk }) {
      const [secret, other] = [newSigningSecret(), newSigningSecret()];
      const now = new Date();
      const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
      const signed = sign([secret], 'msg_1', now, body);
      const cases: [string, string, Record<string, string>, string | string[]][] = [
        ['wrong_signature', `${body} `, signed, secret],
        ['wrong_signature', body, signed, other],
        ['wrong_signature', body, signed, [other, newSigningSecret()]],
        ['wrong_signature', body, { ...signed, 'webhook-id': 'msg_2' }, secret],
        ['wrong_signature', body, { ...signed, 'webhook-signature': signed['webhook-signature'].replace('v1,', 'v2,') }, secret],
        ['wrong_signature', body, { ...signed, 'webhook-signature': 'v1,' }, secret],
        ['wrong_signature', body, { ...signed, 'webhook-signature': 'v1,not base64!' }, secret],
        ['wrong_signature', body, { ...signed, 'webhook-signature': signed['webhook-signature'].slice(0, -4) }, secret],
        ['missing_header', body, { ...signed, 'webhook-signature': '' }, secret],
        ['missing_header', body, {}, secret],
        ['bad_timestamp', body, { ...signed, 'webhook-timestamp': 'soon' }, secret],
        ['too_old', body, sign([secret], 'msg_1', at(-301), body), secret],
        ['too_new', body, sign([secret], 'msg_1', at(302), body), secret],
        ['not_json', 'hello', sign([secret], 'msg_1', now, 'hello'), secret],
      ];
      for (const [reason, raw, headers, secrets] of cases)
        await assert.rejects(sdk.verifyWebhook(raw, headers, secrets, { now }), { name: 'WebhookVerificationError', reason });
      await sdk.verifyWebhook(body, sign([secret], 'msg_1', at(-299), body), secret, { now });
      await sdk.verifyWebhook(body, sign([secret], 'msg_1', at(-3_000), body), secret, { now, toleranceSeconds: 4_000 });
      for (const broken of ['', [], 'whsec_', 'whsec_!!'])
        await assert.rejects(sdk.verifyWebhook(body, signed, broken), TypeError, JSON.stringify(broken));
    },
  },
  {
    name: 'it agrees with the standardwebhooks package over random bodies, ids and secrets',
    async check({ sdk }) {
      const text = fc.jsonValue().map((value) => JSON.stringify({ value }));
      const secretOf = fc
        .uint8Array({ minLength: 24, maxLength: 64 })
        .map((key) => `whsec_${Buffer.from(key).toString('base64')}`);
      const property = fc.asyncProperty(text, fc.uuid(), secretOf, fc.boolean(), async (raw, id, secret, isChanged) => {
        const theirs = new Webhook(secret);
        const now = new Date();
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': theirs.sign(id, now, raw),
        };
        const sent = isChanged ? `${raw} ` : raw;
        const [ours, reference] = [
          await passes(sdk.verifyWebhook(sent, headers, secret)),
          accepts(() => theirs.verify(sent, headers)),
        ];
        assert.equal(ours, reference);
        assert.equal(ours, !isChanged);
      });
      await fc.assert(property, { numRuns: 200, seed: SEED });
    },
  },
];

const passes = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  );

function accepts(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

const tokenOf = async (direct: {
  tokens: { create(body: { name: string; scopes: never[] }): Promise<{ accessToken: string }> };
}) =>
  (
    await direct.tokens.create({
      name: 'webhooks',
      scopes: ['contacts.write', 'contacts.read', 'webhooks.write', 'webhooks.read'] as never[],
    })
  ).accessToken;
