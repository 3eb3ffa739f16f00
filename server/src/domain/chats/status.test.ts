import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeStatus, chatStatuses, checkStatusRequest } from './status.ts';
import { openUntil } from './window.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const later = new Date('2026-11-15T13:00:00.000Z');

const open = { status: 'open' as const, snoozedUntil: null };
const closed = { status: 'closed' as const, snoozedUntil: null };
const snoozed = { status: 'snoozed' as const, snoozedUntil: later };

test('any status can follow any other', () => {
  assert.deepEqual(changeStatus(open, { status: 'closed' }), closed);
  assert.deepEqual(changeStatus(open, { status: 'snoozed', snoozedUntil: later }), snoozed);
  assert.deepEqual(changeStatus(closed, { status: 'open' }), open);
  assert.deepEqual(changeStatus(closed, { status: 'snoozed', snoozedUntil: later }), snoozed);
  assert.deepEqual(changeStatus(snoozed, { status: 'open' }), open);
  assert.deepEqual(changeStatus(snoozed, { status: 'closed' }), closed);
});

test('snoozing a snoozed chat changes its time; the same time changes nothing', () => {
  const muchLater = new Date('2026-11-20T09:00:00.000Z');
  const again = changeStatus(snoozed, { status: 'snoozed', snoozedUntil: muchLater });
  assert.deepEqual(again, { status: 'snoozed', snoozedUntil: muchLater });
  assert.equal(changeStatus(snoozed, { status: 'snoozed', snoozedUntil: new Date(later) }), undefined);
});

test('snoozing needs a future time, and no other status takes one', () => {
  for (const request of [
    { status: 'snoozed' as const },
    { status: 'snoozed' as const, snoozedUntil: now },
    { status: 'open' as const, snoozedUntil: later },
  ]) {
    assert.throws(() => checkStatusRequest(request, now), { key: 'invalid_body_params' });
  }
});

test('property: setting the current status changes nothing; any other request sets its status', () => {
  fc.assert(
    fc.property(fc.constantFrom(open, closed, snoozed), fc.constantFrom(...chatStatuses), (from, status) => {
      const change = changeStatus(from, { status, ...(status === 'snoozed' && { snoozedUntil: later }) });
      assert.equal(change === undefined, from.status === status);
      if (change) assert.equal(change.status, status);
    }),
  );
});

test('WhatsApp and Instagram close 24 hours after the contact wrote, with the human-agent tag 7 days; SMS and email have no window', () => {
  assert.equal(openUntil({ type: 'whatsapp', settings: {} }, now)?.toISOString(), '2026-11-16T12:00:00.000Z');
  assert.equal(openUntil({ type: 'instagram', settings: {} }, now)?.toISOString(), '2026-11-16T12:00:00.000Z');
  assert.equal(openUntil({ type: 'instagram', settings: { humanAgent: true } }, now)?.toISOString(), '2026-11-22T12:00:00.000Z');
  assert.equal(openUntil({ type: 'sms', settings: {} }, now), null);
  assert.equal(openUntil({ type: 'email', settings: {} }, now), null);
});
