import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL, addRange, countOf, isEmpty, isSelected, NOTHING, targetOf, toggle } from './selection.ts';

const query = { query: 'eq(status,"open")', sortBy: 'desc(lastMessageAt)' };

test('some chats are chosen by their ids', () => {
  const one = toggle(NOTHING, 'a');
  const three = addRange(one, ['b', 'c']);
  assert.deepEqual(targetOf(three, query, 100), { ids: ['a', 'b', 'c'] });
  assert.equal(countOf(three, 100), 3);
  assert.ok(isEmpty(toggle(one, 'a')));
});

test('all means all of the query, also what is not loaded, without those that were taken out', () => {
  const most = toggle(ALL, 'a');
  assert.ok(isSelected(most, 'never loaded') && !isSelected(most, 'a'));
  assert.deepEqual(targetOf(most, query, 100), { query: 'and(eq(status,"open"),not(in(id,"a")))', search: undefined, count: 99 });
  assert.deepEqual(targetOf(ALL, { sortBy: '' }, null), { query: 'not(isNull(id))', search: undefined, count: null });
  assert.deepEqual(targetOf(ALL, { search: 'Ada', sortBy: '' }, 2), { query: undefined, search: 'Ada', count: 2 });
  assert.equal(countOf(addRange(most, ['a']), 100), 100);
});
