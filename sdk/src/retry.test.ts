import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mayPass, type Outcome, retryAfterMs, standardPolicy, waitBefore } from './retry.ts';

const NOW = Date.UTC(2026, 10, 16, 23, 59, 59, 500);
const outcome = (status: number, retryAfter: string | null = null): Outcome => ({ status, messageKey: null, retryAfter });
const unit = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

test('without Retry-After the wait is below a bound that doubles up to 8 s, and anything below it can come', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), unit, (retry, random) => {
      const policy = { ...standardPolicy, maxRetries: 40 };
      const bound = Math.min(8_000, 500 * 2 ** (retry - 1));
      assert.equal(waitBefore(retry, { lost: true }, policy, { now: NOW, random: () => random }), random * bound);
    }),
  );
});

test('a Retry-After is never undercut, and beyond the cap it ends the call', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), unit, fc.boolean(), (seconds, random, asDate) => {
      const header = asDate ? new Date(NOW + 500 + seconds * 1000).toUTCString() : String(seconds);
      const asked = asDate ? seconds * 1000 + 500 : seconds * 1000;
      const wait = waitBefore(1, outcome(503, header), standardPolicy, { now: NOW, random: () => random });
      if (asked > standardPolicy.maxRetryAfterMs) assert.equal(wait, null);
      else assert.ok(wait !== null && wait >= asked && wait <= asked + standardPolicy.baseMs, `${header}: ${wait}`);
    }),
  );
});

test('retries end', () => {
  for (const [retry, wanted] of [
    [3, 0],
    [4, null],
  ] as const)
    assert.equal(waitBefore(retry, { lost: true }, standardPolicy, { now: NOW, random: () => 0 }), wanted);
  assert.equal(waitBefore(1, { lost: true }, { ...standardPolicy, maxRetries: 0 }, { now: NOW, random: () => 0 }), null);
});

test('what may pass on another try: 408, 429, 5xx, lost connections, and our own call still running', () => {
  const passing = Array.from({ length: 600 }, (_, status) => status).filter((status) => mayPass(outcome(status)));
  assert.deepEqual(passing, [408, 429, ...Array.from({ length: 100 }, (_, i) => 500 + i)]);
  assert.ok(mayPass({ status: 409, messageKey: 'idempotency_in_progress', retryAfter: '1' }));
  assert.ok(!mayPass({ status: 409, messageKey: 'conflict', retryAfter: null }));
});

test('Retry-After that cannot be read counts as absent; a date that has passed means now', () => {
  for (const header of [null, '', ' ', 'soon', '-1', '1e3x']) assert.equal(retryAfterMs(header, NOW), null, String(header));
  assert.equal(retryAfterMs('Mon, 16 Nov 2026 00:00:00 GMT', NOW), 0);
  assert.equal(retryAfterMs('Tue, 17 Nov 2026 00:00:00 GMT', NOW), 500);
  assert.equal(retryAfterMs(' 2 ', NOW), 2_000);
});
