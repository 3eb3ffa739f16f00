import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatAt } from './chats.test-kit.ts';
import { fieldsOf, filterOf, matches, matchesSearch, mayMatch, reads } from './filter.ts';
import { compareKeys, keysOf, orderOf } from './order.ts';

const USER = 'AAAAAAAA-0000-4000-8000-000000000001';
const chat = chatAt(1, { assignedUserId: USER.toLowerCase(), unreadCount: 2, waitingSince: '2026-11-18T10:01:00.000Z' });
chat.contact.labels = [{ id: 'l1', name: 'vip', color: '#fff' }];
chat.contact.attributes = [{ id: 'a1', externalId: 'plan', name: 'Plan', type: 'select', value: 'pro' }];
const fields = fieldsOf(chat, () => 'whatsapp');

for (const [query, expected] of [
  ['eq(status,"open")', true],
  ['eq(isUnread,true)', true],
  ['gt(unreadCount,1)', true],
  [`eq(assignedUserId,"${USER}")`, true],
  ['isNull(assignedTeamId)', true],
  ['not(isNull(waitingSince))', true],
  ['lt(waitingSince,"2026-11-18T11:01:30+01:00")', true],
  ['gt(openUntil,"2026-01-01")', false],
  ['not(gt(openUntil,"2026-01-01"))', true],
  ['eq(labelId,"l1")', true],
  ['ne(labelId,"l1")', false],
  ['in(labelId,"l2","l1")', true],
  ['isNull(labelId)', false],
  ['eq(attributes.plan,"pro")', true],
  ['isNull(attributes.size)', true],
  ['eq(channelType,"whatsapp")', true],
  ['and(eq(status,"open"),or(eq(labelId,"l9"),eq(isSensitive,false)))', true],
] as const)
  test(`${query} is ${expected}`, () => assert.equal(matches(filterOf(query), fields), expected));

test('a contact without labels has none', () => {
  assert.ok(
    matches(
      filterOf('isNull(labelId)'),
      fieldsOf(chatAt(2), () => undefined),
    ),
  );
});

test('a chat of which little is known may match unless a known field says no', () => {
  const known = { status: 'open' };
  const may = (query: string) => mayMatch(filterOf(query), known);
  assert.ok(may('and(eq(status,"open"),eq(labelId,"x"))'));
  assert.ok(!may('and(eq(status,"closed"),eq(labelId,"x"))'));
  assert.ok(may('or(eq(status,"closed"),eq(labelId,"x"))'));
  assert.ok(may('not(eq(labelId,"x"))'));
  assert.ok(reads(filterOf('not(eq(attributes.plan,"x"))'), ['attributes']));
});

test('a search finds names, and numbers by their beginning', () => {
  for (const search of ['wosu', 'amara n', '+49151', '+49 151', undefined]) assert.ok(matchesSearch(search, chat), search);
  for (const search of ['grace', '151']) assert.ok(!matchesSearch(search, chat), search);
});

test('rows without a value come last in both directions, and ids decide between equals', () => {
  const [early, late, none] = [
    chatAt(1, { openUntil: '2026-01-01T00:00:00.000Z' }),
    chatAt(2, { openUntil: '2026-01-02T00:00:00.000Z' }),
    chatAt(3),
  ];
  const sorted = (sortBy: string) =>
    [none, late, early].sort((a, b) => compareKeys(orderOf(sortBy), keysOf(orderOf(sortBy), a), keysOf(orderOf(sortBy), b)));
  assert.deepEqual(sorted('asc(openUntil)'), [early, late, none]);
  assert.deepEqual(sorted('desc(openUntil)'), [late, early, none]);
  assert.deepEqual(sorted('desc(status)'), [none, late, early]);
});
