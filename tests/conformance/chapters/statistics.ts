import assert from 'node:assert/strict';
import type { Api } from '../api.ts';
import { type Chapter, check, checkDelivery } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newContact, newToken, newWebhook, unknownId } from '../fixtures.ts';
import { hasOnly } from '../shapes.ts';
import { until } from '../until.ts';

const HOUR_MS = 3_600_000;
const aroundNow = () => ({
  from: new Date(Date.now() - HOUR_MS).toISOString(),
  to: new Date(Date.now() + HOUR_MS).toISOString(),
});

const ofWebhook = (api: Api, id: string, body: object = aroundNow(), options = {}) =>
  api.post(`/v3/api_webhooks/${id}/statistics`, body, options);
const ofRequests = (api: Api, body: object = {}, options = {}) =>
  api.post('/v3/requests/statistics', { ...aroundNow(), ...body }, options);

type Period = { deliveries: number; succeeded: number };
type Row = { group: string | null; requests: number; failed: number };

export const statistics: Chapter = {
  title: 'Statistics of webhooks and requests',
  checks: [
    checkDelivery('POST /api_webhooks/{webhookId}/statistics counts deliveries by hour or day', async (api, inbox) => {
      const box = inbox();
      const { id } = await newWebhook(api, { url: box.url, events: [{ type: 'contact.created' }] });
      assert.deepEqual(succeeded(await ofWebhook(api, id)), { periods: [], isExact: true });
      const contact = await newContact(api);
      await box.first('contact.created', ({ body }) => body.data.id === contact.id);
      const counted = await until(
        'the delivery to be counted',
        async () => succeeded(await ofWebhook(api, id)).periods,
        (periods: Period[]) => periods.some(({ succeeded: done }) => done > 0),
      );
      hasOnly(counted[0], {
        from: 'timestamp',
        deliveries: 'integer',
        succeeded: 'integer',
        failed: 'integer',
        pending: 'integer',
        attempts: 'integer',
        medianMs: 'integer | null',
        p95Ms: 'integer | null',
      });
      assert.equal(succeeded(await ofWebhook(api, id, { ...aroundNow(), bucket: 'day' })).isExact, true);
    }),
    check('Statistics of an unknown webhook are 404, like those of another tenant', async (api) => {
      const theirs = await newWebhook(api, {}, { token: api.otherToken });
      assert.equal((await ofWebhook(api, unknownId())).status, 404);
      alike(await ofWebhook(api, theirs.id), await ofWebhook(api, unknownId()));
    }),
    check('POST /requests/statistics counts the requests of the tenant, by route, status or token', async (api) => {
      const { id, accessToken: token } = await newToken(api, ['labels.read']);
      succeeded(await api.post('/v3/labels/search', {}, { token }));
      failed(await api.post('/v3/contacts/search', {}, { token }), 403, 'forbidden');
      const rows: Row[] = await until(
        'both requests to be counted',
        async () => succeeded(await ofRequests(api, { groupBy: 'tokenId' })).rows.filter(({ group }: Row) => group === id),
        (found: Row[]) => found.reduce((sum, { requests }) => sum + requests, 0) === 2,
      );
      assert.equal(
        rows.reduce((sum, one) => sum + one.failed, 0),
        1,
      );
      const all: Row[] = succeeded(await ofRequests(api)).rows;
      assert.ok(all.every(({ group }) => group === null));
    }),
    check('A period without an end, and a group that does not exist, are refused', async (api) => {
      const { from } = aroundNow();
      assert.equal((await api.post('/v3/requests/statistics', { from })).status, 400);
      refused(await ofRequests(api, { groupBy: 'weather' }), 'groupBy', 'invalid_enum_value');
      failed(await ofRequests(api, {}, { token: await narrowToken(api, 'contacts.read') }), 403, 'forbidden');
    }),
  ],
};
