import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { beginSends } from '../domain/messages/index.ts';
import { rows } from '../storage/context.ts';
import { givenApart } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const given = givenApart();

const sandbox = await startSandbox();
after(() => sandbox.stop());

/** A tenant with an SMS channel, contacts with phones, and functions that create a campaign and return its state. */
async function givenCampaigns(people = 3, ratePerSecond = 1_000, kind: 'sms' | 'whatsapp' = 'sms') {
  const environment = await given();
  const { channelId, accountId } = await connect(kind, { apiUrl: environment.baseUrl, token: environment.tenant.token, sandbox });
  await environment.put(`/v3/channels/${channelId}`, { ratePerSecond });
  const contacts = await Promise.all(Array.from({ length: people }, () => environment.tenant.contact()));
  const create = async (more: object = {}): Promise<string> => {
    const audience = { contactIds: contacts.map(({ id }) => id) };
    const content = { text: 'Hello {{contact.firstName|there}}, {{variables.offer}}' };
    const made = await environment.post('/v3/campaigns', {
      channelId,
      name: 'Sale',
      content,
      variables: { offer: 'half price' },
      audience,
      ...more,
    });
    assert.equal(made.status, 201, made.text);
    return made.body.data.id;
  };
  const act = (id: string, verb: string, body?: object) => environment.post(`/v3/campaigns/${id}/${verb}`, body);
  const read = async (id: string) => (await environment.get(`/v3/campaigns/${id}`)).body.data;
  const counts = async (id: string) => (await environment.get(`/v3/campaigns/${id}/statistics`)).body.data.counts;
  const reaches = (id: string, status: string) =>
    until(async () => {
      const campaign = await read(id);
      return campaign.status === status && campaign;
    });
  const recipients = async (id: string) =>
    (await act(id, 'recipients/search', { pagination: { page: 0, limit: 100 } })).body.data;
  const account = `${sandbox.url}/_sandbox/accounts/${accountId}`;
  const sent = async (): Promise<{ to: string; accepted: boolean }[]> => {
    const { sends } = (await (await fetch(`${account}/sent?limit=1000`)).json()) as {
      sends: { to: string; accepted: boolean }[];
    };
    return sends.filter(({ accepted }) => accepted);
  };
  const knobs = (body: object) =>
    fetch(`${account}/knobs`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  return { ...environment, channelId, accountId, contacts, create, act, read, counts, reaches, recipients, sent, knobs };
}

test('a campaign is planned, sent once to each, counted and completed', async () => {
  const { create, act, reaches, counts, recipients, sent, contacts } = await givenCampaigns();
  const id = await create();
  const started = await act(id, 'start');
  assert.equal(started.status, 200, started.text);
  assert.equal(started.body.data.status, 'running');
  await reaches(id, 'completed');
  const { recipients: n, sent: s, planned, queued } = await counts(id);
  assert.deepEqual([n, s, planned, queued], [3, 3, 0, 0]);
  const all = await recipients(id);
  assert.deepEqual(new Set(all.map((one: { contactId: string }) => one.contactId)), new Set(contacts.map((one) => one.id)));
  assert.ok(all.every((one: { state: string; attempts: number }) => one.state === 'sent' && one.attempts === 1));
  assert.equal(JSON.stringify(await sent()).split('Hello Ada, half price').length - 1, 3);
});

test('a pause takes effect at once, a resume loses no recipient and duplicates none', async () => {
  const { create, act, reaches, counts, sent, tenant } = await givenCampaigns(40, 5);
  const id = await create();
  await act(id, 'start');
  await until(async () => (await counts(id)).sent >= 5);
  const paused = await act(id, 'pause');
  assert.equal(paused.body.data.status, 'paused');
  const sending = sql`select 1 from messages where tenant_id = ${tenant.id} and send_state = 'sending'`;
  const underWay = (await rows(tenant.ctx, sending)).length;
  const before = (await sent()).length;
  await wait(2_000);
  const late = (await sent()).length - before;
  assert.ok(late <= underWay, `${late} were sent after the pause: more than the ${underWay} that were being sent in that moment`);
  assert.ok(before < 40);
  assert.equal((await act(id, 'pause')).status, 200, 'pausing it again changes nothing');
  assert.equal((await act(id, 'start')).status, 409);
  await act(id, 'resume');
  await reaches(id, 'completed');
  const numbers = (await sent()).map(({ to }) => to);
  assert.equal(numbers.length, 40);
  assert.equal(new Set(numbers).size, 40);
});

test('a cancelled campaign takes back what was not sent', async () => {
  const { create, act, reaches, counts, sent, recipients } = await givenCampaigns(40, 10);
  const id = await create();
  await act(id, 'start');
  await until(async () => (await counts(id)).sent >= 3);
  assert.equal((await act(id, 'cancel')).body.data.status, 'cancelled');
  const { sent: s, cancelled } = await until(async () => {
    const now = await counts(id);
    return now.planned + now.queued === 0 && now;
  });
  assert.equal(s + cancelled, 40);
  assert.ok(cancelled > 10);
  assert.equal((await sent()).length, s);
  const taken = (await recipients(id)).filter((one: { state: string }) => one.state === 'cancelled');
  assert.equal(taken.length, cancelled);
  assert.equal((await act(id, 'resume')).status, 409);
  await reaches(id, 'cancelled');
});

test('who opted out, or cannot be reached, is skipped with the reason; an opt-out while it waits counts too', async () => {
  const { create, act, reaches, counts, recipients, contacts, put, post } = await givenCampaigns(30, 10);
  const [first, last] = [contacts[0], contacts.at(-1)];
  await put(`/v3/contacts/${first?.id}`, { isSubscribed: false });
  const mailOnly = (await post('/v3/contacts', { firstName: 'Eve', email: 'eve@example.com' })).body.data;
  const id = await create({ audience: { contactIds: [...contacts.map((one) => one.id), mailOnly.id] } });
  await act(id, 'start');
  await until(async () => (await counts(id)).recipients === 31);
  await put(`/v3/contacts/${last?.id}`, { isSubscribed: false });
  await reaches(id, 'completed');
  const all: { contactId: string; state: string; error: { key: string } }[] = await recipients(id);
  const stateOf = (contactId: string | undefined) => {
    const one = all.find((recipient) => recipient.contactId === contactId);
    return [one?.state, one?.error?.key];
  };
  assert.deepEqual(stateOf(first?.id), ['skipped', 'contact_unsubscribed']);
  assert.deepEqual(stateOf(mailOnly.id), ['skipped', 'no_address']);
  assert.ok(['failed', 'skipped'].includes(stateOf(last?.id)[0] ?? ''));
  assert.equal(stateOf(last?.id)[1], 'contact_unsubscribed');
  assert.equal((await counts(id)).sent, 29 - 1);
});

test('failed recipients are retried on request, with another message and once', async () => {
  const { create, act, reaches, counts, recipients, contacts, sent, knobs } = await givenCampaigns();
  const [first] = contacts;
  await knobs({ errorFor: { [first?.phoneNumber ?? '']: 21614 } });
  const id = await create();
  await act(id, 'start');
  await reaches(id, 'completed');
  assert.deepEqual([(await counts(id)).sent, (await counts(id)).failed], [2, 1]);
  const failed = (await recipients(id)).find((one: { state: string }) => one.state === 'failed');
  assert.ok(failed.error.message.length > 0);
  await knobs({ errorFor: {} });
  assert.equal((await act(id, 'retry', {})).body.data.status, 'running');
  await reaches(id, 'completed');
  assert.deepEqual([(await counts(id)).sent, (await counts(id)).failed], [3, 0]);
  const again = (await recipients(id)).find((one: { id: string }) => one.id === failed.id);
  assert.deepEqual([again.state, again.attempts, again.messageId === failed.messageId], ['sent', 2, false]);
  assert.equal((await sent()).length, 3);
  assert.equal((await act(id, 'retry', {})).status, 409, 'nothing has failed');
});

test('a provider that blocks the channel pauses the campaign, and no recipient fails for it', async () => {
  const { create, act, reaches, counts, sent, knobs, channelId, put, get } = await givenCampaigns(20, 10);
  await knobs({ errorRate: 1, errorCode: 20003 });
  const id = await create();
  await act(id, 'start');
  const { statusReason } = await reaches(id, 'paused');
  assert.match(statusReason, /channel/);
  assert.equal((await get(`/v3/channels/${channelId}`)).body.data.status, 'error');
  assert.equal((await counts(id)).failed, 0);
  assert.equal((await act(id, 'resume')).status, 409, 'the channel is still broken');
  await knobs({ errorRate: 0 });
  await put(`/v3/channels/${channelId}`, { status: 'active' });
  await act(id, 'resume');
  await reaches(id, 'completed');
  const numbers = (await sent()).map(({ to }) => to);
  assert.deepEqual([numbers.length, new Set(numbers).size], [20, 20]);
});

test('a template the provider has paused pauses the campaign; resumed, everybody gets it once', async () => {
  const { create, act, reaches, counts, sent, knobs, channelId, post, get } = await givenCampaigns(5, 100, 'whatsapp');
  await knobs({ enforceTemplates: false });
  const body = { text: 'Hello {{1}}', examples: [{ name: '1', value: 'Ada' }] };
  const text = {
    name: 'sale',
    language: 'en_US',
    category: 'marketing',
    format: 'positional',
    header: null,
    body,
    footer: null,
    buttons: [],
  };
  const made = await post('/v3/message_templates', { channelId, ...text });
  assert.equal(made.status, 201, made.text);
  const template = made.body.data.id;
  await post(`/v3/message_templates/${template}/submit`);
  await until(async () => (await get(`/v3/message_templates/${template}`)).body.data.status === 'approved');
  await knobs({ errorRate: 1, errorCode: 132015 });
  const id = await create({
    content: { type: 'template', template: { id: template, variables: { 1: '{{contact.firstName|you}}' } } },
  });
  await act(id, 'start');
  const { statusReason } = await reaches(id, 'paused');
  assert.ok(statusReason.length > 0);
  assert.equal((await counts(id)).failed, 0);
  await knobs({ errorRate: 0 });
  const resumed = await act(id, 'resume');
  assert.equal(resumed.status, 200, resumed.text);
  await reaches(id, 'completed');
  assert.equal((await sent()).length, 5);
});

test('an automation is started for each recipient, with the values of the campaign', async () => {
  const { create, act, reaches, recipients, sent, post, channelId } = await givenCampaigns(3, 100);
  const made = await post('/v3/automations', {
    name: 'Greet',
    trigger: { type: 'campaign' },
    steps: [{ id: 'hi', type: 'send_message', text: 'Dear {{contact.firstName}}: {{variables.offer}}' }],
  });
  const automationId = made.body.data.id;
  const id = await create({ content: null, automationId });
  assert.equal((await act(id, 'start')).status, 409, 'a draft of an automation cannot be started');
  await post(`/v3/automations/${automationId}/publish`, {});
  assert.equal((await act(id, 'start')).status, 200);
  await reaches(id, 'completed');
  assert.ok(
    (await recipients(id)).every(
      (one: { automationRunId: string; state: string }) => one.automationRunId && one.state === 'sent',
    ),
  );
  await until(async () => (await sent()).length === 3);
  assert.ok(JSON.stringify(await sent()).includes('Dear Ada: half price'));
  void channelId;
});

test('a campaign waits for its time, can be changed until then, found, and deleted when it is over', async () => {
  const { create, act, reaches, read, put, post, del, clock, counts } = await givenCampaigns();
  const later = new Date(clock.now().getTime() + 3_600_000).toISOString();
  const id = await create({ scheduledAt: later });
  const scheduled = (await act(id, 'start')).body.data;
  assert.deepEqual([scheduled.status, scheduled.nextRunAt], ['scheduled', later]);
  const sooner = new Date(clock.now().getTime() + 1_800_000).toISOString();
  const changed = await put(`/v3/campaigns/${id}`, { scheduledAt: sooner, name: 'Winter sale' });
  assert.deepEqual([changed.body.data.nextRunAt, changed.body.data.name], [sooner, 'Winter sale'], changed.text);
  const found = await post('/v3/campaigns/search', { search: 'winter', query: 'eq(status,"scheduled")' });
  assert.deepEqual(
    found.body.data.map((one: { id: string }) => one.id),
    [id],
  );
  clock.advance(1_801_000);
  await reaches(id, 'completed');
  assert.equal((await counts(id)).sent, 3);
  assert.equal((await put(`/v3/campaigns/${id}`, { name: 'x' })).status, 409);
  assert.deepEqual((await del(`/v3/campaigns/${id}`)).body.data.deletedIds, [id]);
  assert.equal(await read(id), undefined);
});

test('audiences: labels, a filter and everybody, each contact once; what is not there is refused', async () => {
  const { create, act, reaches, counts, contacts, post, tenant, channelId } = await givenCampaigns(4);
  const [vip, news] = [await tenant.label(), await tenant.label()];
  for (const [i, { id }] of contacts.entries())
    await post(`/v3/contacts/${id}/labels`, {
      labels: i === 0 ? [{ id: vip.id }, { id: news.id }] : i === 1 ? [{ id: news.id }] : [],
    });
  const sentTo = async (audience: object): Promise<number> => {
    const id = await create({ audience });
    await act(id, 'start');
    await reaches(id, 'completed');
    return (await counts(id)).sent;
  };
  assert.equal(await sentTo({ labelIds: [vip.id, news.id] }), 2);
  assert.equal(await sentTo({ query: `in(id,"${contacts[2]?.id}","${contacts[3]?.id}")` }), 2);
  assert.equal(await sentTo({ all: true }), 4);
  const refused = async (more: object) =>
    Object.keys((await post('/v3/campaigns', { channelId, name: 'x', ...more })).body.error.invalidParams ?? {});
  assert.deepEqual(await refused({ audience: { contactIds: [contacts[0]?.id, vip.id] } }), ['audience.contactIds.1']);
  assert.deepEqual(await refused({ audience: { query: 'eq(nothing,1)' } }), ['audience.query']);
  assert.deepEqual(await refused({ audience: { labelIds: ['none'] } }), ['audience.labelIds.0']);
  assert.deepEqual(await refused({ content: { text: '{{contcat.name}}' } }), ['content.text']);
  assert.deepEqual(await refused({ content: { text: 'x', subject: 'y' } }), ['content.subject']);
  const empty = (await post('/v3/campaigns', { channelId, name: 'x', content: { text: 'x' } })).body.data.id;
  assert.equal((await act(empty, 'start')).status, 409);
});

test('the intent itself asks whether the campaign runs: what waited for its turn is not begun after a pause', async () => {
  const { create, act, recipients, tenant, get } = await givenCampaigns(30, 3);
  const id = await create();
  await act(id, 'start');
  const queued = async () =>
    (await recipients(id)).filter((one: { state: string; messageId: string | null }) => one.state === 'queued' && one.messageId);
  await until(async () => (await queued()).length > 1); // one may be running already
  await act(id, 'pause');
  // One of them may be on its way to the provider in this very moment; the others wait.
  const sendStateOf = async (id: string) => (await get(`/v3/messages/${id}`)).body.data.sendState;
  const waiting: string = await until(async () => {
    for (const { messageId } of await queued()) if ((await sendStateOf(messageId)) === 'queued') return messageId;
    return undefined;
  });
  const intent = { id: waiting, jobId: waiting, attempt: 1, attemptId: randomUUID(), isRepeat: false };
  assert.deepEqual(await beginSends(tenant.ctx, [intent]), ['held']);
});

test('a message of an agent to a recipient of a paused campaign is sent', async () => {
  const { create, act, recipients, get, post } = await givenCampaigns(30, 3);
  const id = await create();
  await act(id, 'start');
  const queued = async () =>
    (await recipients(id)).filter((one: { state: string; messageId: string | null }) => one.state === 'queued' && one.messageId);
  await until(async () => (await queued()).length > 1);
  await act(id, 'pause');
  await wait(3_000);
  const [waiting] = await queued();
  const { chat } = (await get(`/v3/messages/${waiting.messageId}`)).body.data;
  const answer = await post(`/v3/chats/${chat.id}/messages`, { text: 'Here is your refund' });
  assert.equal(answer.status, 201, answer.text);
  await until(async () => (await get(`/v3/messages/${answer.body.data.id}`)).body.data.sendState === 'accepted');
});
