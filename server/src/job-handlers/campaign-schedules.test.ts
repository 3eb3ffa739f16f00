import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, startSandbox } from '../../../sandbox/src/index.ts';
import { startCampaignRun } from '../domain/campaigns/index.ts';
import { inTransaction } from '../storage/context.ts';
import { givenApart } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

const given = givenApart();

const sandbox = await startSandbox();
after(() => sandbox.stop());

const HOUR_MS = 3_600_000;

/** A campaign to one person that starts in an hour. The tests share a clock, which they move in turn and only forward. */
async function givenScheduled(schedule: object = {}) {
  const environment = await given();
  const { channelId } = await connect('sms', { apiUrl: environment.baseUrl, token: environment.tenant.token, sandbox });
  const contact = await environment.tenant.contact();
  const first = new Date(Math.ceil((environment.clock.now().getTime() + HOUR_MS) / 60_000) * 60_000);
  const body = { channelId, name: 'News', content: { text: 'Hello' }, audience: { contactIds: [contact.id] } };
  const made = await environment.post('/v3/campaigns', { ...body, scheduledAt: first.toISOString(), ...schedule });
  assert.equal(made.status, 201, made.text);
  const path = `/v3/campaigns/${made.body.data.id}`;
  const started = await environment.post(`${path}/start`);
  assert.equal(started.status, 200, started.text);
  const read = async () => (await environment.get(path)).body.data;
  const reaches = (status: string, nextRunAt: Date | null) =>
    until(async () => {
      const campaign = await read();
      return campaign.status === status && campaign.nextRunAt === (nextRunAt?.toISOString() ?? null) && campaign;
    }).catch(async () => assert.deepEqual(await read(), { status, nextRunAt }));
  const runs = async (): Promise<string[]> =>
    (await environment.get(`${path}/statistics`)).body.data.runs.map(({ instant }: { instant: string }) => instant).toReversed();
  /** The nth instant of a schedule with one every hour. */
  const nth = (n: number) => new Date(first.getTime() + n * HOUR_MS);
  const moveTo = (at: Date) => environment.clock.set(new Date(at.getTime() + 2_000));
  return {
    ...environment,
    id: made.body.data.id as string,
    path,
    first,
    nth,
    started: started.body.data,
    read,
    reaches,
    runs,
    moveTo,
  };
}

test('a campaign with scheduledAt waits for it and then runs once', async () => {
  const { first, started, reaches, runs, moveTo } = await givenScheduled();
  assert.deepEqual([started.status, started.nextRunAt], ['scheduled', first.toISOString()]);
  assert.deepEqual(await runs(), []);
  moveTo(first);
  await reaches('completed', null);
  assert.deepEqual(await runs(), [first.toISOString()]);
});

test('a campaign that recurs runs at each instant, waits between them, and ends after the last', async () => {
  const { nth, reaches, runs, moveTo } = await givenScheduled({ recurrenceRules: ['FREQ=HOURLY;COUNT=3'] });
  for (const n of [0, 1]) {
    moveTo(nth(n));
    await reaches('scheduled', nth(n + 1));
  }
  moveTo(nth(2));
  await reaches('completed', null);
  assert.deepEqual(
    await runs(),
    [nth(0), nth(1), nth(2)].map((at) => at.toISOString()),
  );
});

test('three instants pass while no worker runs: the latest runs late, once', async () => {
  const { nth, reaches, runs, moveTo } = await givenScheduled({ recurrenceRules: ['FREQ=HOURLY'] });
  moveTo(new Date(nth(2).getTime() + HOUR_MS / 2));
  await reaches('scheduled', nth(3));
  assert.deepEqual(await runs(), [nth(2).toISOString()]);
});

test('three instants pass while no worker runs: they are skipped if the campaign is set to skip', async () => {
  const { nth, reaches, runs, moveTo } = await givenScheduled({ recurrenceRules: ['FREQ=HOURLY'], missed: 'skip' });
  moveTo(new Date(nth(2).getTime() + HOUR_MS / 2));
  await reaches('scheduled', nth(3));
  assert.deepEqual(await runs(), []);
  moveTo(nth(3));
  await reaches('scheduled', nth(4));
  assert.deepEqual(await runs(), [nth(3).toISOString()]);
});

test('a single time that was missed and is to be skipped ends the campaign, and says why', async () => {
  const { first, reaches, runs, read, moveTo } = await givenScheduled({ missed: 'skip' });
  moveTo(new Date(first.getTime() + HOUR_MS / 2));
  await reaches('cancelled', null);
  assert.match((await read()).statusReason, /passed while no worker was running/);
  assert.deepEqual(await runs(), []);
});

test('two schedulers at once make one run', async () => {
  const { id, first, tenant, post, reaches, runs, moveTo } = await givenScheduled();
  moveTo(first);
  const input = { campaignId: id, instant: first.toISOString() };
  await Promise.all(Array.from({ length: 8 }, () => inTransaction(tenant.ctx, (ctx) => startCampaignRun(ctx, input))));
  await reaches('completed', null);
  assert.deepEqual(await runs(), [first.toISOString()]);
  const events = await post('/v3/events/search', { query: 'eq(event,"campaign.started")' });
  assert.equal(events.body.pagination.total, 1, events.text);
});

test('another schedule is another time: the old timer starts nothing', async () => {
  const { first, nth, put, path, reaches, runs, moveTo } = await givenScheduled();
  const later = await put(path, { scheduledAt: nth(1).toISOString() });
  assert.equal(later.body.data.nextRunAt, nth(1).toISOString(), later.text);
  moveTo(first);
  await wait(1_500);
  assert.deepEqual(await runs(), []);
  moveTo(nth(1));
  await reaches('completed', null);
  assert.deepEqual(await runs(), [nth(1).toISOString()]);
});

test('a campaign that is paused over an instant leaves it out, and continues with the next', async () => {
  const { first, nth, post, path, reaches, runs, moveTo } = await givenScheduled({ recurrenceRules: ['FREQ=HOURLY'] });
  await post(`${path}/pause`);
  moveTo(first);
  await wait(1_500);
  assert.deepEqual(await runs(), []);
  await post(`${path}/resume`);
  await reaches('scheduled', nth(1));
});

test('without scheduledAt the rules count from the start, which may be the first instant', async () => {
  const { started, reaches, runs } = await givenScheduled({ scheduledAt: null, recurrenceRules: ['FREQ=HOURLY'] });
  assert.match(started.scheduledAt, /:00\.000Z$/);
  await reaches('scheduled', new Date(new Date(started.scheduledAt).getTime() + HOUR_MS));
  assert.deepEqual(await runs(), [started.scheduledAt]);
});

test('POST /v3/campaigns 400: an impossible schedule', async () => {
  const { post, tenant } = await given();
  const { id: channelId } = await tenant.channel('sms');
  const refused = async (schedule: object) =>
    (await post('/v3/campaigns', { channelId, name: 'News', ...schedule })).body.error?.invalidParams;
  assert.match(
    (await refused({ recurrenceRules: ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'] }))['recurrenceRules.0'].message,
    /never fires/,
  );
  assert.match((await refused({ recurrenceRules: ['FREQ=MINUTELY'] }))['recurrenceRules.0'].message, /every five minutes/);
  assert.match((await refused({ timeZone: 'Mars/Olympus' })).timeZone.message, /IANA/);
});
