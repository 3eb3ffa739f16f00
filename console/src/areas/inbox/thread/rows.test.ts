import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { types } from '@patchbay/sdk';
import type { Outgoing } from '../../../live/messages/outbox.ts';
import { emptyThread, type Thread } from '../../../live/messages/thread.ts';
import { newMarkOf, type Row, rowsOf } from './rows.ts';

const at = (minute: number, day = 18) => new Date(2026, 10, day, 12, minute).toISOString();
const message = (id: string, minute: number, more: Partial<types.FullMessage> = {}) =>
  ({
    id,
    timestamp: at(minute),
    type: 'text',
    sender: 'inbound',
    sources: [],
    author: null,
    vendorId: `v-${id}`,
    sendState: null,
    metadata: {},
    content: { body: id, attachments: [], details: null },
    ...more,
  }) as types.FullMessage;
const thread = (more: Partial<Thread>): Thread => ({ ...emptyThread, ...more });
const kinds = (rows: Row[]) => rows.map((row) => (row.kind === 'day' || row.kind === 'new' ? row.kind : row.key)).join(' ');

test('messages, notes and events are in the order of time, with a line for each day', () => {
  const note = { id: 'note', createdAt: at(2) } as types.Note;
  const rows = rowsOf(thread({ messages: [message('a', 1), message('b', 3)], notes: [note] }), [], null);
  assert.equal(kinds(rows), 'day a note b');
  const yesterday = message('y', 1, { timestamp: at(1, 17) });
  assert.equal(kinds(rowsOf(thread({ messages: [yesterday, message('a', 1)] }), [], null)), 'day y day a');
});

test('notes of a time whose messages are not loaded wait', () => {
  const note = { id: 'note', createdAt: at(1) } as types.Note;
  assert.equal(kinds(rowsOf(thread({ messages: [message('b', 3)], notes: [note], older: 'cursor' }), [], null)), 'b');
});

test('the first row stays the same message when older ones of its day are loaded before it', () => {
  const before = rowsOf(thread({ messages: [message('b', 3), message('c', 4)], older: 'cursor' }), [], null);
  const after = rowsOf(thread({ messages: [message('a', 2), message('b', 3), message('c', 4)], older: 'cursor' }), [], null);
  assert.equal(kinds(before), 'b c');
  assert.deepEqual(
    after.map(({ key }) => key).slice(1),
    before.map(({ key }) => key),
  );
});

test('bubbles of one author within five minutes are a group', () => {
  const rows = rowsOf(thread({ messages: [message('a', 1), message('b', 2), message('c', 30)] }), [], null);
  const flags = rows.flatMap((row) => (row.kind === 'message' ? [[row.key, row.isFirst, row.isLast]] : []));
  assert.deepEqual(flags, [
    ['a', true, false],
    ['b', false, true],
    ['c', true, true],
  ]);
});

test('an outgoing message and the stored one are one line with one key', () => {
  const item = { clientKey: 'k', at: at(5), content: { kind: 'message' } } as Outgoing;
  assert.equal(kinds(rowsOf(thread({ messages: [message('a', 1)] }), [item], null)), 'day a k');
  const stored = message('b', 5, { sender: 'outbound', metadata: { clientKey: 'k' } });
  assert.equal(kinds(rowsOf(thread({ messages: [message('a', 1), stored] }), [item], null)), 'day a k');
});

test('a reaction is shown at its message; the last one of a person counts', () => {
  const reaction = (id: string, minute: number, emoji: string | null) =>
    message(id, minute, { type: 'reaction', content: { body: emoji, attachments: [], details: { toVendorId: 'v-a', emoji } } });
  const shown = (messages: types.FullMessage[]) =>
    rowsOf(thread({ messages }), [], null).flatMap((row) =>
      row.kind === 'message' ? row.reactions.map(({ emoji }) => emoji) : [],
    );
  assert.deepEqual(shown([message('a', 1), reaction('r', 2, '👍'), reaction('s', 3, '❤️')]), ['❤️']);
  assert.deepEqual(shown([message('a', 1), reaction('r', 2, '👍'), reaction('s', 3, null)]), []);
  assert.equal(kinds(rowsOf(thread({ messages: [reaction('r', 2, '👍')] }), [], null)), 'day r');
});

test('the mark is above the first unread message', () => {
  const messages = [message('a', 1), message('b', 2, { sender: 'outbound' }), message('c', 3), message('d', 4)];
  const mark = newMarkOf(messages, 2);
  assert.deepEqual(mark, { messageId: 'c', count: 2 });
  assert.equal(kinds(rowsOf(thread({ messages }), [], mark)), 'day a b new c d');
});

test('20,000 messages are arranged in less than 300 ms of processor time, in the best of three tries', () => {
  const messages = Array.from({ length: 20_000 }, (_, index) =>
    message(String(index), 0, { timestamp: new Date(1_700_000_000_000 + index * 60_000).toISOString() }),
  );
  const tries = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage(); // not the clock: the machine may be busy with other things
    assert.ok(rowsOf(thread({ messages }), [], null).length > 20_000);
    return process.threadCpuUsage(before).user / 1000;
  });
  assert.ok(Math.min(...tries) < 300, `took ${tries.join(', ')} ms`);
});
