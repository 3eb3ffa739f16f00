import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { types } from '@patchbay/sdk';
import {
  addPage,
  applyEvents,
  applyMessage,
  applyNotes,
  type ChatEvent,
  emptyThread,
  guardOf,
  latestSeen,
  removeNote,
} from './thread.ts';

const at = (minute: number) => `2026-11-18T10:${String(minute).padStart(2, '0')}:00.000Z`;
const message = (id: string, minute: number, more: Partial<types.FullMessage> = {}) =>
  ({ id, timestamp: at(minute), status: 'sent', sendState: null, history: [], metadata: {}, ...more }) as types.FullMessage;
const ids = ({ messages }: { messages: readonly { id: string }[] }) => messages.map(({ id }) => id).join('');

test('pages are sorted by time and id, and a message is there once', () => {
  const thread = addPage(addPage(emptyThread, [message('c', 3), message('b', 2)]), [message('b', 2), message('a', 2)]);
  assert.equal(ids(thread), 'abc');
});

test('a message of an event is added at its place', () => {
  const thread = addPage(emptyThread, [message('a', 1), message('c', 3)]);
  assert.equal(ids(applyMessage(thread, message('d', 4))), 'acd');
  assert.equal(ids(applyMessage(thread, message('b', 2))), 'abc');
});

test('a page that was read before an event does not undo the event', () => {
  const read = message('a', 1, {
    status: 'read',
    history: [
      { status: 'sent', at: at(1) },
      { status: 'read', at: at(2) },
    ],
  });
  const thread = applyMessage(addPage(emptyThread, [message('a', 1)]), read);
  const late = addPage(thread, [message('a', 1, { history: [{ status: 'sent', at: at(1) }] })]);
  assert.equal(late.messages[0]?.status, 'read');
});

test('beyond a gap a new message is counted and not shown', () => {
  const thread = { ...addPage(emptyThread, [message('a', 1)]), newer: 'cursor' };
  const after = applyMessage(thread, message('z', 9));
  assert.deepEqual([ids(after), after.waiting], ['a', 1]);
});

test('a message before the loaded pages waits for its page', () => {
  const thread = { ...addPage(emptyThread, [message('b', 5)]), older: 'cursor' };
  assert.equal(ids(applyMessage(thread, message('a', 1))), 'b');
});

test('a scheduled message moves when it is sent', () => {
  const thread = addPage(emptyThread, [message('a', 9, { status: 'scheduled' }), message('b', 3)]);
  assert.equal(ids(applyMessage(thread, message('a', 1, { status: 'sent' }))), 'ab');
});

test('the guard names the latest message that is not scheduled', () => {
  const thread = addPage(emptyThread, [message('a', 1), message('b', 9, { status: 'scheduled' })]);
  assert.equal(latestSeen(thread)?.id, 'a');
});

test('the guard is the later one of the messages in the thread and in the list, whichever learned of it first', () => {
  const thread = addPage(emptyThread, [message('a', 1), message('b', 3)]);
  const listed = (id: string, minute: number) => ({ id, timestamp: at(minute) });
  assert.equal(guardOf(thread, listed('a', 1)), 'b');
  assert.equal(guardOf(thread, listed('c', 5)), 'c');
  assert.equal(guardOf(thread, null), 'b');
  assert.equal(guardOf(emptyThread, listed('c', 5)), 'c');
  assert.equal(guardOf(emptyThread, null), null);
});

test('notes are replaced and removed by id', () => {
  const note = (id: string, text: string) => ({ id, text, createdAt: at(1) }) as types.Note;
  const thread = applyNotes(applyNotes(emptyThread, [note('n', 'one')]), [note('n', 'two')]);
  assert.deepEqual(
    thread.notes.map(({ text }) => text),
    ['two'],
  );
  assert.equal(removeNote(thread, 'n').notes.length, 0);
});

test('a change that the feed and the audit log both report is shown once, with its actor', () => {
  const event = (id: string, actorId: string | null): ChatEvent => ({
    id,
    at: at(1),
    kind: 'assigned',
    actorId,
    userId: 'u',
    teamId: null,
    detail: null,
  });
  const thread = applyEvents(applyEvents(emptyThread, [event('feed', null)]), [event('audit', 'grace')]);
  assert.deepEqual(
    thread.events.map(({ actorId }) => actorId),
    ['grace'],
  );
});
