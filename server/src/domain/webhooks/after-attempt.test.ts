import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterAttempt, type Outcome, RETRY_WAITS_SECONDS } from './after-attempt.ts';
import { beforeAttempt, newBreaker, recordOutcome } from './breaker.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const answered = (status: number, retryAfter: string | null = null): Outcome => ({ kind: 'answered', status, retryAfter });
const after = (outcome: Outcome, tries = 1, failingSince: Date | null = null) =>
  afterAttempt(outcome, tries, failingSince, now, 0.5);
const waitOf = (outcome: Outcome, tries = 1) => {
  const next = after(outcome, tries);
  return next.do === 'retry' ? (next.at.getTime() - now.getTime()) / 1000 : next.do;
};

test('2xx completes, 410 disables, everything else is retried', () => {
  assert.equal(after(answered(204)).do, 'done');
  assert.equal(after(answered(410)).do, 'disable');
  for (const status of [301, 400, 404, 429, 500, 503]) assert.equal(after(answered(status)).do, 'retry', String(status));
  assert.equal(after({ kind: 'failed', error: 'timeout' }).do, 'retry');
});

test('the delays are those of the table, ten attempts in all', () => {
  for (const [i, wait] of RETRY_WAITS_SECONDS.entries()) assert.equal(waitOf(answered(500), i + 1), wait);
  assert.equal(after(answered(500), 10).do, 'give_up');
});

test('Retry-After is honoured, as seconds or as a date, within bounds', () => {
  assert.equal(waitOf(answered(429, '30')), 30);
  assert.equal(waitOf(answered(503, new Date(now.getTime() + 40_000).toUTCString())), 40);
  assert.equal(waitOf(answered(429, '86400')), 60, 'never longer than a minute, or twice what we would wait');
  assert.equal(waitOf(answered(429, '1')), 5, 'never shorter than our own');
  assert.equal(waitOf(answered(429, 'soon')), 5);
  assert.equal(waitOf(answered(500, '30')), 5, 'only 429 and 503 may ask');
});

test('five days without a success disable the endpoint', () => {
  const days = (n: number) => new Date(now.getTime() - n * 86_400_000);
  assert.equal(after(answered(500), 3, days(4.9)).do, 'retry');
  assert.equal(after(answered(500), 3, days(5)).do, 'disable');
  assert.equal(after(answered(200), 3, days(9)).do, 'done');
});

test('property: a retry is always in the future and within 20 % of its delay in the table', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, random) => {
      const next = afterAttempt(answered(500), tries, null, now, random);
      assert.ok(next.do === 'retry');
      const share = (next.at.getTime() - now.getTime()) / 1000 / (RETRY_WAITS_SECONDS[tries - 1] ?? 0);
      assert.ok(share >= 0.799 && share <= 1.201);
    }),
  );
});

test('the breaker opens when most of ten or more attempts fail, allows one probe, and closes when the probe succeeds', () => {
  const breaker = newBreaker();
  for (let i = 0; i < 9; i++) recordOutcome(breaker, true, i);
  assert.deepEqual(beforeAttempt(breaker, 10), { go: true }, 'nine are too few to verify');
  recordOutcome(breaker, true, 10);
  assert.deepEqual(beforeAttempt(breaker, 11), { go: false, untilMs: 30_010 });
  assert.deepEqual(beforeAttempt(breaker, 30_010), { go: true });
  assert.equal(beforeAttempt(breaker, 30_011).go, false, 'one probe at a time');
  recordOutcome(breaker, true, 30_020);
  assert.equal(beforeAttempt(breaker, 30_021).go, false, 'it failed: another pause');
  assert.deepEqual(beforeAttempt(breaker, 60_020), { go: true });
  recordOutcome(breaker, false, 60_030);
  assert.deepEqual(beforeAttempt(breaker, 60_031), { go: true });
});

test('the breaker stays closed while three in ten succeed', () => {
  const breaker = newBreaker();
  for (let i = 0; i < 200; i++) recordOutcome(breaker, i % 3 !== 0, i);
  assert.deepEqual(beforeAttempt(breaker, 201), { go: true });
});
