import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initials, tintOf } from './initials.ts';
import { keyLabels } from './keys.ts';

test('initials: two letters for scripts that have capitals, one for others', () => {
  assert.equal(initials('Amara Nwosu'), 'AN');
  assert.equal(initials('Ștefan'), 'Ș');
  assert.equal(initials('نور الهاشمي'), 'ن');
  assert.equal(initials('+49 151 23'), '4');
  assert.equal(initials(''), '');
});

test('the tint of an id is stable and from 1 to 6', () => {
  const tints = new Set(Array.from({ length: 200 }, (_, index) => tintOf(`contact-${index}`)));
  assert.deepEqual([...tints].sort(), [1, 2, 3, 4, 5, 6]);
  assert.equal(tintOf('a'), tintOf('a'));
});

test('the keys of a shortcut have labels for both kinds of keyboard', () => {
  assert.deepEqual(keyLabels('mod+k', false), ['Ctrl', 'K']);
  assert.deepEqual(keyLabels('mod+k', true), ['⌘', 'K']);
  assert.deepEqual(keyLabels('g i', false), ['G', 'I']);
});
