import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { given } from '../test-kit/given.ts';

const sandbox = await startSandbox();
after(() => sandbox.stop());

const path = '/v3/message_templates';
const shipped = {
  name: 'order_shipped',
  language: 'en_US',
  category: 'utility',
  format: 'named',
  header: { text: 'Order {{order_id}}', examples: [{ name: 'order_id', value: 'A-1' }] },
  body: { text: 'Hello {{first_name}}, it is on its way.', examples: [{ name: 'first_name', value: 'Ada' }] },
  buttons: [{ type: 'url', text: 'Follow', value: 'https://example.com/{{order_id}}', example: 'A-1' }],
};

test('whatsapp: one template is rejected with its reason, changed and approved, another approved, sent and deleted: adapter, worker and callbacks', async () => {
  const { baseUrl, tenant, get, post, put, del } = await given();
  const { channelId, accountId } = await connect('whatsapp', { apiUrl: baseUrl, token: tenant.token, sandbox });
  const setReview = (rejectWith: string | null) =>
    fetch(`${sandbox.url}/_sandbox/accounts/${accountId}/knobs`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ templateReview: { approveAfterMs: 0, rejectWith, pauseAfterMs: null } }),
    });
  const until = async (id: string, status: string) => {
    for (let i = 0; i < 2_400; i++, await wait(50)) {
      const { data } = (await get(`${path}/${id}`)).body;
      if (data.status === status) return data;
    }
    throw new Error(`it never became ${status}: ${(await get(`${path}/${id}`)).text}`);
  };
  await setReview('INVALID_FORMAT');
  const bad = (await post(path, { ...shipped, channelId, name: 'bad' })).body.data;
  assert.equal((await post(`${path}/${bad.id}/submit`)).body.data.status, 'pending');
  assert.match((await until(bad.id, 'rejected')).reason, /INVALID_FORMAT/);

  await setReview(null);
  assert.equal((await put(`${path}/${bad.id}`, { footer: 'Thank you' })).body.data.status, 'draft');
  await post(`${path}/${bad.id}/submit`);
  await until(bad.id, 'approved');

  const { id } = (await post(path, { ...shipped, channelId })).body.data;
  await post(`${path}/${id}/submit`);
  assert.equal((await until(id, 'approved')).reason, null);

  const contact = await tenant.contact();
  const variables = { order_id: 'A-1042', first_name: 'Ada' };
  const sent = await post('/v3/messages', { channelId, contactId: contact.id, type: 'template', template: { id, variables } });
  assert.equal(sent.status, 201, sent.text);
  for (let i = 0; i < 2_400 && (await get(`/v3/messages/${sent.body.data.id}`)).body.data.sendState !== 'accepted'; i++)
    await wait(50);
  const seen = await (await fetch(`${sandbox.url}/_sandbox/accounts/${accountId}/sent`)).text();
  assert.ok(seen.includes('order_shipped') && seen.includes('A-1042'), seen);

  assert.deepEqual((await del(`${path}/${id}`)).body.data.deletedIds, [id]);
});
