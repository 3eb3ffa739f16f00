import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflictOf, groupsOf } from './shortcut-list.ts';

const actions = [
  { id: 'inbox', group: 'Go to', keys: 'g i' },
  { id: 'close', group: 'Chat', keys: 'e' },
  { id: 'contacts', group: 'Go to', keys: 'g c' },
  { id: 'close', group: 'Chat', keys: 'x' },
];

test('actions by group, each id once', () => {
  const groups = groupsOf(actions, ({ group }) => group);
  assert.deepEqual(
    groups.map(({ name, actions }) => [name, actions.map(({ id, keys }) => `${id} ${keys}`)]),
    [
      ['Go to', ['inbox g i', 'contacts g c']],
      ['Chat', ['close x']],
    ],
  );
});

test('a conflict is another action with the same keys, or with keys that hide each other', () => {
  const conflict = (keys: string, id = 'new') => conflictOf(keys, id, actions, (action) => action.keys)?.id;
  assert.equal(conflict('e'), 'close');
  assert.equal(conflict('e', 'close'), undefined);
  assert.equal(conflict('g'), 'inbox');
  assert.equal(conflict('g c'), 'contacts');
  assert.equal(conflict('x y'), 'close');
  assert.equal(conflict('mod+g'), undefined);
});
