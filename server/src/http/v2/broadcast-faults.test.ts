import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../../test-kit/given.ts';
import { nextPhoneNumber } from '../../test-kit/tenant.ts';
import { phoneFaults, timeFaults, variableFaults } from './broadcast-faults.ts';

test('a phone number has the code of its country', () => {
  for (const right of ['+4915112345678', '0049 151 12345678', '4915112345678', '+44 20 7946 0958', '+1 (555) 012-3456', null, ''])
    assert.deepEqual(phoneFaults('x', right), [], String(right));
  for (const wrong of ['015112345678', '12345678901234567890', '+49', '(((((', 'call me', '+999 123456789'])
    assert.equal(phoneFaults('x', wrong)[0]?.key, 'invalid_string', wrong);
});

test('a time may be five minutes past, unless it does not count', () => {
  const now = new Date('2026-11-17T12:00:00Z');
  const faults = (scheduledAt: string, isScheduled?: boolean) => timeFaults({ scheduledAt, isScheduled }, now).length;
  assert.equal(faults('2026-11-17T11:55:00Z'), 0);
  assert.equal(faults('2026-11-17T11:54:59Z'), 1);
  assert.equal(faults('2025-11-17T12:00:00Z', true), 1);
  assert.equal(faults('2025-11-17T12:00:00Z', false), 0);
});

test('the second of two variables of one name is named', () => {
  const variables = ['a', 'b', 'a', 'a'].map((name) => ({ name, value: '' }));
  assert.deepEqual(
    variableFaults({ variables }).map(({ path }) => path),
    ['variables.2.name', 'variables.3.name'],
  );
});

test('POST /v2/:channelId/broadcasts 400: every fault is named, and nothing is written', async () => {
  const { tenant, get, post } = await given();
  const channel = await tenant.channel('sms');
  const automation = { name: 'Wait', trigger: { type: 'api' }, steps: [{ id: 'rest', type: 'wait', seconds: 60 }] };
  const { id: workflowId } = (await post('/v3/automations', automation)).body.data;
  const known = (await post('/v3/contacts', { firstName: 'Ada', email: 'ada@example.com' })).body.data;
  const owner = (await post('/v3/contacts', { firstName: 'Bo', phoneNumber: nextPhoneNumber() })).body.data;
  const path = `/v2/${channel.id}/broadcasts`;
  const refused = await post(path, {
    name: 'Spring',
    workflowId,
    messageTemplateId: known.id,
    scheduledAt: '2016-01-01T00:00:00Z',
    variables: [
      { name: 'offer', value: '1' },
      { name: 'offer', value: '2' },
    ],
    contacts: [
      { phoneNumber: nextPhoneNumber(), firstName: 'Fine' },
      { phoneNumber: owner.phoneNumber, email: 'ADA@example.com' },
      { phoneNumber: '015112345678' },
      { phoneNumber: '12345678901234567890' },
      { email: 'ada@example.com' },
    ],
  });
  assert.equal(refused.status, 400);
  assert.deepEqual(
    Object.entries(refused.body.error.invalidParams)
      .map(([at, one]) => `${at} ${(one as { key: string }).key}`)
      .toSorted(),
    [
      'contacts.1.email custom',
      'contacts.2.phoneNumber invalid_string',
      'contacts.3.phoneNumber invalid_string',
      'messageTemplateId not_found',
      'scheduledAt invalid_date',
      'variables.1.name custom',
    ],
  );
  assert.deepEqual((await get(path)).body.data.broadcasts, []);
  const found = await post('/v3/contacts/search', { query: 'eq(firstName,"Fine")' });
  assert.deepEqual(found.body.data, []);
});

test('POST and PUT /v3/campaigns 400: a time in the past; start 409: a draft whose time has passed', async () => {
  const { tenant, post, put, clock } = await given({});
  const { id: channelId } = await tenant.channel('sms');
  const { id: contactId } = await tenant.contact();
  const write = (fields: object) =>
    post('/v3/campaigns', { channelId, name: 'News', content: { text: 'Hi' }, audience: { contactIds: [contactId] }, ...fields });
  const past = await write({ scheduledAt: '2016-01-01T00:00:00Z' });
  assert.deepEqual([past.status, past.body.error.invalidParams.scheduledAt.key], [400, 'invalid_date']);
  const draft = (await write({ scheduledAt: new Date(clock.now().getTime() + 60_000).toISOString() })).body.data;
  assert.equal((await put(`/v3/campaigns/${draft.id}`, { scheduledAt: '2016-01-01T00:00:00Z' })).status, 400);
  assert.equal((await write({ scheduledAt: '2016-01-01T00:00:00Z', recurrenceRules: ['FREQ=DAILY'] })).status, 201);
  clock.advance(3_600_000);
  const renamed = await put(`/v3/campaigns/${draft.id}`, { name: 'Later', scheduledAt: draft.scheduledAt });
  assert.equal(renamed.status, 200);
  const started = await post(`/v3/campaigns/${draft.id}/start`);
  assert.deepEqual([started.status, /scheduledAt/.test(started.body.error.message)], [409, true]);
});
