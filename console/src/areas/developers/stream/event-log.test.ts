import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_SHOWN, matches, type StreamRow, toRow, withEvent } from './event-log.ts';

const event = (id: string | null, type = 'chat.updated', data: object = {}) =>
  ({ id, tenantId: 't', event: type, createdAt: '2026-11-19T10:00:00.000Z', data }) as never;
const any = { type: undefined, find: undefined, show: undefined };

test('a new event is the first; a repeated one is not added; live events are never the same', () => {
  let rows: StreamRow[] = withEvent([], event('a'));
  rows = withEvent(rows, event('b'));
  assert.deepEqual(
    withEvent(rows, event('a')).map(({ id }) => id),
    ['b', 'a'],
  );
  rows = withEvent(withEvent(rows, event(null)), event(null));
  assert.equal(new Set(rows.map(({ key }) => key)).size, 4);
});

test('the list has a limit', () => {
  let rows: StreamRow[] = [];
  for (let index = 0; index < MOST_SHOWN + 5; index++) rows = withEvent(rows, event(String(index)));
  assert.equal(rows.length, MOST_SHOWN);
});

test('filters: type, events for webhooks only, and a text in the data', () => {
  const row = toRow(event('a', 'message.received', { text: 'Where is my ORDER?' }));
  assert.equal(matches(row, any), true);
  assert.equal(matches(row, { ...any, type: 'chat.created' }), false);
  assert.equal(matches(row, { ...any, find: 'order' }), true);
  assert.equal(matches(row, { ...any, find: 'refund' }), false);
  assert.equal(matches(row, { ...any, show: 'webhooks' }), true);
  assert.equal(matches(toRow(event('b', 'chat.presence')), { ...any, show: 'webhooks' }), false);
});
