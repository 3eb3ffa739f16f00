import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { systemClock } from '../../../platform/clock.ts';
import { Failure } from '../../../platform/errors.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createMetrics } from '../../../platform/metrics.ts';
import { createParserPool } from '../../../platform/parser-pool.ts';
import type { Ctx } from '../../../storage/context.ts';
import { given } from '../../../test-kit/given.ts';
import { checkInPool, dueInPool } from './in-pool.ts';
import { dueInstant, type Schedule } from './schedule.ts';

const pool = createParserPool({ log: createLogger('silent'), metrics: createMetrics() });
after(() => pool.close());
const ctx = { tenantId: 't', clock: systemClock, parsers: pool } as unknown as Ctx;

const schedule = (...recurrenceRules: string[]): Schedule => ({
  scheduledAt: new Date('2026-03-07T07:30:00Z'),
  recurrenceRules,
  timeZone: 'America/New_York',
  missed: 'run_late',
});

const refusal = (wanted: Schedule, on = ctx) =>
  checkInPool(on, wanted).then(
    () => assert.fail('accepted'),
    (error: unknown) => {
      assert.ok(error instanceof Failure, String(error));
      return error;
    },
  );

test('a refusal is passed from the thread unchanged', async () => {
  const { key, detail } = await refusal(schedule('FREQ=DAILY', 'FREQ=SECONDLY'));
  assert.equal(key, 'invalid_body_params');
  const message = 'FREQ=SECONDLY is too often; the least is five minutes';
  assert.deepEqual(detail.invalidParams, { 'recurrenceRules.1': { key: 'custom', message } });
  await checkInPool(ctx, schedule('FREQ=DAILY'));
});

test('too much text is refused before it reaches a thread', async () => {
  const { detail } = await refusal(schedule('FREQ=DAILY;'.repeat(10_000)));
  assert.equal(detail.invalidParams?.recurrenceRules?.key, 'too_big');
});

test('the thread computes the same next instant as the function', async () => {
  const yearly = schedule('FREQ=YEARLY;BYDAY=MO;BYHOUR=9');
  const from = new Date('2030-01-01T00:00:00Z');
  assert.deepEqual(await dueInPool(ctx, yearly, from), dueInstant(yearly, from, systemClock.now()));
  assert.equal(await dueInPool(ctx, schedule('FREQ=DAILY;COUNT=2'), from), null);
});

test('rules are computed in the pool only; a schedule without rules needs no thread', async () => {
  const closed = createParserPool({ log: createLogger('silent'), metrics: createMetrics() });
  await closed.close();
  const without = { ...ctx, parsers: closed };
  assert.equal((await refusal(schedule('FREQ=DAILY'), without)).key, 'service_unavailable');
  await assert.rejects(dueInPool(without, schedule('FREQ=DAILY'), new Date()), { key: 'service_unavailable' });
  await checkInPool(without, schedule());
  assert.deepEqual(await dueInPool(without, schedule(), new Date(0)), schedule().scheduledAt);
});

test('POST /v3/campaigns 400 and 201: rules are checked through the context of the request', async () => {
  const { tenant, post } = await given();
  const { id: channelId } = await tenant.channel();
  const wanted = { name: 'Weekly', channelId, content: { type: 'text', text: 'Hello' }, timeZone: 'Europe/Berlin' };
  const refused = await post('/v3/campaigns', { ...wanted, recurrenceRules: ['FREQ=DAILY;BYMINUTE=1,2'] });
  assert.equal(refused.status, 400, refused.text);
  assert.match(refused.body.error.invalidParams['recurrenceRules.0'].message, /at most every five minutes/);
  const accepted = await post('/v3/campaigns', { ...wanted, recurrenceRules: ['FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0'] });
  assert.equal(accepted.status, 201, accepted.text);
});
