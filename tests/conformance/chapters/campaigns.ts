import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { CAMPAIGNS, campaignOf, content, LATER, move, moved, newCampaign, writeCampaign } from '../campaigns.ts';
import { type Chapter, check, checkOwn } from '../check.ts';
import { alike, failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChannel, newContact, newLabel, unique, unknownId } from '../fixtures.ts';
import { audienceFields, campaignFields, hasOnly } from '../shapes.ts';
import { activeAutomation, newAutomation } from './automations.ts';

const VERBS = ['start', 'pause', 'resume', 'cancel', 'retry'];

const writing = [
  check('POST /campaigns answers 201 with a draft that has every field', async (api) => {
    const campaign = await newCampaign(api, { name: 'Spring' });
    hasOnly(campaign, campaignFields);
    hasOnly(campaign.audience, audienceFields);
    const { name, status, statusReason, automationId, variables, scheduledAt, recurrenceRules, timeZone, missed } = campaign;
    assert.deepEqual([name, status, statusReason, automationId, variables], ['Spring', 'draft', null, null, {}]);
    assert.deepEqual([scheduledAt, recurrenceRules, timeZone, missed], [null, [], 'UTC', 'run_late']);
    assert.deepEqual(campaign.audience, { type: 'contacts', count: 0, query: null, labelIds: [], fileId: null });
    assert.deepEqual([campaign.nextRunAt, campaign.currentRunId], [null, null]);
  }),
  check('GET /campaigns/{campaignId} answers the campaign', async (api) => {
    const campaign = await newCampaign(api, { description: 'For everybody', variables: { offer: '20 %' } });
    assert.deepEqual(await campaignOf(api, campaign.id), campaign);
  }),
  check(
    'A campaign that does not exist, or is another tenant’s, is 404 campaign_not_found, whatever is asked of it',
    async (api) => {
      const { id } = await newCampaign(api);
      const theirs = { token: api.otherToken };
      for (const unknown of [unknownId(), 'nonsense', '%00'])
        failed(await api.get(`${CAMPAIGNS}/${unknown}`), 404, 'campaign_not_found');
      for (const path of ['', '/statistics', '/import']) {
        const reply = await api.get(`${CAMPAIGNS}/${id}${path}`, theirs);
        failed(reply, 404, 'campaign_not_found');
        alike(reply, await api.get(`${CAMPAIGNS}/${unknownId()}${path}`, theirs));
      }
      for (const path of [...VERBS, 'recipients/search', 'refused_lines/search'])
        failed(await api.post(`${CAMPAIGNS}/${id}/${path}`, {}, theirs), 404, 'campaign_not_found');
      failed(await api.put(`${CAMPAIGNS}/${id}`, { name: 'Mine' }, theirs), 404, 'campaign_not_found');
      assert.deepEqual(succeeded(await api.del(`${CAMPAIGNS}/${id}`, theirs)), { deletedIds: [], notFoundIds: [id] });
      assert.equal((await campaignOf(api, id)).id, id);
    },
  ),
  check('Making a campaign twice under one Idempotency-Key makes one', async (api) => {
    const [name, options] = [unique('once'), { headers: { 'idempotency-key': randomUUID() } }];
    const [first, again] = [await writeCampaign(api, { name }, options), await writeCampaign(api, { name }, options)];
    assert.equal(again.text, first.text);
    assert.equal((await api.post(`${CAMPAIGNS}/search`, { search: name })).body.pagination.total, 1);
  }),
  check('PUT changes what is given and keeps the rest', async (api) => {
    const before = await newCampaign(api, { description: 'one' });
    const changes = { name: 'Renamed', variables: { a: 'b' }, scheduledAt: LATER, timeZone: 'Europe/Berlin', missed: 'skip' };
    const after = succeeded(await api.put(`${CAMPAIGNS}/${before.id}`, changes));
    assert.deepEqual({ ...after, updatedAt: 0 }, { ...before, ...changes, updatedAt: 0 });
    assert.equal(succeeded(await api.put(`${CAMPAIGNS}/${before.id}`, { scheduledAt: null })).scheduledAt, null);
  }),
  check('DELETE answers a delete result, and the campaign is gone; a second time it is not found', async (api) => {
    const { id } = await newCampaign(api);
    assert.deepEqual(succeeded(await api.del(`${CAMPAIGNS}/${id}`)), { deletedIds: [id], notFoundIds: [] });
    failed(await api.get(`${CAMPAIGNS}/${id}`), 404, 'campaign_not_found');
    for (const gone of [id, unknownId(), 'nonsense'])
      assert.deepEqual(succeeded(await api.del(`${CAMPAIGNS}/${gone}`)), { deletedIds: [], notFoundIds: [gone] });
  }),
  check('A channel that has campaigns cannot be deleted', async (api) => {
    const channel = await newChannel(api, 'sms');
    const { id } = await newCampaign(api, { channelId: channel.id });
    failed(await api.del(`/v3/channels/${channel.id}`), 409, 'conflict');
    succeeded(await api.del(`${CAMPAIGNS}/${id}`));
    assert.deepEqual(succeeded(await api.del(`/v3/channels/${channel.id}`)).deletedIds, [channel.id]);
  }),
];

const refusals = [
  check('channelId and name are required, unknown fields refused', async (api) => {
    const reply = await api.post(CAMPAIGNS, { colour: 'red' });
    for (const field of ['channelId', 'name']) refused(reply, field, 'required');
    refused(reply, 'colour', 'unrecognized_keys');
    const { id } = await newCampaign(api);
    refused(await api.put(`${CAMPAIGNS}/${id}`, { status: 'running' }), 'status', 'unrecognized_keys');
  }),
  check('Every field must be of its type', async (api) => {
    for (const field of ['name', 'description', 'channelId', 'automationId', 'timeZone'])
      refused(await writeCampaign(api, { [field]: 7 }), field, 'invalid_type');
    for (const field of ['variables', 'recurrenceRules'])
      refused(await writeCampaign(api, { [field]: 'x' }), field, 'invalid_type');
    refused(await writeCampaign(api, { variables: { a: 7 } }), 'variables.a', 'invalid_type');
    refused(await writeCampaign(api, { scheduledAt: 'tomorrow' }), 'scheduledAt', 'invalid_date');
    refused(await writeCampaign(api, { missed: 'sometimes' }), 'missed', 'invalid_enum_value');
    refused(await writeCampaign(api, { name: '' }), 'name', 'too_small');
    refused(await writeCampaign(api, { name: 'x'.repeat(201) }), 'name', 'too_big');
  }),
  check('A channel or an automation that does not exist, or is another tenant’s, is refused by its name', async (api) => {
    const theirs = await newChannel(api, 'sms', { token: api.otherToken });
    for (const channelId of [unknownId(), 'nonsense', theirs.id])
      refused(await writeCampaign(api, { channelId }), 'channelId', 'not_found');
    const { id } = await newAutomation(api, {}, { token: api.otherToken });
    for (const automationId of [unknownId(), 'nonsense', id])
      refused(await writeCampaign(api, { content: null, automationId }), 'automationId', 'not_found');
  }),
  check('Content and an automation do not go together', async (api) => {
    const { id: automationId } = await newAutomation(api);
    refused(await writeCampaign(api, { automationId }), 'automationId', 'custom');
  }),
  check('An automation that starts by itself cannot be a campaign’s', async (api) => {
    const { id: automationId } = await newAutomation(api, { trigger: { type: 'chat_opened' } });
    refused(await writeCampaign(api, { content: null, automationId }), 'automationId', 'custom');
  }),
  check('Content is checked as a message is, and named within content', async (api) => {
    const empty = failed(await writeCampaign(api, { content: { type: 'text' } }), 400, 'invalid_body_params');
    assert.ok(
      Object.keys(empty.invalidParams).every((path) => path.startsWith('content')),
      JSON.stringify(empty.invalidParams),
    );
    const reaction = { type: 'reaction', messageId: unknownId(), emoji: '👍' };
    failed(await writeCampaign(api, { content: reaction }), 400, 'invalid_body_params');
    failed(await writeCampaign(api, { content: { ...content, colour: 'red' } }), 400, 'invalid_body_params');
  }),
  check('A placeholder that no message could fill is refused when the campaign is written', async (api) => {
    for (const text of ['Hello {{weather.today}}', 'Hello {{contact.firstName'])
      failed(await writeCampaign(api, { content: { type: 'text', text } }), 400, 'invalid_body_params');
  }),
  check('An unknown rule or time zone is refused', async (api) => {
    refused(await writeCampaign(api, { recurrenceRules: ['FREQ=SOMETIMES'] }), 'recurrenceRules.0', 'custom');
    refused(
      await writeCampaign(api, { timeZone: 'Mars/Olympus', recurrenceRules: ['FREQ=DAILY;COUNT=2'] }),
      'timeZone',
      'custom',
    );
  }),
  check('A rule that never comes to pass is refused', async (api) => {
    refused(
      await writeCampaign(api, { recurrenceRules: ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'] }),
      'recurrenceRules.0',
      'custom',
    );
  }),
];

const finding = [
  check('POST /campaigns/search finds by every field, and search looks in the name', async (api) => {
    const { id: automationId } = await activeAutomation(api);
    const contactIds = [(await newContact(api)).id];
    const fields = { content: null, automationId, audience: { contactIds }, scheduledAt: LATER };
    const { id } = await newCampaign(api, { name: unique('Findable'), ...fields });
    const campaign = await moved(api, id, 'start');
    for (const field of [
      'id',
      'createdAt',
      'updatedAt',
      'name',
      'status',
      'channelId',
      'automationId',
      'scheduledAt',
      'nextRunAt',
    ]) {
      const query = `and(eq(id,"${id}"),eq(${field},"${campaign[field]}"))`;
      assert.deepEqual(succeeded(await api.post(`${CAMPAIGNS}/search`, { query, sortBy: `desc(${field})` })), [campaign], field);
    }
    assert.deepEqual(succeeded(await api.post(`${CAMPAIGNS}/search`, { search: campaign.name.toUpperCase() })), [campaign]);
    assert.deepEqual(succeeded(await api.post(`${CAMPAIGNS}/search`, { search: campaign.name }, { token: api.otherToken })), []);
  }),
  check('Without a body everything is found, the newest first; a field that is not there is refused', async (api) => {
    const { id } = await newCampaign(api);
    const { body } = await api.post(`${CAMPAIGNS}/search`);
    assert.equal(body.data[0].id, id);
    assert.deepEqual([body.pagination.page, body.pagination.limit], [0, 10]);
    refused(await api.post(`${CAMPAIGNS}/search`, { query: 'eq(content,"x")' }), 'query', 'custom');
  }),
];

const moves = [
  check('A campaign without content or without recipients does not start', async (api) => {
    const contactIds = [(await newContact(api)).id];
    const nothing = await newCampaign(api, { content: null, audience: { contactIds } });
    assert.match(failed(await move(api, nothing.id, 'start'), 409, 'conflict').message, /content|automation/);
    const nobody = await newCampaign(api);
    assert.match(failed(await move(api, nobody.id, 'start'), 409, 'conflict').message, /audience/);
  }),
  check('An automation that is not active does not start', async (api) => {
    const [{ id: automationId }, contact] = [await newAutomation(api), await newContact(api)];
    const fields = { content: null, automationId, audience: { contactIds: [contact.id] } };
    const { id } = await newCampaign(api, fields);
    assert.match(failed(await move(api, id, 'start'), 409, 'conflict').message, /publish/);
  }),
  check('A channel that is not connected, or paused, does not start', async (api) => {
    const [channel, contact] = [await newChannel(api, 'sms'), await newContact(api)];
    const { id } = await newCampaign(api, { channelId: channel.id, audience: { contactIds: [contact.id] } });
    failed(await move(api, id, 'start'), 409, 'conflict');
  }),
  check('With a time to come it is scheduled, shows when, and can still be changed', async (api) => {
    const contactIds = [(await newContact(api)).id];
    const { id } = await newCampaign(api, { audience: { contactIds }, scheduledAt: LATER });
    const scheduled = await moved(api, id, 'start');
    assert.deepEqual([scheduled.status, scheduled.nextRunAt, scheduled.currentRunId], ['scheduled', LATER, null]);
    const later = '2099-06-01T12:00:00.000Z';
    const changed = succeeded(await api.put(`${CAMPAIGNS}/${id}`, { scheduledAt: later }));
    assert.deepEqual([changed.status, changed.nextRunAt], ['scheduled', later]);
  }),
  check('By rules it is scheduled for the next instant, on the clock of its zone', async (api) => {
    const contactIds = [(await newContact(api)).id];
    const recurrenceRules = ['FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0;BYSECOND=0'];
    const fields = {
      audience: { contactIds },
      scheduledAt: '2098-12-01T00:00:00.000Z',
      recurrenceRules,
      timeZone: 'Europe/Berlin',
    };
    const { id } = await newCampaign(api, fields);
    assert.equal((await moved(api, id, 'start')).nextRunAt, '2099-07-01T07:00:00.000Z');
  }),
  check('One that waits can be paused, resumed and cancelled; a cancelled one is over', async (api) => {
    const contactIds = [(await newContact(api)).id];
    const { id } = await newCampaign(api, { audience: { contactIds }, scheduledAt: LATER });
    await moved(api, id, 'start');
    const paused = await moved(api, id, 'pause');
    assert.equal(paused.status, 'paused');
    assert.equal(typeof paused.statusReason, 'string');
    const resumed = await moved(api, id, 'resume');
    assert.deepEqual([resumed.status, resumed.nextRunAt, resumed.statusReason], ['scheduled', LATER, null]);
    const cancelled = await moved(api, id, 'cancel');
    assert.deepEqual([cancelled.status, cancelled.nextRunAt], ['cancelled', null]);
    for (const verb of ['start', 'pause', 'resume', 'retry']) failed(await move(api, id, verb), 409, 'conflict');
    failed(await api.put(`${CAMPAIGNS}/${id}`, { name: 'Too late' }), 409, 'conflict');
  }),
  check('Moves that make no sense are 409 with a sentence that says what to do', async (api) => {
    const { id } = await newCampaign(api);
    for (const verb of ['pause', 'resume', 'retry']) {
      const { message } = failed(await move(api, id, verb), 409, 'conflict');
      assert.match(message, /draft/);
    }
    assert.equal((await campaignOf(api, id)).status, 'draft');
  }),
  check('Moves take no body; retry takes includeUnknown', async (api) => {
    const { id } = await newCampaign(api);
    for (const verb of VERBS) refused(await move(api, id, verb, { force: true }), 'force', 'unrecognized_keys');
    refused(await move(api, id, 'retry', { includeUnknown: 'yes' }), 'includeUnknown', 'invalid_type');
  }),
];

const audiences = [
  check(
    'People are named by contactIds; one that does not exist, or is another tenant’s, is refused with its path',
    async (api) => {
      const [mine, theirs] = [await newContact(api), await newContact(api, {}, { token: api.otherToken })];
      const { audience } = await newCampaign(api, { audience: { contactIds: [mine.id, mine.id.toUpperCase()] } });
      assert.deepEqual([audience.type, audience.count], ['contacts', 1]);
      for (const other of [theirs.id, unknownId(), 'nonsense'])
        refused(await writeCampaign(api, { audience: { contactIds: [mine.id, other] } }), 'audience.contactIds.1', 'not_found');
    },
  ),
  check('At most 10,000 contactIds', async (api) => {
    const contactIds = Array.from({ length: 10_001 }, unknownId);
    failed(await writeCampaign(api, { audience: { contactIds } }), 400, 'invalid_body_params');
  }),
  check('A query is one of the search of contacts, and a mistake in it is named', async (api) => {
    const query = 'eq(firstName,"Ada")';
    const { audience } = await newCampaign(api, { audience: { query } });
    assert.deepEqual([audience.type, audience.query], ['query', query]);
    refused(await writeCampaign(api, { audience: { query: 'eq(shoeSize,7)' } }), 'audience.query', 'custom');
  }),
  check('Labels must be there', async (api) => {
    const label = await newLabel(api);
    const { audience } = await newCampaign(api, { audience: { labelIds: [label.id] } });
    assert.deepEqual([audience.type, audience.labelIds], ['labels', [label.id]]);
    refused(await writeCampaign(api, { audience: { labelIds: [label.id, unknownId()] } }), 'audience.labelIds.1', 'not_found');
  }),
  check('All are everybody; nothing else than one of the five is an audience', async (api) => {
    assert.equal((await newCampaign(api, { audience: { all: true } })).audience.type, 'all');
    for (const audience of [{}, { all: false }, { all: true, query: 'x' }, { everybody: true }, 'all', []])
      failed(await writeCampaign(api, { audience }), 400, 'invalid_body_params');
  }),
];

const rights = [
  check('Reading needs campaigns.read and everything else campaigns.write; no other scope will do', async (api) => {
    const { id } = await newCampaign(api);
    const reader = { token: await narrowToken(api, 'campaigns.read') };
    const writer = { token: await narrowToken(api, 'campaigns.write') };
    const [gets, searches] = [
      ['', '/statistics', '/import'],
      ['search', `${id}/recipients/search`, `${id}/refused_lines/search`],
    ];
    for (const path of gets) {
      succeeded(await api.get(`${CAMPAIGNS}/${id}${path}`, reader));
      failed(await api.get(`${CAMPAIGNS}/${id}${path}`, writer), 403, 'forbidden');
    }
    for (const path of searches) {
      succeeded(await api.post(`${CAMPAIGNS}/${path}`, {}, reader));
      failed(await api.post(`${CAMPAIGNS}/${path}`, {}, writer), 403, 'forbidden');
    }
    for (const verb of VERBS) failed(await api.post(`${CAMPAIGNS}/${id}/${verb}`, {}, reader), 403, 'forbidden');
    failed(await writeCampaign(api, {}, reader), 403, 'forbidden');
    failed(await api.put(`${CAMPAIGNS}/${id}`, {}, reader), 403, 'forbidden');
    failed(await api.del(`${CAMPAIGNS}/${id}`, reader), 403, 'forbidden');
    succeeded(await writeCampaign(api, {}, writer), 201);
    failed(await api.get(`${CAMPAIGNS}/${id}`, { token: null }), 401, 'unauthorized');
  }),
  ...(['free', 'hobby'] as const).map((plan) =>
    checkOwn(`The plan ${plan} has no campaigns: 402, before any other check`, async ({ current, tenantOn }) => {
      const { token } = await tenantOn(plan);
      for (const reply of [
        await current.post(CAMPAIGNS, {}, { token }),
        await current.put(`${CAMPAIGNS}/${unknownId()}`, {}, { token }),
        await current.post(`${CAMPAIGNS}/${unknownId()}/start`, {}, { token }),
      ])
        assert.match(failed(reply, 402, 'insufficient_billing_plan').message, /pro/);
    }),
  ),
];

export const campaigns: Chapter = {
  title: 'Campaigns',
  checks: [...writing, ...refusals, ...finding, ...moves, ...audiences, ...rights],
};
