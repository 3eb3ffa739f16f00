import assert from 'node:assert/strict';
import type { Api, Json, Reply } from '../api.ts';
import { type Chapter, check, checkV2 } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { newV2Webhook, newWebhook, uniqueUrl, unknownId } from '../fixtures.ts';

const SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/;
const rotate = (api: Api, id: string, body?: object): Promise<Reply> => api.post(`/v3/api_webhooks/${id}/rotate_secret`, body);

/** Every answer about a webhook that is not its making or a rotation. */
const otherAnswers = async (api: Api, id: string): Promise<Reply[]> => [
  await api.get(`/v3/api_webhooks/${id}`),
  await api.put(`/v3/api_webhooks/${id}`, { url: uniqueUrl() }),
  await api.post('/v3/api_webhooks/search', { query: `eq(id,"${id}")` }),
  await api.post(`/v3/api_webhooks/${id}/test`),
  await api.post(`/v3/api_webhooks/${id}/deliveries/search`, {}),
  await api.del(`/v3/api_webhooks/${id}`),
];

export const webhookSecrets: Chapter = {
  title: 'Webhooks: signing secrets',
  checks: [
    check('A secret is whsec_ and 24 to 64 random bytes in base64, as Standard Webhooks has it', async (api) => {
      const { secret } = await newWebhook(api);
      assert.match(secret, SECRET);
      const { length } = Buffer.from(secret.slice('whsec_'.length), 'base64');
      assert.ok(length >= 24 && length <= 64, `${length} bytes`);
    }),
    check('Every webhook has a secret of its own', async (api) => {
      const secrets = [await newWebhook(api), await newWebhook(api), await newWebhook(api)].map(({ secret }) => secret);
      assert.equal(new Set(secrets).size, 3);
    }),
    check('The secret is shown once: no other answer about the webhook holds it', async (api) => {
      const { id, secret } = await newWebhook(api);
      for (const { status, text } of await otherAnswers(api, id)) {
        assert.equal(status, 200, text.slice(0, 200));
        assert.ok(!text.includes(secret) && !text.includes('whsec_') && !text.includes('secret'), text.slice(0, 300));
      }
    }),
    check('POST /api_webhooks/{webhookId}/rotate_secret answers 200 with the webhook and a new secret', async (api) => {
      const { id, url, secret } = await newWebhook(api);
      const rotated = succeeded(await rotate(api, id));
      assert.deepEqual([rotated.id, rotated.url], [id, url]);
      assert.match(rotated.secret, SECRET);
      assert.notEqual(rotated.secret, secret);
    }),
    check('A rotated secret is shown once too', async (api) => {
      const { id } = await newWebhook(api);
      const { secret } = succeeded(await rotate(api, id));
      for (const { text } of await otherAnswers(api, id)) assert.ok(!text.includes(secret), text.slice(0, 300));
    }),
    check('overlapHours is a number from 0 to 168', async (api) => {
      const { id } = await newWebhook(api);
      for (const overlapHours of [0, 0.5, 24, 168]) succeeded(await rotate(api, id, { overlapHours }));
      refused(await rotate(api, id, { overlapHours: -1 }), 'overlapHours', 'too_small');
      refused(await rotate(api, id, { overlapHours: 169 }), 'overlapHours', 'too_big');
      refused(await rotate(api, id, { overlapHours: 'a day' }), 'overlapHours', 'invalid_type');
    }),
    check('Rotating the secret of what does not exist is 404 webhook_not_found', async (api) => {
      for (const id of [unknownId(), 'nonsense']) failed(await rotate(api, id), 404, 'webhook_not_found');
    }),
    checkV2('Version 2 never shows a secret', async (api) => {
      const made = await newV2Webhook(api);
      const shown: Json[] = [
        made,
        succeeded(await api.put(`/v2/api_webhooks/${made.id}`, { isActive: false })),
        succeeded(await api.get('/v2/api_webhooks')),
      ];
      assert.ok(!JSON.stringify(shown).includes('whsec_') && !JSON.stringify(shown).includes('secret'));
    }),
    checkV2('A subscription made through version 2 gets a secret to check by from version 3', async (api) => {
      const { id } = await newV2Webhook(api);
      assert.match(succeeded(await rotate(api, id)).secret, SECRET);
    }),
  ],
};
