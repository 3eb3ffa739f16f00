import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal, SendOutcome } from '../adapters/adapter.ts';
import type { OpenChannel } from '../adapters/connector.ts';
import type { Send } from '../domain/messages/index.ts';
import { afterCall, putOff } from './after-call.ts';

const now = new Date('2026-11-17T12:00:00Z');
const send = { id: 'a', jobId: 'a', attemptId: 'key', sendState: 'queued', tries: 1, refusals: 0, campaign: null } as Send;
const openAs = (sendGuarantee: string) => ({ channel: { id: 'c', sendGuarantee }, adapter: {} }) as unknown as OpenChannel;
const refused = (next: Refusal['next'], retryAfterSeconds?: number): SendOutcome => ({
  kind: 'refused',
  error: { key: 'provider_unavailable', code: null, message: 'later' },
  next,
  retryAfterSeconds,
});
const waitOf = (changes: Partial<Send>, outcome: SendOutcome, guarantee = 'idempotent') => {
  const { dueAt } = afterCall({ ...send, ...changes }, openAs(guarantee), outcome, now);
  return dueAt && (dueAt.getTime() - now.getTime()) / 1000;
};

test('the wait grows with refusals, whatever the number of tries', () => {
  assert.equal(waitOf({ tries: 7, refusals: 0 }, refused('retry')), 5);
  assert.equal(waitOf({ tries: 7, refusals: 3 }, refused('retry')), 600);
  assert.equal(waitOf({ tries: 7, refusals: 0 }, { kind: 'unknown', message: 'cut' }), 5);
});

test('a refusal is counted; a provider that asks for a pause is no refusal', () => {
  const isRefusal = (outcome: SendOutcome) => afterCall(send, openAs('idempotent'), outcome, now).isRefusal ?? false;
  assert.equal(isRefusal(refused('retry')), true);
  assert.equal(isRefusal({ kind: 'unknown', message: 'cut' }), true);
  assert.equal(isRefusal(refused('slow_down')), false);
});

test('a provider that says how long to pause is obeyed, for the whole channel', () => {
  const { dueAt, slowDownMs } = afterCall(send, openAs('at_most_once'), refused('slow_down', 7), now);
  assert.deepEqual([dueAt, slowDownMs], [new Date(now.getTime() + 7_000), 7_000]);
});

test('a repeat that is put off keeps its state, and so its idempotency key: the first try may have arrived', () => {
  const repeat: Send = { ...send, sendState: 'sending' };
  const kindAfter = (of: Send, outcome: SendOutcome) => afterCall(of, openAs('idempotent'), outcome, now).outcome.kind;
  assert.equal(putOff(repeat, now).outcome.kind, 'ended');
  for (const next of ['retry', 'slow_down', 'stop_channel'] as const) {
    assert.equal(kindAfter(repeat, refused(next)), 'ended');
    assert.equal(kindAfter(send, refused(next)), 'queued');
  }
});
