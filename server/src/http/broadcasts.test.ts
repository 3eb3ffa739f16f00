import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';
import { nextPhoneNumber } from '../test-kit/tenant.ts';

/** A channel and an automation that may be started by hand; a broadcast without contacts never starts it. */
async function stage() {
  const { tenant, get, post } = await given();
  const channel = await tenant.channel('sms');
  const automation = { name: 'Wait', trigger: { type: 'api' }, steps: [{ id: 'rest', type: 'wait', seconds: 60 }] };
  const { id: workflowId } = (await post('/v3/automations', automation)).body.data;
  const path = `/v2/${channel.id}/broadcasts`;
  return { get, path, broadcast: (fields: object = {}) => post(path, { name: 'Spring', workflowId, ...fields }) };
}

test('POST /v2/:channelId/broadcasts 200: a draft that the list shows and version 3 knows', async () => {
  const { get, path, broadcast } = await stage();
  const { status, body } = await broadcast({ variables: [{ name: 'offer', value: '20 %' }], unknown: 'ignored' });
  assert.equal(status, 200);
  assert.deepEqual((await get(path)).body.data.broadcasts, [body.data]);
  const campaign = (await get(`/v3/campaigns/${body.data.id}`)).body.data;
  assert.deepEqual([campaign.automationId, campaign.variables], [body.data.workflowId, { offer: '20 %' }]);
});

test('POST /v2/:channelId/broadcasts 400: more than 5,000 contacts, and every error of a contact with its path', async () => {
  const { broadcast } = await stage();
  const many = await broadcast({ contacts: Array.from({ length: 5_001 }, () => ({ phoneNumber: '+49151' })) });
  assert.deepEqual([many.status, many.body.error.invalidParams.contacts.key], [400, 'too_big']);
  const contacts = [{ phoneNumber: nextPhoneNumber() }, { firstName: 'Nobody' }, { email: 'none', phoneNumber: 'none' }];
  const { invalidParams } = (await broadcast({ contacts })).body.error;
  assert.deepEqual(Object.keys(invalidParams), ['contacts.1.phoneNumber', 'contacts.2.phoneNumber', 'contacts.2.email']);
});

test('POST /v2/:channelId/broadcasts 409: an automation that is not active starts no run and creates no contact', async () => {
  const { get, path, broadcast } = await stage();
  const { status } = await broadcast({ contacts: [{ phoneNumber: nextPhoneNumber() }] });
  assert.equal(status, 409);
  assert.deepEqual((await get(path)).body.data.broadcasts, []);
});
