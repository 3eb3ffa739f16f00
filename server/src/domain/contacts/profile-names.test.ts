import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesOf } from './profile-names.ts';

const nameless = { displayName: null };

test('the first word is the first name, the others are the last name', () => {
  assert.deepEqual(namesOf({ name: 'Ada Lovelace', username: 'ada' }, nameless), { firstName: 'Ada', lastName: 'Lovelace' });
  assert.deepEqual(namesOf({ name: ' Ada  King of Lovelace ', username: null }, nameless), {
    firstName: 'Ada',
    lastName: 'King of Lovelace',
  });
  assert.deepEqual(namesOf({ name: 'Ada', username: null }, nameless), { firstName: 'Ada', lastName: null });
});

test('without a name the username is displayed, unless something else is; without both nothing changes', () => {
  assert.deepEqual(namesOf({ name: ' ', username: 'ada_l' }, nameless), { displayName: 'ada_l' });
  assert.equal(namesOf({ name: null, username: 'ada_l' }, { displayName: 'The countess' }), undefined);
  assert.equal(namesOf({ name: null, username: '' }, nameless), undefined);
});

test('a long name is cut between characters', () => {
  const { firstName, lastName } = namesOf({ name: `${'😀'.repeat(150)} ${'x'.repeat(150)}`, username: null }, nameless) ?? {};
  assert.deepEqual([firstName, lastName], ['😀'.repeat(100), 'x'.repeat(100)]);
});
