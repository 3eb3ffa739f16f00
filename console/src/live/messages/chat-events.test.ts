import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { types } from '@patchbay/sdk';
import { eventOfAudit, eventOfFeed } from './chat-events.ts';

const audit = (operationId: string, changes: types.AuditEntry['changes']) =>
  eventOfAudit({ id: 'e', createdAt: '2026-11-18T10:00:00.000Z', operationId, userId: 'grace', changes } as types.AuditEntry);

test('an entry of the audit log says who assigned the chat to whom', () => {
  const event = audit('assignChat', [{ field: 'assignedUserId', from: null, to: 'yusuf' }]);
  assert.deepEqual([event?.kind, event?.actorId, event?.userId], ['assigned', 'grace', 'yusuf']);
  assert.equal(audit('assignChat', [{ field: 'assignedUserId', from: 'yusuf', to: null }])?.kind, 'unassigned');
});

test('closing, opening and snoozing are lines; reading is none', () => {
  assert.equal(audit('setChatStatus', [{ field: 'status', from: 'open', to: 'closed' }])?.kind, 'closed');
  assert.equal(audit('setChatStatus', [{ field: 'status', from: 'closed', to: 'open' }])?.kind, 'opened');
  assert.equal(audit('markChatRead', [{ field: 'unreadCount', from: 1, to: 0 }]), null);
});

test('an event of the feed is a line without an actor', () => {
  const data = { status: 'snoozed', snoozedUntil: '2026-11-19T09:00:00.000Z' };
  const event = eventOfFeed({ id: 'e', tenantId: 't', event: 'chat.status_changed', createdAt: '', data });
  assert.deepEqual([event?.kind, event?.detail, event?.actorId], ['snoozed', '2026-11-19T09:00:00.000Z', null]);
});
