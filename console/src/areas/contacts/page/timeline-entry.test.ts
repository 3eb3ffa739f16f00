import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byDay, toEntry } from './timeline-entry.ts';

test('events are read by their types; unknown ones keep their name', () => {
  const changes = { labelsAdded: ['l1'], labelsRemoved: [], attributesChanged: ['city'] };
  assert.deepEqual(toEntry({ event: 'contact.updated', data: { changes } }), {
    kind: 'changed',
    attributes: ['city'],
    labelsAdded: ['l1'],
    labelsRemoved: [],
  });
  assert.deepEqual(toEntry({ event: 'chat.status_changed', data: { id: 'c', status: 'closed' } }), {
    kind: 'chatStatus',
    status: 'closed',
    chatId: 'c',
  });
  assert.deepEqual(toEntry({ event: 'thing.done', data: {} }), { kind: 'other', type: 'thing.done' });
});

test('an erased event says only that', () => {
  assert.deepEqual(toEntry({ event: 'contact.updated', data: { isErased: true } }), { kind: 'erased' });
});

test('entries are grouped by day in their order', () => {
  const days = byDay([
    { createdAt: '2026-11-18T12:00:00.000Z', id: 1 },
    { createdAt: '2026-11-18T11:00:00.000Z', id: 2 },
    { createdAt: '2026-11-10T12:00:00.000Z', id: 3 },
  ]);
  assert.deepEqual(
    days.map(([, entries]) => entries.map(({ id }) => id)),
    [[1, 2], [3]],
  );
});
