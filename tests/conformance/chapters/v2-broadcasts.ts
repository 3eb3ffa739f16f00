import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connectedChannel } from '../accounts.ts';
import { announce } from '../announce.ts';
import type { Api, Json, Options, Reply } from '../api.ts';
import { type Chapter, check, checkOwn, checkProvider, checkRetired, checkV2, shared } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import {
  narrowToken,
  newContact,
  newLabel,
  unique,
  uniqueEmail,
  uniqueExternalId,
  uniquePhoneNumber,
  unknownId,
} from '../fixtures.ts';
import { broadcastFields, hasFields, hasOnly, TIMESTAMP } from '../shapes.ts';
import { asSent } from '../talks.ts';
import { until } from '../until.ts';
import { activeAutomation, newAutomation } from './automations.ts';

const LATER = '2099-01-01T12:00:00.000Z';
const MOST = 5_000;

/** A channel and an active automation that only waits: created once and only read. */
const stage = shared(async (api) => {
  const { channel } = await connectedChannel(api, 'sms');
  return { channelId: channel.id as string, workflowId: (await activeAutomation(api)).id as string };
});

const pathOf = (channelId: string): string => `/v2/${channelId}/broadcasts`;

async function post(api: Api, fields: object = {}, options?: Options): Promise<Reply> {
  const { channelId, workflowId } = await stage(api);
  const reply = await api.post(pathOf(channelId), { name: unique('broadcast'), workflowId, ...fields }, options);
  if (reply.status === 200) api.keepInMind(`/v3/campaigns/${reply.body.data.id}`);
  return reply;
}

const broadcast = async (api: Api, fields: object = {}): Promise<Json> => succeeded(await post(api, fields));
const list = async (api: Api, channelId: string): Promise<Json[]> => succeeded(await api.get(pathOf(channelId))).broadcasts;

/** Imports contacts with a campaign scheduled many years ahead. */
const bringIn = (api: Api, ...contacts: object[]) => broadcast(api, { contacts, isScheduled: true, scheduledAt: LATER });

/** Finds the contact with this number or address and registers it for deletion. */
async function contactOf(api: Api, field: 'phoneNumber' | 'email', value: string): Promise<Json> {
  const found = succeeded(await api.post('/v3/contacts/search', { query: `eq(${field},"${value}")` }));
  assert.equal(found.length, 1, `${found.length} contacts have ${field} ${value}`);
  api.keepInMind(`/v3/contacts/${found[0].id}`);
  return found[0];
}

const nobodyHas = async (api: Api, phoneNumber: string): Promise<void> =>
  assert.deepEqual(succeeded(await api.post('/v3/contacts/search', { query: `eq(phoneNumber,"${phoneNumber}")` })), []);

const reading = [
  checkV2('GET /{channelId}/broadcasts answers { broadcasts }, an array that holds what was made', async (api) => {
    const made = await broadcast(api, { variables: [{ name: 'offer', value: '20 %' }] });
    const data = succeeded(await api.get(pathOf((await stage(api)).channelId)), 200);
    assert.deepEqual(Object.keys(data), ['broadcasts']);
    assert.deepEqual(
      data.broadcasts.find(({ id }: Json) => id === made.id),
      made,
    );
    for (const one of data.broadcasts) hasFields(one, broadcastFields);
  }),
  checkV2('The newest is first, and those of another channel are not there', async (api) => {
    const { channel } = await connectedChannel(api, 'sms');
    const { workflowId } = await stage(api);
    assert.deepEqual(await list(api, channel.id), []);
    const names = ['first', 'second'];
    for (const name of names) {
      const { id } = succeeded(await api.post(pathOf(channel.id), { name, workflowId }));
      api.keepInMind(`/v3/campaigns/${id}`);
    }
    assert.deepEqual(
      (await list(api, channel.id)).map(({ name }) => name),
      names.toReversed(),
    );
  }),
  checkV2(
    'A campaign of version 3 that starts an automation is a broadcast too; one with content of its own is not',
    async (api) => {
      const { channelId, workflowId: automationId } = await stage(api);
      const make = async (fields: object) =>
        succeeded(await api.post('/v3/campaigns', { name: unique('campaign'), channelId, ...fields }), 201).id;
      const [listed, unlisted] = [await make({ automationId }), await make({ content: { type: 'text', text: 'Hello' } })];
      const ids = (await list(api, channelId)).map(({ id }) => id);
      assert.deepEqual([ids.includes(listed), ids.includes(unlisted)], [true, false]);
    },
  ),
  check('A channel that does not exist, or is another tenant’s, is 404 channel_not_found, for both operations', async (api) => {
    const { channelId, workflowId } = await stage(api);
    for (const unknown of [unknownId(), 'nonsense', '%00', 'attributes', 'api_webhooks']) {
      const replies = [await api.get(pathOf(unknown)), await api.post(pathOf(unknown), { name: 'x', workflowId })];
      for (const reply of replies) if (reply.status !== 410) failed(reply, 404, 'channel_not_found');
    }
    const theirs = { token: api.otherToken };
    alike(await api.get(pathOf(channelId), theirs), await api.get(pathOf(unknownId()), theirs));
  }),
  checkV2('The paths of attributes and webhooks stay theirs', async (api) => {
    assert.ok(Array.isArray(succeeded(await api.get('/v2/attributes'))));
    const gone = { deletedIds: [], notFoundIds: ['broadcasts'] };
    for (const path of ['attributes', 'api_webhooks']) assert.deepEqual(succeeded(await api.del(`/v2/${path}/broadcasts`)), gone);
  }),
];

const creating = [
  checkV2('POST /{channelId}/broadcasts answers 200 with the broadcast', async (api) => {
    const { workflowId } = await stage(api);
    const made = succeeded(await post(api, { name: 'Spring sale' }), 200);
    hasFields(made, broadcastFields);
    assert.deepEqual(
      [made.name, made.workflowId, made.isScheduled, made.isReoccurring],
      ['Spring sale', workflowId, false, false],
    );
  }),
  checkV2('scheduledAt, recurrenceRules and variables are left out when unset', async (api) => {
    hasOnly(await broadcast(api), broadcastFields);
  }),
  checkV2('Without contacts it is a draft', async (api) => {
    for (const fields of [{}, { contacts: [] }, { isScheduled: true, scheduledAt: LATER }])
      assert.equal((await broadcast(api, fields)).status, 'draft');
  }),
  checkV2('name and workflowId are required; workflowId is a UUID', async (api) => {
    const { channelId } = await stage(api);
    const reply = await api.post(pathOf(channelId), {});
    refused(reply, 'name', 'required');
    refused(reply, 'workflowId', 'required');
    refused(await post(api, { workflowId: 'spring' }), 'workflowId', 'invalid_string');
    refused(await post(api, { name: '' }), 'name', 'too_small');
  }),
  checkV2('Every field must be of its type', async (api) => {
    for (const field of ['isScheduled', 'isReoccurring']) refused(await post(api, { [field]: 'yes' }), field, 'invalid_type');
    for (const field of ['contacts', 'variables', 'recurrenceRules'])
      refused(await post(api, { [field]: {} }), field, 'invalid_type');
    refused(await post(api, { name: 7 }), 'name', 'invalid_type');
    refused(await post(api, { recurrenceRules: [7] }), 'recurrenceRules.0', 'invalid_type');
    refused(await post(api, { scheduledAt: 'tomorrow' }), 'scheduledAt', 'invalid_date');
    refused(await post(api, { messageTemplateId: 'x' }), 'messageTemplateId', 'invalid_string');
  }),
  checkV2('An automation that does not exist, or is another tenant’s, is refused under workflowId', async (api) => {
    refused(await post(api, { workflowId: unknownId() }), 'workflowId', 'not_found');
    const theirs = await newAutomation(api, {}, { token: api.otherToken });
    refused(await post(api, { workflowId: theirs.id }), 'workflowId', 'not_found');
  }),
  checkV2('A broadcast that would start an automation which is not active is 409, and no contact was created', async (api) => {
    const phoneNumber = uniquePhoneNumber();
    const { id: workflowId } = await newAutomation(api);
    failed(await post(api, { workflowId, contacts: [{ phoneNumber }] }), 409, 'conflict');
    await nobodyHas(api, phoneNumber);
  }),
  checkV2('Unknown body fields are ignored, also within a contact', async (api) => {
    const made = await bringIn(api, { phoneNumber: uniquePhoneNumber(), favourite: 'red', attributes: [], labels: [] });
    assert.ok(!('colour' in (await broadcast(api, { colour: 'red', status: 'running' }))));
    assert.equal(made.status, 'scheduled');
  }),
  checkV2('Under one Idempotency-Key one broadcast is made', async (api) => {
    const [name, options] = [unique('once'), { headers: { 'idempotency-key': randomUUID() } }];
    const [first, again] = [await post(api, { name }, options), await post(api, { name }, options)];
    assert.deepEqual([again.text, again.headers.get('idempotency-replayed')], [first.text, 'true']);
    assert.equal((await list(api, (await stage(api)).channelId)).filter((one) => one.name === name).length, 1);
  }),
];

const schedules = [
  checkV2('isScheduled needs scheduledAt, isReoccurring needs recurrenceRules', async (api) => {
    refused(await post(api, { isScheduled: true }), 'scheduledAt', 'required');
    refused(await post(api, { isReoccurring: true }), 'recurrenceRules', 'required');
    refused(await post(api, { isReoccurring: true, recurrenceRules: [] }), 'recurrenceRules', 'required');
  }),
  checkV2('With contacts and a time to come it is scheduled, and shows the time', async (api) => {
    const contacts = [{ phoneNumber: uniquePhoneNumber() }];
    const made = await broadcast(api, { contacts, isScheduled: true, scheduledAt: '2099-01-01T13:00:00+01:00' });
    assert.deepEqual([made.status, made.isScheduled, made.scheduledAt], ['scheduled', true, LATER]);
    assert.match(made.scheduledAt, TIMESTAMP);
  }),
  checkV2('A time counts without its flag, and does not where the flag is false', async (api) => {
    const { isScheduled, scheduledAt } = await broadcast(api, { scheduledAt: LATER });
    assert.deepEqual([isScheduled, scheduledAt], [true, LATER]);
    const without = await broadcast(api, { isScheduled: false, scheduledAt: LATER });
    assert.deepEqual([without.isScheduled, 'scheduledAt' in without], [false, false]);
  }),
  checkV2('With contacts and rules it is scheduled, and shows the rules', async (api) => {
    const rules = {
      isReoccurring: true,
      recurrenceRules: ['FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;BYHOUR=12;BYMINUTE=0;BYSECOND=0'],
    };
    const contacts = [{ phoneNumber: uniquePhoneNumber() }];
    const made = await broadcast(api, { contacts, isScheduled: true, scheduledAt: LATER, ...rules });
    assert.deepEqual([made.status, made.isReoccurring, made.recurrenceRules], ['scheduled', true, rules.recurrenceRules]);
  }),
  checkV2('An invalid rule is refused with its path', async (api) => {
    const good = 'FREQ=DAILY;COUNT=3';
    refused(await post(api, { recurrenceRules: [good, 'FREQ=SOMETIMES'] }), 'recurrenceRules.1', 'custom');
  }),
  checkV2('variables come back as they were given', async (api) => {
    const variables = [
      { name: 'offer', value: '20 %' },
      { name: 'until', value: 'Friday' },
    ];
    assert.deepEqual((await broadcast(api, { variables })).variables, variables);
  }),
  checkV2('name and value of a variable are required texts', async (api) => {
    const reply = await post(api, { variables: [{}, { name: 'a', value: 7 }] });
    refused(reply, 'variables.0.name', 'required');
    refused(reply, 'variables.0.value', 'required');
    refused(reply, 'variables.1.value', 'invalid_type');
  }),
  checkProvider(
    'Otherwise it starts now: the automation runs once for each contact, with the variables',
    async (api, provider) => {
      if ((await api.get('/v2/attributes')).status === 410) return;
      const line = await provider.line(api, 'sms');
      const steps = [{ id: 'hello', type: 'send_message', text: '{{contact.firstName}}: {{variables.offer}}' }];
      const { id: workflowId } = await activeAutomation(api, { steps });
      const contacts = ['Ada', 'Bo', 'Cy'].map((firstName) => ({ firstName, phoneNumber: uniquePhoneNumber() }));
      const body = { name: 'now', workflowId, contacts, variables: [{ name: 'offer', value: '20 %' }] };
      const { id, status } = succeeded(await api.post(pathOf(line.channelId), body));
      assert.equal(status, 'running');
      const sends = await asSent(line, 3);
      assert.deepEqual(sends.map(({ body }) => body.Body).toSorted(), ['Ada: 20 %', 'Bo: 20 %', 'Cy: 20 %']);
      const [over] = await until(
        'the end',
        () => list(api, line.channelId),
        ([one]) => one.status === 'completed',
      );
      assert.equal(over.id, id);
    },
  ),
];

const people = [
  checkV2('Somebody new becomes a contact with names, number, address, attributes and labels', async (api) => {
    const [phoneNumber, email, externalId, name] = [uniquePhoneNumber(), uniqueEmail(), uniqueExternalId(), unique('tag')];
    const attributes = [{ externalId, value: 'London' }];
    await bringIn(api, { firstName: 'Ada', lastName: 'L', phoneNumber, email, attributes, labels: [{ name }] });
    const contact = await contactOf(api, 'phoneNumber', phoneNumber);
    assert.deepEqual([contact.firstName, contact.lastName, contact.email, contact.isSubscribed], ['Ada', 'L', email, true]);
    assert.deepEqual(
      contact.attributes.map((one: Json) => [one.externalId, one.type, one.value]),
      [[externalId, 'text', 'London']],
    );
    assert.deepEqual(
      contact.labels.map((one: Json) => one.name),
      [name],
    );
    assert.ok(succeeded(await api.get('/v2/attributes')).some((one: Json) => one.externalId === externalId));
  }),
  checkV2('Somebody known by the number, however it is spelt, or by the address, is changed and not doubled', async (api) => {
    const [number, email] = [uniquePhoneNumber(), uniqueEmail()];
    const known = await newContact(api, { phoneNumber: number, email });
    const spelt = `00${number.slice(1, 5)} (${number.slice(5, 9)}) ${number.slice(9)}`;
    await bringIn(api, { phoneNumber: spelt, firstName: 'Augusta' }, { email: email.toUpperCase(), lastName: 'King' });
    const { id, firstName, lastName, phoneNumber } = await contactOf(api, 'phoneNumber', number);
    assert.deepEqual([id, firstName, lastName, phoneNumber], [known.id, 'Augusta', 'King', number]);
  }),
  checkV2('null says nothing: what is there stays', async (api) => {
    const { id, phoneNumber, firstName, lastName } = await newContact(api);
    await bringIn(api, { phoneNumber, email: null, firstName: null, lastName: null });
    const after = succeeded(await api.get(`/v3/contacts/${id}`));
    assert.deepEqual([after.firstName, after.lastName, after.email], [firstName, lastName, null]);
  }),
  checkV2('Whoever does not want to be written to stays so', async (api) => {
    const { id, phoneNumber } = await newContact(api, { isSubscribed: false });
    await bringIn(api, { phoneNumber });
    assert.equal(succeeded(await api.get(`/v3/contacts/${id}`)).isSubscribed, false);
  }),
  checkV2('A label that is there is taken whatever the case of its name', async (api) => {
    const [label, { id, phoneNumber }] = [await newLabel(api), await newContact(api)];
    await bringIn(api, { phoneNumber, labels: [{ name: label.name.toUpperCase() }] });
    assert.deepEqual(
      succeeded(await api.get(`/v3/contacts/${id}`)).labels.map((one: Json) => one.id),
      [label.id],
    );
  }),
  checkV2('Two spellings of one person in one call are one contact, who is written to once', async (api) => {
    const phoneNumber = uniquePhoneNumber();
    const { id } = await bringIn(api, { phoneNumber }, { phoneNumber: phoneNumber.replace('+', '00'), firstName: 'Once' });
    assert.equal((await contactOf(api, 'phoneNumber', phoneNumber)).firstName, 'Once');
    assert.equal(succeeded(await api.get(`/v3/campaigns/${id}`)).audience.count, 1);
  }),
  checkV2('A contact needs a phone number or an email address', async (api) => {
    const reply = await post(api, { contacts: [{ phoneNumber: uniquePhoneNumber() }, { firstName: 'Nobody' }] });
    refused(reply, 'contacts.1.phoneNumber', 'required');
  }),
  checkV2('Every error of every contact is named, and no contact was created', async (api) => {
    const phoneNumber = uniquePhoneNumber();
    const reply = await post(api, { contacts: [{ phoneNumber }, { phoneNumber: 'call me' }, { email: 'no address' }] });
    refused(reply, 'contacts.1.phoneNumber', 'invalid_string');
    refused(reply, 'contacts.2.email', 'invalid_string');
    await nobodyHas(api, phoneNumber);
  }),
  checkV2('firstName, lastName, email and phoneNumber are each a string or null', async (api) => {
    for (const field of ['firstName', 'lastName', 'email', 'phoneNumber'])
      refused(await post(api, { contacts: [{ [field]: 7 }] }), `contacts.0.${field}`, 'invalid_type');
  }),
  checkV2('externalId and value of an attribute are required, and the name of a label', async (api) => {
    const phoneNumber = uniquePhoneNumber();
    const reply = await post(api, { contacts: [{ phoneNumber, attributes: [{}], labels: [{}] }] });
    refused(reply, 'contacts.0.attributes.0.externalId', 'required');
    refused(reply, 'contacts.0.attributes.0.value', 'required');
    refused(reply, 'contacts.0.labels.0.name', 'required');
  }),
  checkV2(
    'The externalId of an attribute begins with a letter and continues with letters, digits and underscores',
    async (api) => {
      for (const externalId of ['', '1a', '_a', 'a-b', 'a b', 'größe']) {
        const contacts = [{ phoneNumber: uniquePhoneNumber(), attributes: [{ externalId, value: 'x' }] }];
        refused(await post(api, { contacts }), 'contacts.0.attributes.0.externalId', 'invalid_string');
      }
    },
  ),
];

/** Thousands of contacts: in their own tenant, so that no webhook gets their events. */
const crowd = (count: number, fields: (i: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, i) => ({ phoneNumber: `+4916${String(i).padStart(9, '0')}`, ...fields(i) }));

const limits = [
  checkOwn(
    `${MOST} contacts pass, each with five attributes and three labels; ${MOST + 1} do not`,
    async ({ current, tenantOn }) => {
      const { token } = await tenantOn('pro');
      const options = { token };
      const account = { accountSid: `AC${randomUUID().replaceAll('-', '')}`, from: '+15557654321', authToken: 'x'.repeat(32) };
      const channel = succeeded(
        await current.post('/v3/channels', { type: 'sms', name: 'many', settings: account }, options),
        201,
      );
      const automation = await newAutomation(current, { trigger: { type: 'api' } }, options);
      succeeded(await current.post(`/v3/automations/${automation.id}/publish`, {}, options));
      const attributes = (i: number) => Array.from({ length: 5 }, (_, n) => ({ externalId: `a${n}`, value: `${n} of ${i}` }));
      const labels = (i: number) => ['every', `tenth${i % 10}`, `half${i % 2}`].map((name) => ({ name }));
      const body = { name: 'many', workflowId: automation.id, isScheduled: true, scheduledAt: LATER };
      const path = pathOf(channel.id);
      const one = { attributes: attributes(0), labels: labels(0) };
      refused(await current.post(path, { ...body, contacts: crowd(MOST + 1) }, options), 'contacts', 'too_big');
      refused(await current.post(path, { ...body, contacts: crowd(MOST + 1, () => one) }, options), 'contacts', 'too_big');
      const contacts = crowd(MOST, (i) => ({ attributes: attributes(i), labels: labels(i) }));
      const made = succeeded(await current.post(path, { ...body, contacts }, options));
      assert.equal(made.status, 'scheduled');
      assert.equal(succeeded(await current.get(`/v3/campaigns/${made.id}`, options)).audience.count, MOST);
      const { pagination, data } = (await current.post('/v3/contacts/search', { pagination: { limit: 1 } }, options)).body;
      assert.equal(pagination.total, MOST);
      assert.deepEqual([data[0].attributes.length, data[0].labels.length], [5, 3]);
    },
  ),
  checkV2('A body of more than 1 MiB passes here, one of more than 4 MiB is 413; elsewhere 1 MiB is the most', async (api) => {
    const mebibyte = 1024 * 1024;
    await broadcast(api, { ignored: 'x'.repeat(3.9 * mebibyte) });
    const { channelId } = await stage(api);
    failed(await announce(api, pathOf(channelId), 5 * mebibyte), 413, 'payload_too_large');
    failed(await announce(api, '/v2/attributes', 2 * mebibyte), 413, 'payload_too_large');
  }),
];

const rights = [
  checkV2('Listing needs campaigns.read and creating campaigns.write; no other scope will do', async (api) => {
    const { channelId } = await stage(api);
    const reader = { token: await narrowToken(api, 'campaigns.read') };
    const writer = { token: await narrowToken(api, 'campaigns.write') };
    succeeded(await api.get(pathOf(channelId), reader));
    succeeded(await post(api, {}, writer));
    failed(await api.get(pathOf(channelId), writer), 403, 'forbidden');
    failed(await post(api, {}, reader), 403, 'forbidden');
    for (const reply of [await api.get(pathOf(channelId), { token: null }), await post(api, {}, { token: null })])
      failed(reply, 401, 'unauthorized');
  }),
  ...(['free', 'hobby'] as const).map((plan) =>
    checkOwn(`The plan ${plan} has no broadcasts: 402, before any other check`, async ({ current, tenantOn }) => {
      const { token } = await tenantOn(plan);
      const reply = await current.post(pathOf(unknownId()), {}, { token });
      assert.match(failed(reply, 402, 'insufficient_billing_plan').message, /pro/);
    }),
  ),
  checkRetired('After the sunset both operations are 410 version_sunset', async (api) => {
    failed(await api.get(pathOf(unknownId())), 410, 'version_sunset');
    failed(await api.post(pathOf(unknownId()), {}), 410, 'version_sunset');
  }),
  checkOwn('A broadcast made before the sunset is a campaign after it', async ({ current, retired }) => {
    const { id, name } = await broadcast(current);
    const campaign = succeeded(await retired.get(`/v3/campaigns/${id}`));
    assert.deepEqual([campaign.name, campaign.status], [name, 'draft']);
  }),
];

export const v2Broadcasts: Chapter = {
  title: 'Version 2: broadcasts',
  checks: [...reading, ...creating, ...schedules, ...people, ...limits, ...rights],
};
