import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { beforeSend, retryAt, type Sendable } from './before-send.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const later = new Date('2026-11-15T13:00:00.000Z');
const good: Sendable = {
  type: 'text',
  status: 'pending',
  sendState: 'queued',
  purpose: null,
  current: {},
  lastInboundAt: null,
  openUntil: later,
  campaign: null,
  channel: { type: 'whatsapp', status: 'active', sendGuarantee: 'at_most_once', isConnected: true, settings: {} },
};
const decide = (change: Partial<Sendable>) => beforeSend({ ...good, ...change }, now);

test('a queued message is sent if nothing prevents it', () => {
  assert.deepEqual(decide({}), { do: 'send', isRepeat: false });
});

test('later changes count: opt-out, closed window, channel without settings', () => {
  const reason = (change: Partial<Sendable>) => {
    const decision = decide(change);
    return decision.do === 'fail' ? decision.error.key : decision.do;
  };
  assert.equal(reason({ current: { service: { state: 'withdrawn', at: now } } }), 'contact_unsubscribed');
  assert.equal(reason({ current: { marketing: { state: 'withdrawn', at: now } } }), 'send');
  assert.equal(reason({ openUntil: now }), 'outside_messaging_window');
  assert.equal(reason({ openUntil: null }), 'outside_messaging_window');
  assert.equal(reason({ openUntil: null, type: 'template' }), 'send');
  assert.equal(reason({ openUntil: null, channel: { ...good.channel, type: 'sms' } }), 'send');
  assert.equal(reason({ channel: { ...good.channel, isConnected: false } }), 'channel_not_connected');
});

test('Direct Send: only a utility text needs no window, on a WhatsApp channel with Direct Send', () => {
  const channel = { ...good.channel, settings: { directSend: true } };
  const direct = (change: Partial<Sendable>) => decide({ openUntil: null, purpose: 'utility', channel, ...change }).do;
  assert.equal(direct({}), 'send');
  assert.equal(direct({ purpose: 'marketing' }), 'fail');
  assert.equal(direct({ purpose: null }), 'fail');
  assert.equal(direct({ type: 'image' }), 'fail');
  assert.equal(direct({ channel: good.channel }), 'fail');
  assert.equal(direct({ channel: { ...channel, type: 'instagram' } }), 'fail');
});

test('a message waits while its channel is paused or stopped', () => {
  for (const status of ['paused', 'error'] as const) assert.equal(decide({ channel: { ...good.channel, status } }).do, 'wait');
});

test('an interrupted send is repeated only if the guarantee of the channel allows it', () => {
  const cutOff = (sendGuarantee: Sendable['channel']['sendGuarantee']) =>
    decide({ sendState: 'sending', channel: { ...good.channel, sendGuarantee } });
  assert.deepEqual(cutOff('at_most_once'), { do: 'mark_unknown' });
  assert.deepEqual(cutOff('idempotent'), { do: 'send', isRepeat: true });
  assert.deepEqual(cutOff('at_least_once'), { do: 'send', isRepeat: true });
});

test('an interrupted send waits while its channel is paused', () => {
  const channel = { ...good.channel, sendGuarantee: 'idempotent' as const, status: 'paused' as const };
  assert.equal(decide({ sendState: 'sending', channel }).do, 'wait');
});

test('a send of unknown outcome has ended: only the provider can change it', () => {
  assert.equal(decide({ sendState: 'unknown' }).do, 'end');
});

test('property: with at-most-once, only a queued message is sent', () => {
  const states = fc.constantFrom('queued', 'sending', 'accepted', 'failed', 'unknown', 'cancelled', null);
  fc.assert(
    fc.property(states, fc.constantFrom('granted', 'withdrawn'), (sendState, state) => {
      const decision = decide({ sendState, current: { service: { state, at: now } } });
      if (decision.do === 'send') assert.ok(sendState === 'queued' && state === 'granted');
    }),
  );
});

test('a refused send is retried eight times, and never sooner than the provider allows', () => {
  assert.equal(retryAt(1, undefined, now)?.getTime(), now.getTime() + 5_000);
  assert.equal(retryAt(1, 60, now)?.getTime(), now.getTime() + 60_000);
  assert.notEqual(retryAt(8, undefined, now), undefined);
  assert.equal(retryAt(9, undefined, now), undefined);
});
