import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { MessageStatus } from './message.ts';
import { advance, type StatusReport, type Track } from './status.ts';

const pending: Track = {
  status: 'pending',
  sendState: 'sending',
  history: [{ status: 'pending', at: '2026-11-15T12:00:00.000Z' }],
  errors: [],
};
const at = new Date('2026-11-15T12:00:05.000Z');
const after = (...statuses: MessageStatus[]): Track =>
  statuses.reduce<Track>((track, status) => advance(track, { status, at }), pending);

test('read, then delivered, stays read, and the late report is in the history', () => {
  const { status, history } = after('sent', 'read', 'delivered');
  assert.equal(status, 'read');
  assert.deepEqual(
    history.map((one) => one.status),
    ['pending', 'sent', 'read', 'delivered'],
  );
});

test('a failure after sent counts; delivery overrides it; a failure after delivery does not count', () => {
  assert.equal(after('sent', 'failed').status, 'failed');
  assert.equal(after('failed', 'delivered').status, 'delivered');
  assert.equal(after('delivered', 'failed').status, 'delivered');
});

test('any report settles an open send; the first failure gives the reason', () => {
  const unknown: Track = { ...pending, sendState: 'unknown', errors: [{ key: 'outcome_unknown', code: null, message: '?' }] };
  assert.deepEqual(advance(unknown, { status: 'delivered', at }), {
    ...advance(unknown, { status: 'delivered', at }),
    sendState: 'accepted',
    errors: [],
  });
  const error = { key: 'undeliverable', code: '131026', message: 'No such user' };
  const failed = advance(unknown, { status: 'failed', at, error });
  assert.equal(failed.sendState, 'failed');
  assert.deepEqual(failed.errors, [error]);
});

const statuses = fc.constantFrom<MessageStatus>('pending', 'sent', 'delivered', 'read', 'failed', 'deleted');
const report = fc.record({ status: statuses, at: fc.date({ min: at, noInvalidDate: true }) });
const rank = ['scheduled', 'pending', 'sent', 'failed', 'delivered', 'read', 'deleted'];

test('property: for any order of reports, the status is the highest reported and never falls', () => {
  fc.assert(
    fc.property(fc.array<StatusReport>(report, { maxLength: 12 }), (reports) => {
      let track = pending;
      for (const one of reports) {
        const next = advance(track, one);
        assert.ok(rank.indexOf(next.status) >= rank.indexOf(track.status));
        assert.ok(next.history.length >= track.history.length);
        track = next;
      }
      const highest = Math.max(rank.indexOf('pending'), ...reports.map((one) => rank.indexOf(one.status)));
      assert.equal(track.status, rank[highest]);
      assert.equal(new Set(track.history.map((one) => one.status)).size, track.history.length);
    }),
  );
});

test('property: a repeat changes nothing', () => {
  fc.assert(
    fc.property(fc.array<StatusReport>(report, { minLength: 1, maxLength: 8 }), (reports) => {
      const once = reports.reduce(advance, pending);
      assert.equal(reports.reduce(advance, once), once);
    }),
  );
});
