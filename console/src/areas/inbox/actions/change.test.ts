import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatAt, idOf } from '../../../live/chats/chats.test-kit.ts';
import { fieldsAfter, undoOf } from './change.ts';
import { laterTime, snoozeTimes } from './snooze-times.ts';

const vip = { id: 'l1', name: 'vip', color: '#000000', createdAt: '', updatedAt: '' };

test('undo brings each chat back to its own state', () => {
  const open = chatAt(1, { assignedUserId: 'u1' });
  const snoozed = chatAt(2, { status: 'snoozed', snoozedUntil: '2027-01-01T00:00:00.000Z' });
  assert.deepEqual(undoOf({ action: 'close' }, [open, snoozed, chatAt(3)]), [
    { ids: [idOf(1), idOf(3)], change: { action: 'open' } },
    { ids: [idOf(2)], change: { action: 'snooze', snoozedUntil: '2027-01-01T00:00:00.000Z' } },
  ]);
  assert.deepEqual(undoOf({ action: 'assign', userId: 'u2' }, [open, chatAt(3)]), [
    { ids: [idOf(1)], change: { action: 'assign', userId: 'u1' } },
    { ids: [idOf(3)], change: { action: 'assign', userId: null } },
  ]);
});

test('undo of a label leaves contacts alone that had it before, and chats that were read stay read', () => {
  const labelled = chatAt(1);
  labelled.contact.labels = [vip];
  assert.deepEqual(undoOf({ action: 'label', labelIds: ['l1'] }, [labelled, chatAt(2)]), [
    { ids: [idOf(2)], change: { action: 'unlabel', labelIds: ['l1'] } },
  ]);
  assert.deepEqual(undoOf({ action: 'mark_read' }, [chatAt(1), chatAt(2, { unreadCount: 3 })]), [
    { ids: [idOf(2)], change: { action: 'mark_unread' } },
  ]);
});

test('a change is shown before the server has answered', () => {
  const chat = chatAt(1);
  assert.deepEqual(fieldsAfter(chat, { action: 'close' }, []), { status: 'closed', snoozedUntil: null });
  assert.deepEqual(fieldsAfter(chat, { action: 'assign', userId: 'u1' }, []), { assignedUserId: 'u1' });
  assert.deepEqual(fieldsAfter(chat, { action: 'label', labelIds: ['l1'] }, [vip]).contact?.labels, [vip]);
  assert.deepEqual(fieldsAfter(chat, { action: 'mark_unread' }, []), { unreadCount: 1 });
});

test('times to snooze until are in the future and on working days', () => {
  const friday = new Date(2026, 10, 20, 18, 30);
  const times = snoozeTimes(friday);
  for (const { at } of times) assert.ok(at > friday);
  assert.deepEqual(
    times.map(({ id, at }) => [id, at.getDay(), at.getHours()]),
    [
      ['hour', 5, 19],
      ['three_hours', 5, 21],
      ['tomorrow', 6, 9],
      ['monday', 1, 9],
      ['week', 5, 9],
    ],
  );
});

test('a time to come is written as clock, weekday or date', () => {
  const now = new Date(2026, 10, 20, 18, 30);
  const inDays = (days: number) => laterTime(new Date(2026, 10, 20 + days, 19, 5), now, 'en-GB');
  assert.deepEqual([inDays(0), inDays(3), inDays(10)], ['19:05', 'Mon 19:05', '30 Nov, 19:05']);
});
