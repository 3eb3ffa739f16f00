import assert from 'node:assert/strict';
import { CAMPAIGNS, newCampaign } from '../campaigns.ts';
import { type Chapter, check, checkProvider } from '../check.ts';
import { failed, refused, succeeded } from '../expect.ts';
import { narrowToken, newChannel, newContact, newLabel, newToken, unique, unknownId } from '../fixtures.ts';
import { hasOnly } from '../shapes.ts';
import { until } from '../until.ts';

const HOUR_MS = 3_600_000;
const AUTOMATIONS = '/v3/automations';

const campaigns = [
  check('POST /campaigns/audience_count counts contacts, and how many a message would reach', async (api) => {
    const [{ id: channelId }, label] = [await newChannel(api, 'sms'), await newLabel(api)];
    const people = [
      await newContact(api),
      await newContact(api, { phoneNumber: undefined }),
      await newContact(api, { isSubscribed: false }),
    ];
    for (const { id } of people) succeeded(await api.post(`/v3/contacts/${id}/labels`, { labels: [{ id: label.id }] }));
    const count = async (audience: object) => succeeded(await api.post(`${CAMPAIGNS}/audience_count`, { channelId, audience }));
    const counts = await count({ labelIds: [label.id] });
    hasOnly(counts, {
      contacts: 'number',
      reachable: 'number',
      withoutAddress: 'number',
      unsubscribed: 'number',
      isExact: 'boolean',
    });
    assert.deepEqual(counts, { contacts: 3, reachable: 1, withoutAddress: 1, unsubscribed: 1, isExact: true });
    assert.equal((await count({ contactIds: [people[0].id, unknownId()] })).contacts, 1);
    assert.equal((await count({ query: `eq(id,"${people[1].id}")` })).withoutAddress, 1);
  }),
  check('An audience that a campaign could not have is refused, and so is a token without contacts.read', async (api) => {
    const { id: channelId } = await newChannel(api, 'sms');
    const post = (body: object, token?: string) =>
      api.post(`${CAMPAIGNS}/audience_count`, { channelId, ...body }, token ? { token } : {});
    refused(await post({ channelId: unknownId(), audience: { all: true } }), 'channelId', 'not_found');
    refused(await post({ audience: { labelIds: [unknownId()] } }), 'audience.labelIds.0', 'not_found');
    failed(await post({ audience: { all: true } }, await narrowToken(api, 'campaigns.read')), 403, 'forbidden');
  }),
  check('POST /campaigns/schedule_preview lists the next times of a schedule, at most 20', async (api) => {
    const post = (body: object) => api.post(`${CAMPAIGNS}/schedule_preview`, body);
    const rule = 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0';
    const { instants } = succeeded(await post({ recurrenceRules: [rule], timeZone: 'Asia/Tokyo', count: 20 }));
    assert.equal(instants.length, 20);
    for (const instant of instants) assert.equal(instant.slice(11), '00:00:00.000Z');
    assert.deepEqual(instants.toSorted(), instants);
    assert.deepEqual(succeeded(await post({})).instants, []);
    refused(await post({ count: 21 }), 'count', 'too_big');
    refused(await post({ recurrenceRules: ['FREQ=SOMETIMES'] }), 'recurrenceRules.0', 'custom');
  }),
  checkProvider(
    'Statistics count errors, and POST /campaigns/{campaignId}/timeline counts outcomes by period',
    async (api, provider) => {
      const { channelId } = await provider.line(api, 'sms');
      const people = [await newContact(api), await newContact(api, { isSubscribed: false })];
      const campaign = await newCampaign(api, {
        channelId,
        content: { text: 'Hi' },
        audience: { contactIds: people.map(({ id }) => id) },
      });
      succeeded(await api.post(`${CAMPAIGNS}/${campaign.id}/start`, {}));
      const read = async () => succeeded(await api.get(`${CAMPAIGNS}/${campaign.id}`));
      await until('the end of the campaign', read, ({ status }) => status === 'completed');
      const { errors } = succeeded(await api.get(`${CAMPAIGNS}/${campaign.id}/statistics`));
      assert.deepEqual([errors.length, errors[0].count], [1, 1]);
      hasOnly(errors[0], { key: 'string', code: 'string | null', message: 'string', count: 'number' });
      const [from, to] = [-1, 1].map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString());
      const { periods } = succeeded(await api.post(`${CAMPAIGNS}/${campaign.id}/timeline`, { from, to }));
      assert.equal(
        periods.reduce((sum: number, { sent }: { sent: number }) => sum + sent, 0),
        1,
      );
      hasOnly(periods[0], {
        from: 'timestamp',
        sent: 'number',
        failed: 'number',
        delivered: 'number',
        read: 'number',
        replied: 'number',
      });
      failed(await api.post(`${CAMPAIGNS}/${unknownId()}/timeline`, { from, to }), 404, 'campaign_not_found');
    },
  ),
];

const steps = [
  {
    id: 'ask',
    type: 'ask',
    text: 'Hi {{contact.firstName}}?',
    saveAs: 'mood',
    timeoutSeconds: 60,
    onReply: 'bye',
    onTimeout: 'bye',
  },
  { id: 'bye', type: 'send_message', text: 'Bye {{variables.mood}}' },
];
const automation = () => ({ name: unique('automation'), trigger: { type: 'api' }, steps });

const automations = [
  check('POST /automations/{automationId}/simulate returns the path of a run and has no effect', async (api) => {
    const { id, latestVersionId } = succeeded(await api.post(AUTOMATIONS, automation()), 201);
    const simulate = async (body: object) => succeeded(await api.post(`${AUTOMATIONS}/${id}/simulate`, body));
    const ended = await simulate({ contact: { firstName: 'Ada' }, replies: [{ text: 'fine' }] });
    assert.deepEqual([ended.versionId, ended.status, ended.waitingFor, ended.error], [latestVersionId, 'completed', null, null]);
    assert.deepEqual(
      ended.path.map(({ stepId }: { stepId: string }) => stepId),
      ['ask', 'ask', 'bye'],
    );
    assert.equal(ended.path[2].effect.content.text, 'Bye fine');
    assert.deepEqual(ended.variables, { mood: 'fine' });
    assert.equal((await simulate({})).status, 'waiting');
    assert.equal((await simulate({ replies: ['timeout'] })).path[1].outcome, 'timed_out');
    assert.equal((await simulate({ undeliverable: ['ask'] })).status, 'failed');
    refused(await api.post(`${AUTOMATIONS}/${id}/simulate`, { versionId: unknownId() }), 'versionId', 'not_found');
    failed(await api.post(`${AUTOMATIONS}/${unknownId()}/simulate`, {}), 404, 'automation_not_found');
  }),
  check('PUT with ifRevision changes the version it names, and no other: 409 conflict', async (api) => {
    const { id } = succeeded(await api.post(AUTOMATIONS, automation()), 201);
    const put = (body: object) => api.put(`${AUTOMATIONS}/${id}`, body);
    assert.equal(succeeded(await put({ isSingle: true, ifRevision: 1 })).latestVersion.number, 2);
    failed(await put({ isSingle: false, ifRevision: 1 }), 409, 'conflict');
    refused(await put({ ifRevision: 0 }), 'ifRevision', 'too_small');
  }),
  check('The layout of an editor is kept with the version, for steps that exist', async (api) => {
    const layout = { ask: { x: 1, y: 2 }, nobody: { x: 0, y: 0 } };
    const { latestVersion } = succeeded(await api.post(AUTOMATIONS, { ...automation(), layout }), 201);
    assert.deepEqual(latestVersion.layout, { ask: { x: 1, y: 2 } });
  }),
];

const tokens = [
  check('lastUsedAt of an access token is null until it is used', async (api) => {
    const { id, accessToken: token, lastUsedAt } = await newToken(api, ['labels.read']);
    const found = async () => succeeded(await api.post('/v3/access_tokens/search', { query: `eq(id,"${id}")` }))[0];
    assert.deepEqual([lastUsedAt, (await found()).lastUsedAt], [null, null]);
    succeeded(await api.post('/v3/labels/search', {}, { token }));
    await until('the last use', found, (one) => one.lastUsedAt !== null);
  }),
];

export const previews: Chapter = {
  title: 'Counting, previewing and simulating',
  checks: [...campaigns, ...automations, ...tokens],
};
