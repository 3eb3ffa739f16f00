import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../platform/errors.ts';
import { changeStatus, chatStatuses, checkStatusRequest } from './status.ts';
import { openUntil } from './window.ts';

const now = new Date('2026-11-15T12:00:00.000Z');
const later = new Date('2026-11-15T13:00:00.000Z');

test('open ↔ closed, open → snoozed, and both come back to open', () => {
  assert.deepEqual(changeStatus('open', { status: 'closed' }), { status: 'closed', snoozedUntil: null });
  assert.deepEqual(changeStatus('closed', { status: 'open' }), { status: 'open', snoozedUntil: null });
  assert.deepEqual(changeStatus('open', { status: 'snoozed', snoozedUntil: later }), {
    status: 'snoozed',
    snoozedUntil: later,
  });
  assert.deepEqual(changeStatus('snoozed', { status: 'open' }), { status: 'open', snoozedUntil: null });
});

test('a closed chat cannot be snoozed, nor a snoozed one closed', () => {
  assert.throws(() => changeStatus('closed', { status: 'snoozed', snoozedUntil: later }), { key: 'conflict' });
  assert.throws(() => changeStatus('snoozed', { status: 'closed' }), { key: 'conflict' });
});

test('snoozing needs a time to come, and nothing else takes one', () => {
  for (const request of [
    { status: 'snoozed' as const },
    { status: 'snoozed' as const, snoozedUntil: now },
    { status: 'open' as const, snoozedUntil: later },
  ]) {
    assert.throws(() => checkStatusRequest(request, now), { key: 'invalid_body_params' });
  }
});

test('property: setting the status a chat has changes nothing; any change leads to the status asked for', () => {
  fc.assert(
    fc.property(fc.constantFrom(...chatStatuses), fc.constantFrom(...chatStatuses), (from, status) => {
      const request = { status, ...(status === 'snoozed' && { snoozedUntil: later }) };
      try {
        const change = changeStatus(from, request);
        assert.equal(change === undefined, from === status);
        if (change) assert.equal(change.status, status);
      } catch (error) {
        assert.ok(error instanceof Failure && error.key === 'conflict');
      }
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
