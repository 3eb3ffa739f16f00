import assert from 'node:assert/strict';
import type { Api, Reply } from '../api.ts';
import { type Chapter, check, checkOwn, checkRetired, checkV2 } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { newAttribute, newContact, newLabel, newV2Webhook, uniqueExternalId, unknownId } from '../fixtures.ts';

const DEPRECATED_AT = '@1785542400';
const SUNSET = 'Mon, 02 Nov 2026 00:00:00 GMT';
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** A success and failures of every stage. */
const v2Answers = async (api: Api): Promise<Reply[]> => [
  await api.get('/v2/attributes'),
  await api.del(`/v2/attributes/${unknownId()}`),
  await api.post('/v2/attributes', {}),
  await api.get('/v2/attributes', { token: null }),
  await api.get('/v2/no_such_thing'),
  await api.call('PATCH', '/v2/attributes'),
];

export const versioning: Chapter = {
  title: 'Versions',
  checks: [
    check('A path without a version, or of one that never was, is 404 route_not_found', async (api) => {
      for (const path of ['/attributes', '/chats/search', '/v1/attributes', '/v4/chats/search', '/V3/labels/search'])
        failed(await api.get(path), 404, 'route_not_found');
    }),
    check('What only version 2 has is not under version 3', async (api) => {
      const channelId = unknownId();
      failed(await api.get(`/v3/${channelId}/broadcasts`), 404, 'route_not_found');
      failed(await api.post(`/v3/${channelId}/broadcasts`, {}), 404, 'route_not_found');
    }),
    checkV2('What only version 3 has is not under version 2', async (api) => {
      failed(await api.post('/v2/chats/search', {}), 404, 'route_not_found');
      failed(await api.get(`/v2/contacts/${(await newContact(api)).id}`), 404, 'route_not_found');
    }),
    check('Version 3 searches with POST .../search; there is no list with GET', async (api) => {
      for (const resource of ['chats', 'contacts', 'labels', 'attributes', 'channels', 'api_webhooks']) {
        succeeded(await api.post(`/v3/${resource}/search`, {}));
        failed(await api.get(`/v3/${resource}`), 405, 'method_not_allowed');
      }
    }),
    checkV2('What version 2 makes, version 3 shows: it is one service', async (api) => {
      const { id } = await newAttribute(api);
      assert.equal((await newContact(api, { attributes: [{ id, value: 'x' }] })).attributes[0].id, id);
    }),
    checkV2(`Every v2 answer, failures too, carries Deprecation: ${DEPRECATED_AT}`, async (api) => {
      for (const { headers, status } of await v2Answers(api))
        assert.equal(headers.get('deprecation'), DEPRECATED_AT, `${status}`);
    }),
    checkV2('Every v2 answer, failures too, carries Sunset: an HTTP date that is not past yet', async (api) => {
      for (const { headers } of await v2Answers(api)) {
        assert.match(headers.get('sunset') ?? '', HTTP_DATE);
        assert.ok(Date.parse(headers.get('sunset') ?? '') > Date.parse(headers.get('date') ?? ''));
      }
    }),
    checkV2('Every v2 answer, failures too, links to a guide', async (api) => {
      for (const { headers } of await v2Answers(api)) assert.match(headers.get('link') ?? '', /^<https?:\/\/[^>]+>;.*rel="/);
    }),
    check('No v3 answer carries Deprecation or Sunset', async (api) => {
      for (const reply of [
        await api.post('/v3/labels/search', {}),
        await api.get('/v3/nope'),
        await api.get('/v3/nope', { token: null }),
      ])
        assert.deepEqual([reply.headers.get('deprecation'), reply.headers.get('sunset')], [null, null]);
    }),
    checkOwn('Sunset is the instant the operator set', async ({ current, retired, sunsetOfCurrent, sunsetOfRetired }) => {
      assert.equal((await current.get('/v2/attributes')).headers.get('sunset'), sunsetOfCurrent.toUTCString());
      assert.equal((await retired.get('/v2/attributes')).headers.get('sunset'), sunsetOfRetired.toUTCString());
    }),
    checkOwn('As installed, version 2 works through 1 November 2026 and ends with that day in UTC', async ({ standard }) => {
      const { status, headers } = await standard.get('/v2/attributes');
      assert.equal(headers.get('sunset'), SUNSET);
      assert.equal(status, Date.parse(headers.get('date') ?? '') >= Date.parse(SUNSET) ? 410 : 200);
    }),
    checkRetired('After the sunset every v2 operation is 410 version_sunset', async (api) => {
      failed(await api.get('/v2/attributes'), 410, 'version_sunset');
      failed(await api.post('/v2/attributes', { name: 'x', externalId: uniqueExternalId() }), 410, 'version_sunset');
      failed(await api.del(`/v2/attributes/${unknownId()}`), 410, 'version_sunset');
      failed(await api.get('/v2/api_webhooks'), 410, 'version_sunset');
      failed(await api.post('/v2/api_webhooks', {}), 410, 'version_sunset');
      failed(await api.put(`/v2/api_webhooks/${unknownId()}`, {}), 410, 'version_sunset');
      failed(await api.del(`/v2/api_webhooks/${unknownId()}`), 410, 'version_sunset');
    }),
    checkOwn('A subscription made through version 2 outlives its sunset: version 3 shows it', async ({ current, retired }) => {
      const { id, url } = await newV2Webhook(current);
      const webhook = succeeded(await retired.get(`/v3/api_webhooks/${id}`));
      assert.deepEqual([webhook.url, webhook.status], [url, 'active']);
    }),
    checkRetired('The 410 says to use version 3', async (api) => {
      assert.match(failed(await api.get('/v2/attributes'), 410, 'version_sunset').message, /version 3/i);
    }),
    checkRetired('After the sunset v2 answers still carry Deprecation, Sunset, Link and the rate limit', async (api) => {
      const { headers } = await api.get('/v2/attributes');
      assert.equal(headers.get('deprecation'), DEPRECATED_AT);
      assert.ok(Date.parse(headers.get('sunset') ?? '') <= Date.parse(headers.get('date') ?? '') + 1_000);
      assert.match(headers.get('link') ?? '', /^<https?:/);
      for (const name of ['limit', 'remaining', 'reset']) assert.match(headers.get(`x-ratelimit-${name}`) ?? '', /^\d+$/, name);
    }),
    checkRetired('After the sunset version 3 works as before', async (api) => {
      const label = await newLabel(api);
      assert.deepEqual(succeeded(await api.get(`/v3/labels/${label.id}`)), label);
    }),
    checkOwn('A v2 delete after the sunset deletes nothing', async ({ current, retired }) => {
      const { id } = await newAttribute(current);
      failed(await retired.del(`/v2/attributes/${id}`), 410, 'version_sunset');
      assert.ok(succeeded(await current.get('/v2/attributes')).some((attribute: { id: string }) => attribute.id === id));
    }),
  ],
};
