import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatQueryOf, effectiveFilters, listKeyOf, STANDARD_VIEWS, sortOf } from './chat-query.ts';
import { readSearch } from './search-params.ts';

const context = { userId: 'u1', now: new Date('2026-11-18T10:00:00.000Z') };

test('the address of each standard view is one call of the API', () => {
  const calls = Object.fromEntries(Object.keys(STANDARD_VIEWS).map((view) => [view, chatQueryOf({ view }, context)]));
  assert.deepEqual(calls, {
    mine: { query: 'and(eq(status,"open"),eq(assignedUserId,"u1"))', sortBy: 'desc(lastMessageAt)' },
    unassigned: { query: 'and(eq(status,"open"),isNull(assignedUserId))', sortBy: 'desc(lastMessageAt)' },
    mentions: { query: 'in(id,"00000000-0000-0000-0000-000000000000")', sortBy: 'desc(lastMessageAt)' },
    open: { query: 'eq(status,"open")', sortBy: 'desc(lastMessageAt)' },
    waiting: { query: 'and(eq(status,"open"),not(isNull(waitingSince)))', sortBy: 'asc(waitingSince)' },
    closing: { query: 'and(eq(status,"open"),gt(openUntil,"2026-11-18T10:00:00.000Z"))', sortBy: 'asc(openUntil)' },
    snoozed: { query: 'eq(status,"snoozed")', sortBy: 'asc(snoozedUntil)' },
    closed: { query: 'eq(status,"closed")', sortBy: 'desc(lastMessageAt)' },
  });
});

test('filters of the address replace those of the view, and "any" removes one', () => {
  assert.deepEqual(effectiveFilters({ view: 'mine', assignee: 'any', label: 'l1' }), {
    status: 'open',
    assignee: 'any',
    label: 'l1',
  });
  assert.equal(
    chatQueryOf({ view: 'mine', status: 'any', assignee: 'none', unread: true, q: 'Ada' }, context).query,
    'and(isNull(assignedUserId),eq(isUnread,true))',
  );
});

test('a saved view is its own query, with the filters of the address added', () => {
  const saved = { query: 'eq(attributes.plan,"pro")', sortBy: 'asc(createdAt)' };
  assert.deepEqual(chatQueryOf({ view: 'v1', unread: true }, context, saved), {
    query: 'and(eq(attributes.plan,"pro"),eq(isUnread,true))',
    sortBy: 'asc(createdAt)',
  });
  assert.equal(sortOf({ view: 'v1', sort: 'oldest' }, saved), 'oldest');
  assert.equal(sortOf({ view: 'v1' }, { sortBy: 'asc(waitingSince)' }), 'waiting');
});

test('an address is read as far as it is known', () => {
  assert.deepEqual(
    readSearch({ view: 'open', status: 'gone', sort: 'constructor', unread: 'yes', waiting: true, q: '  ', label: 7, extra: 1 }),
    { view: 'open', waiting: true, label: '7' },
  );
});

test('a quote in a value cannot leave it', () => {
  assert.equal(chatQueryOf({ view: 'x', label: 'a"),eq(id,"b' }, context).query, 'eq(labelId,"a\\"),eq(id,\\"b")');
});

test('the key of a list does not contain the time or the open chat', () => {
  assert.equal(listKeyOf({ view: 'closing', messageId: 'm1' }), listKeyOf({ view: 'closing', find: 'bike' }));
});
