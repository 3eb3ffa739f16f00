import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../../test-kit/given.ts';

const { tenant, otherTenant, get, post, put, del, call } = await given();
const url = 'https://example.com/hook';
const make = (events: object[]) => post('/v3/api_webhooks', { url, events });
// biome-ignore lint/suspicious/noExplicitAny: the test reads whatever was answered
const listed = async (id: string): Promise<any> =>
  (await get('/v2/api_webhooks')).body.data.find((one: { id: string }) => one.id === id);

test('GET /v2/api_webhooks 200: a v3 webhook that v2 can express is there; v2 changes and deletes it', async () => {
  const { id: channelId } = await tenant.channel('sms');
  const scopes = [{ type: 'channel', ids: [channelId.toUpperCase()] }];
  const { id } = (await make([{ type: 'message.received', scopes }])).body.data;
  const { type, channelId: shown, isActive } = await listed(id);
  assert.deepEqual([type, shown, isActive], ['SMS_MESSAGE_RECEIVED', channelId, true]);
  assert.equal((await put(`/v2/api_webhooks/${id}`, { isActive: false })).body.data.isActive, false);
  const inV3 = (await get(`/v3/api_webhooks/${id}`)).body.data;
  assert.deepEqual([inV3.status, inV3.payloadVersion], ['paused', 'v3']);
  assert.equal((await call('GET', '/v2/api_webhooks', otherTenant.token)).body.data.length, 0);
  assert.deepEqual((await del(`/v2/api_webhooks/${id}`)).body.data.deletedIds, [id]);
});

test('GET /v2/api_webhooks 200: a v3 webhook that v2 cannot express is not there', async () => {
  const { id } = (await make([{ type: 'chat.created' }])).body.data;
  assert.equal(await listed(id), undefined);
  assert.equal((await put(`/v2/api_webhooks/${id}`, { isActive: false })).status, 404);
});

test('PUT /v3/api_webhooks/:id 200: a v2 webhook stays one while v2 can express it; else the answer says so', async () => {
  const made = await post('/v2/api_webhooks', { tenantId: tenant.id, type: 'SMS_MESSAGE_RECEIVED', url });
  const { id } = made.body.data;
  const change = async (events: object[]) => (await put(`/v3/api_webhooks/${id}`, { events })).body.data;
  const still = await change([{ type: 'message.received', scopes: [{ type: 'channel_type', ids: ['email'] }] }]);
  assert.deepEqual([still.payloadVersion, still.notice], ['v2', null]);
  assert.equal((await listed(id)).type, 'EMAIL_MESSAGE_RECEIVED');
  assert.equal((await put(`/v3/api_webhooks/${id}`, { url })).body.data.notice, null);
  const gone = await change([{ type: 'chat.created' }]);
  assert.equal(gone.payloadVersion, 'v3');
  assert.match(gone.notice, /Version 2 cannot express/);
  assert.equal(await listed(id), undefined);
});

test('POST /v2/api_webhooks 400: a type that cannot happen on the channel is refused', async () => {
  const { id: channelId } = await tenant.channel('sms');
  const refused = await post('/v2/api_webhooks', { tenantId: tenant.id, type: 'WHATSAPP_MESSAGE_RECEIVED', url, channelId });
  assert.equal(refused.status, 400);
  assert.equal(refused.body.error.invalidParams.channelId.key, 'custom');
});

test('POST and PUT /v3/api_webhooks 400: scopes that no channel fits are refused', async () => {
  const { id: channelId } = await tenant.channel('sms');
  const scopes = [
    { type: 'channel_type', ids: ['whatsapp'] },
    { type: 'channel', ids: [channelId] },
  ];
  const refused = await make([{ type: 'chat.created' }, { type: 'message.received', scopes }]);
  assert.deepEqual([refused.status, refused.body.error.invalidParams['events.1.scopes'].key], [400, 'custom']);
  const { id } = (await make([{ type: 'chat.created' }])).body.data;
  assert.equal((await put(`/v3/api_webhooks/${id}`, { events: [{ scopes }] })).status, 400);
});
