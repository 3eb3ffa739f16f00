import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { outcomeOf } from './classify.ts';

const answered = (status: number, body: unknown, headers = {}) =>
  outcomeOf({ kind: 'answered', status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
const nextOf = (status: number, body: unknown, headers = {}) => {
  const outcome = answered(status, body, headers);
  return outcome.kind === 'refused' ? outcome.next : outcome.kind;
};

test('the table: what each code of Twilio means for the message and the channel', () => {
  const wanted: [number, number, string, string][] = [
    [401, 20003, 'stop_channel', 'channel_needs_attention'],
    [403, 20005, 'stop_channel', 'channel_needs_attention'],
    [404, 20404, 'stop_channel', 'channel_needs_attention'],
    [429, 20429, 'slow_down', 'rate_limited'],
    [429, 14107, 'slow_down', 'rate_limited'],
    [400, 21211, 'fail', 'undeliverable'],
    [400, 21266, 'fail', 'undeliverable'],
    [400, 21408, 'fail', 'undeliverable'],
    [400, 21601, 'stop_channel', 'channel_needs_attention'],
    [400, 21606, 'fail', 'undeliverable'],
    [400, 21610, 'fail', 'contact_unsubscribed'],
    [400, 21612, 'fail', 'undeliverable'],
    [400, 21614, 'fail', 'undeliverable'],
    [400, 21617, 'fail', 'invalid_message'],
    [400, 30001, 'retry', 'rate_limited'],
    [400, 30007, 'fail', 'content_refused'],
    [400, 99999, 'fail', 'provider_error'],
  ];
  for (const [status, code, next, key] of wanted) {
    const outcome = answered(status, { code, message: 'why', status });
    assert.ok(outcome.kind === 'refused', String(code));
    assert.deepEqual([outcome.next, outcome.error], [next, { key, code: String(code), message: 'why' }], String(code));
  }
  const optedOut = answered(400, { code: 21610, message: 'unsubscribed' });
  assert.equal(optedOut.kind === 'refused' && optedOut.implies, 'opted_out');
});

test('an answer without a code is verified by its status', () => {
  assert.equal(nextOf(401, ''), 'stop_channel');
  assert.equal(nextOf(302, '<html>'), 'stop_channel');
  assert.equal(nextOf(429, 'slow'), 'slow_down');
  assert.equal(nextOf(418, '{}'), 'fail');
});

test('Retry-After is passed on when it is a sensible number of seconds', () => {
  const waitOf = (retryAfter: string) => {
    const outcome = answered(429, { code: 20429 }, { 'retry-after': retryAfter });
    return outcome.kind === 'refused' ? outcome.retryAfterSeconds : undefined;
  };
  assert.equal(waitOf('7'), 7);
  for (const odd of ['soon', '-1', '0', '1e9', '']) assert.equal(waitOf(odd), undefined, odd);
});

test('never seen: try again. Perhaps seen: unknown, and never sent again by itself', () => {
  const fault = (reached: boolean) => outcomeOf({ kind: 'failed', reached, message: 'broke' });
  assert.equal((fault(false) as { next: string }).next, 'retry');
  assert.deepEqual(fault(true), { kind: 'unknown', message: 'broke' });
  for (const status of [500, 502, 503, 504]) assert.equal(answered(status, { code: 20500 }).kind, 'unknown');
  assert.equal(answered(201, 'not json').kind, 'unknown');
  assert.equal(answered(201, { sid: 7 }).kind, 'unknown');
  assert.deepEqual(answered(201, { sid: 'SM1', status: 'queued' }), { kind: 'accepted', vendorId: 'SM1' });
});

test('property: any answer at all has an outcome, and only a 2xx with an id is accepted', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, body) => {
      const outcome = answered(status, body);
      if (outcome.kind === 'accepted') assert.ok(status >= 200 && status < 300 && outcome.vendorId !== '');
    }),
  );
});
