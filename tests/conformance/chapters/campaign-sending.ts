import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Api, Json } from '../api.ts';
import {
  CAMPAIGNS,
  campaignOf,
  move,
  moved,
  newCampaign,
  newStage,
  recipientsOf,
  statisticsOf,
  whenCampaignIs,
  whenRead,
} from '../campaigns.ts';
import { type Chapter, checkMessageDelivery, checkOwn, checkProvider } from '../check.ts';
import { failed, succeeded } from '../expect.ts';
import { formWith, newContact, newLabel, newWebhook, unique, uniquePhoneNumber } from '../fixtures.ts';
import { countFields, hasOnly, recipientFields } from '../shapes.ts';
import { following } from '../stream.ts';
import { asSent, message, whenIts } from '../talks.ts';
import { until } from '../until.ts';
import { activeAutomation } from './automations.ts';

const statesOf = (recipients: Json[]): string[] => recipients.map(({ state }) => state).toSorted();
const bodiesOf = (sends: Json[]): string[] => sends.map(({ body }) => body.Body).toSorted();

const sending = [
  checkProvider(
    'Started, it is running; everybody gets the message once, filled for them; then it is completed',
    async (api, provider) => {
      const { line, campaign } = await newStage(api, provider, 5, {
        content: { type: 'text', text: '{{contact.firstName}}: {{variables.offer}}' },
        variables: { offer: '20 %' },
      });
      const started = await moved(api, campaign.id, 'start');
      assert.equal(started.status, 'running');
      assert.equal(typeof started.currentRunId, 'string');
      await whenCampaignIs(api, campaign.id, 'completed');
      assert.deepEqual(
        bodiesOf(await line.sent()),
        [0, 1, 2, 3, 4].map((i) => `P${i}: 20 %`),
      );
    },
  ),
  checkProvider('Every recipient has every field; its message is the one in the chat', async (api, provider) => {
    const { line, people, campaign } = await newStage(api, provider, 2);
    await moved(api, campaign.id, 'start');
    const { currentRunId } = await whenCampaignIs(api, campaign.id, 'completed');
    const recipients = await recipientsOf(api, campaign.id);
    for (const recipient of recipients) {
      hasOnly(recipient, recipientFields);
      const { runId, channelId, state, error, attempts, automationRunId, contactId, messageId } = recipient;
      assert.deepEqual([runId, channelId, state, error, automationRunId], [currentRunId, line.channelId, 'sent', null, null]);
      assert.equal(attempts, 1);
      assert.equal((await message(api, messageId)).contact.id, contactId);
    }
    assert.deepEqual(recipients.map(({ contactId }) => contactId).toSorted(), people.map(({ id }) => id).toSorted());
  }),
  checkProvider('What a provider reports later is a receipt, and is counted', async (api, provider) => {
    const { line, campaign } = await newStage(api, provider, 2);
    await line.turn({ statuses: ['sent', 'delivered'] });
    await moved(api, campaign.id, 'start');
    const counted = async () => (await statisticsOf(api, campaign.id)).counts;
    const counts = await until('two delivered', counted, ({ delivered }) => delivered === 2);
    assert.equal(counts.sent, 2);
    const [recipient] = await recipientsOf(api, campaign.id, { query: 'eq(receipt,"delivered")' });
    assert.equal((await whenIts(api, recipient.messageId, 'delivered')).id, recipient.messageId);
  }),
  checkProvider('Statistics count by state, of all runs and of each', async (api, provider) => {
    const { line, people, campaign } = await newStage(api, provider, 4);
    await line.turn({ errorFor: { [people[0].phoneNumber]: 21_211 } });
    await moved(api, campaign.id, 'start');
    await whenCampaignIs(api, campaign.id, 'completed');
    const { counts, runs } = await statisticsOf(api, campaign.id);
    hasOnly(counts, countFields);
    assert.deepEqual([counts.recipients, counts.sent, counts.failed, counts.planned, counts.queued], [4, 3, 1, 0, 0]);
    assert.equal(runs.length, 1);
    hasOnly(runs[0], {
      id: 'string',
      instant: 'timestamp',
      status: 'string',
      startedAt: 'timestamp',
      plannedAt: 'timestamp | null',
      completedAt: 'timestamp | null',
      counts: 'object',
      ratePerSecond: 'number',
      estimatedEndAt: 'timestamp | null',
    });
    assert.equal(runs[0].status, 'completed');
  }),
  checkProvider('Whoever cannot be reached, or does not want to be, is skipped and says why', async (api, provider) => {
    const { line, people } = await newStage(api, provider, 1);
    const without = await newContact(api, { phoneNumber: undefined, email: `${unique('a').replaceAll(' ', '.')}@example.test` });
    const unwilling = await newContact(api, { isSubscribed: false });
    const contactIds = [people[0].id, without.id, unwilling.id];
    const { id } = await newCampaign(api, { channelId: line.channelId, audience: { contactIds } });
    await moved(api, id, 'start');
    await whenCampaignIs(api, id, 'completed');
    const recipients = await recipientsOf(api, id);
    assert.deepEqual(statesOf(recipients), ['sent', 'skipped', 'skipped']);
    for (const { state, error } of recipients) if (state === 'skipped') assert.notEqual(error.message, '');
    assert.equal((await line.sent()).length, 1);
  }),
  checkProvider('Recipients are found by contact, run, state, receipt and message', async (api, provider) => {
    const { people, campaign } = await newStage(api, provider, 2);
    await moved(api, campaign.id, 'start');
    await whenCampaignIs(api, campaign.id, 'completed');
    const [one] = await recipientsOf(api, campaign.id, { query: `eq(contactId,"${people[0].id}")` });
    for (const field of ['id', 'runId', 'state', 'messageId', 'createdAt'])
      assert.ok(
        (await recipientsOf(api, campaign.id, { query: `eq(${field},"${one[field]}")` })).some(({ id }) => id === one.id),
        field,
      );
    const pages = await api.post(`${CAMPAIGNS}/${campaign.id}/recipients/search`, { pagination: { limit: 1 } });
    assert.deepEqual([pages.body.pagination.total, pages.body.data.length], [2, 1]);
  }),
  checkProvider('A campaign of an automation starts it once for each recipient', async (api, provider) => {
    const { line, people } = await newStage(api, provider, 2);
    const steps = [{ id: 'hello', type: 'send_message', text: 'From a run: {{variables.offer}}' }];
    const { id: automationId } = await activeAutomation(api, { trigger: { type: 'campaign' }, steps });
    const audience = { contactIds: people.map(({ id }) => id) };
    const fields = { channelId: line.channelId, content: null, automationId, audience, variables: { offer: 'x' } };
    const { id } = await newCampaign(api, fields);
    await moved(api, id, 'start');
    await whenCampaignIs(api, id, 'completed');
    for (const { state, automationRunId, messageId } of await recipientsOf(api, id)) {
      assert.deepEqual([state, messageId], ['sent', null]);
      assert.equal(succeeded(await api.get(`/v3/automation_runs/${automationRunId}`)).automationId, automationId);
    }
    assert.deepEqual(bodiesOf(await asSent(line, 2)), ['From a run: x', 'From a run: x']);
  }),
];

/** A running campaign that takes a minute at the rate of its channel. */
async function slow(api: Api, provider: Parameters<typeof newStage>[1], count = 30) {
  const stage = await newStage(api, provider, count, {}, { ratePerSecond: 1 });
  await moved(api, stage.campaign.id, 'start');
  await asSent(stage.line, 1);
  return stage;
}

/** On a slow machine, queued messages take a multiple of the time of one request. */
const SLOWNESS = 10;

const steering = [
  checkProvider(
    'Paused, it sends nothing more within a second; resumed, it continues and no contact gets it twice',
    async (api, provider) => {
      const { line, campaign } = await newStage(api, provider, 12, {}, { ratePerSecond: 4 });
      await moved(api, campaign.id, 'start');
      await asSent(line, 2);
      const began = Date.now();
      const paused = await moved(api, campaign.id, 'pause');
      assert.equal(paused.status, 'paused');
      await wait(1_000 + SLOWNESS * (Date.now() - began));
      const before = (await line.sent()).length;
      await wait(1_500);
      assert.equal((await line.sent()).length, before);
      assert.ok(before < 12, 'it had sent everything before the pause');
      assert.equal((await moved(api, campaign.id, 'resume')).status, 'running');
      await whenCampaignIs(api, campaign.id, 'completed');
      const to = (await line.sent()).map((send) => send.to);
      assert.deepEqual([to.length, new Set(to).size], [12, 12]);
    },
  ),
  checkProvider('Cancelled, what was not sent is taken back and counted', async (api, provider) => {
    const { line, campaign } = await slow(api, provider);
    assert.equal((await moved(api, campaign.id, 'cancel')).status, 'cancelled');
    const { counts } = await until(
      'the end of the run',
      () => statisticsOf(api, campaign.id),
      ({ runs }) => runs[0].status === 'cancelled',
    );
    assert.equal(counts.planned + counts.queued, 0);
    assert.equal(counts.sent + counts.cancelled, 30);
    assert.equal((await line.sent()).length, counts.sent);
  }),
  checkProvider('Under way it cannot be changed, started again or deleted', async (api, provider) => {
    const { campaign } = await slow(api, provider);
    failed(await move(api, campaign.id, 'start'), 409, 'conflict');
    failed(await api.put(`${CAMPAIGNS}/${campaign.id}`, { name: 'Other' }), 409, 'conflict');
    failed(await api.del(`${CAMPAIGNS}/${campaign.id}`), 409, 'conflict');
    assert.equal((await campaignOf(api, campaign.id)).status, 'running');
    await moved(api, campaign.id, 'cancel');
  }),
  checkProvider('retry sends to failed recipients and no others; without failed recipients it is 409', async (api, provider) => {
    const { line, people, campaign } = await newStage(api, provider, 3);
    const [unlucky] = people;
    await line.turn({ errorFor: { [unlucky.phoneNumber]: 21_211 } });
    await moved(api, campaign.id, 'start');
    await whenCampaignIs(api, campaign.id, 'completed');
    const [failedOne] = await recipientsOf(api, campaign.id, { query: 'eq(state,"failed")' });
    assert.equal(failedOne.contactId, unlucky.id);
    assert.notEqual(failedOne.error.message, '');
    await line.turn({ errorFor: {} });
    assert.equal((await moved(api, campaign.id, 'retry')).status, 'running');
    await whenCampaignIs(api, campaign.id, 'completed');
    const [again] = await recipientsOf(api, campaign.id, { query: `eq(contactId,"${unlucky.id}")` });
    assert.deepEqual([again.id, again.state, again.attempts], [failedOne.id, 'sent', 2]);
    assert.notEqual(again.messageId, failedOne.messageId);
    const accepted = (await line.sent()).filter((send) => send.accepted);
    assert.deepEqual([accepted.length, new Set(accepted.map(({ to }) => to)).size], [3, 3]);
    failed(await move(api, campaign.id, 'retry'), 409, 'conflict');
  }),
  checkProvider('A send whose response was lost is unknown, and is retried only on request', async (api, provider) => {
    const { line, campaign } = await newStage(api, provider, 1);
    await line.turn({ dropConnectionAfterAccept: { next: 1 }, statuses: [] });
    await moved(api, campaign.id, 'start');
    const settled = () => recipientsOf(api, campaign.id);
    const [one] = await until('an outcome', settled, ([recipient]) => ['unknown', 'sent'].includes(recipient?.state));
    if (one.state === 'sent') return; // the provider could be asked, and knew
    await whenCampaignIs(api, campaign.id, 'completed');
    failed(await move(api, campaign.id, 'retry'), 409, 'conflict');
    await moved(api, campaign.id, 'retry', { includeUnknown: true });
    await whenCampaignIs(api, campaign.id, 'completed');
    assert.equal((await recipientsOf(api, campaign.id))[0]?.state, 'sent');
  }),
  checkProvider('A provider that stops the channel pauses the campaign, and it says why', async (api, provider) => {
    const { line, campaign } = await newStage(api, provider, 5);
    await line.turn({ accountLocked: true });
    await moved(api, campaign.id, 'start');
    const { statusReason } = await whenCampaignIs(api, campaign.id, 'paused');
    assert.notEqual(statusReason ?? '', '');
    const { counts } = await statisticsOf(api, campaign.id);
    assert.equal(counts.sent, 0);
  }),
  checkProvider('A provider’s rate limit slows a campaign and fails no recipient', async (api, provider) => {
    const { line, campaign } = await newStage(api, provider, 8, {}, { ratePerSecond: 50 });
    await line.turn({ ratePerSecond: 4 });
    await moved(api, campaign.id, 'start');
    await whenCampaignIs(api, campaign.id, 'completed');
    const { counts } = await statisticsOf(api, campaign.id);
    assert.deepEqual([counts.sent, counts.failed, counts.unknown], [8, 0, 0]);
  }),
];

const published = [
  checkMessageDelivery(
    'campaign.started and campaign.completed are published once each, with the counts',
    async (api, provider, inbox) => {
      const box = inbox();
      await newWebhook(api, { url: box.url, events: [{ type: 'campaign.started' }, { type: 'campaign.completed' }] });
      const { campaign } = await newStage(api, provider, 2);
      await moved(api, campaign.id, 'start');
      const of = (event: string) => box.first(event, ({ body }) => body.event === event && body.data.id === campaign.id);
      const started = await of('campaign.started');
      assert.deepEqual([started.body.data.name, started.body.data.status], [campaign.name, 'running']);
      const completed = await of('campaign.completed');
      const { status, counts } = completed.body.data;
      assert.deepEqual([status, counts.recipients, counts.sent], ['completed', 2, 2]);
      await wait(500);
      const events = box.all().filter(({ body }) => body.data.id === campaign.id);
      assert.deepEqual(events.map(({ body }) => body.event).toSorted(), ['campaign.completed', 'campaign.started']);
    },
  ),
  checkProvider(
    'Progress is on the live feed: counts, rate and the estimated end; no webhook can ask for it',
    async (api, provider) => {
      await following(api, '/v3/events', async (stream) => {
        const { campaign } = await newStage(api, provider, 12, {}, { ratePerSecond: 4 });
        await moved(api, campaign.id, 'start');
        const { data } = await stream.first(
          'progress',
          ({ event, data }) => event === 'campaign.progress' && data.data.id === campaign.id,
        );
        const { counts, ratePerSecond, runId } = data.data;
        hasOnly(counts, countFields);
        assert.equal(counts.recipients, 12);
        assert.deepEqual([typeof ratePerSecond, typeof runId], ['number', 'string']);
        await moved(api, campaign.id, 'cancel');
      });
      const events = [{ type: 'campaign.progress' }];
      failed(await api.post('/v3/api_webhooks', { url: 'https://hooks.example.invalid/x', events }), 400, 'invalid_body_params');
    },
  ),
];

const audiences = [
  checkProvider('Labels select the contacts with any of them when the run is planned', async (api, provider) => {
    const { line, people } = await newStage(api, provider, 3);
    const [one, two] = [await newLabel(api), await newLabel(api)];
    succeeded(await api.post(`/v3/contacts/${people[0].id}/labels`, { labels: [{ id: one.id }, { id: two.id }] }));
    const { id } = await newCampaign(api, { channelId: line.channelId, audience: { labelIds: [one.id, two.id] } });
    succeeded(await api.post(`/v3/contacts/${people[1].id}/labels`, { labels: [{ id: two.id }] }));
    await moved(api, id, 'start');
    await whenCampaignIs(api, id, 'completed');
    assert.deepEqual(bodiesOf(await line.sent()), ['Hello P0', 'Hello P1']);
  }),
  checkProvider('A query selects the contacts that match when the run is planned', async (api, provider) => {
    const { line, people } = await newStage(api, provider, 2);
    const lastName = unique('family');
    succeeded(await api.put(`/v3/contacts/${people[1].id}`, { lastName }));
    const { id } = await newCampaign(api, { channelId: line.channelId, audience: { query: `eq(lastName,"${lastName}")` } });
    await moved(api, id, 'start');
    await whenCampaignIs(api, id, 'completed');
    assert.deepEqual(bodiesOf(await line.sent()), ['Hello P1']);
  }),
  checkProvider(
    'A CSV file: people are brought in, each gets their own values, and every refused line is reported',
    async (api, provider) => {
      const line = await provider.line(api, 'sms');
      const [ada, bo] = [uniquePhoneNumber(), uniquePhoneNumber()];
      const rows = [
        'Phone;First name;Offer;Tags',
        `${ada};Ada;"10 %; today";vip`,
        'none;Nobody;x;',
        `${bo};Bo;;`,
        `${ada};Ada;again;`,
      ];
      const file = succeeded(
        await api.post('/v3/files', formWith(`\uFEFF${rows.join('\r\n')}\r\n`, 'people.csv', 'text/csv')),
        201,
      );
      const mapping = { Phone: 'phoneNumber', 'First name': 'firstName', Offer: 'variables.offer', Tags: 'labels' };
      const { id, audience } = await newCampaign(api, {
        channelId: line.channelId,
        content: { type: 'text', text: '{{contact.firstName}}: {{variables.offer|nothing}}' },
        audience: { upload: { fileId: file.id, mapping } },
      });
      assert.deepEqual([audience.type, audience.fileId], ['upload', file.id]);
      await whenRead(api, id, 'completed');
      await moved(api, id, 'start');
      await whenCampaignIs(api, id, 'completed');
      assert.deepEqual(bodiesOf(await line.sent()), ['Ada: 10 %; today', 'Bo: nothing']);
    },
  ),
];

const everybody = [
  checkOwn('All means every contact of the tenant', async ({ current, tenantOn }) => {
    const options = { token: (await tenantOn('pro')).token };
    for (let i = 0; i < 3; i++) await newContact(current, {}, options);
    const settings = { accountSid: `AC${'0'.repeat(32)}`, from: '+15557654321', authToken: 'x'.repeat(32) };
    const channel = succeeded(await current.post('/v3/channels', { type: 'sms', name: 'all', settings }, options), 201);
    const steps = [{ id: 'rest', type: 'wait', seconds: 86_400 }];
    const automation = succeeded(
      await current.post('/v3/automations', { name: 'all', trigger: { type: 'api' }, steps }, options),
      201,
    );
    succeeded(await current.post(`/v3/automations/${automation.id}/publish`, {}, options));
    const body = { name: 'all', channelId: channel.id, automationId: automation.id, audience: { all: true } };
    const { id } = succeeded(await current.post(CAMPAIGNS, body, options), 201);
    succeeded(await current.post(`${CAMPAIGNS}/${id}/start`, {}, options));
    const counted = async () => succeeded(await current.get(`${CAMPAIGNS}/${id}/statistics`, options)).counts;
    assert.equal((await until('three', counted, ({ sent }) => sent === 3)).recipients, 3);
  }),
];

export const campaignSending: Chapter = {
  title: 'Campaigns: sending',
  checks: [...sending, ...steering, ...published, ...audiences, ...everybody],
};
