import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from './registry.ts';
import { availableActions, registerActions } from './registry.ts';
import { createMatcher, keysOf, setShortcut } from './shortcuts.ts';

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });
const action = (id: string, shortcut?: string, more: Partial<Action> = {}): Action => ({
  id,
  title: { id },
  group: { id: 'test' },
  ...(shortcut && { shortcut }),
  run: () => id,
  ...more,
});

test('keys by character: Ctrl and ⌘ are the same, Alt is never part of a shortcut', () => {
  assert.equal(keysOf(press('k', { ctrlKey: true })), 'mod+k');
  assert.equal(keysOf(press('k', { metaKey: true })), 'mod+k');
  assert.equal(keysOf(press('E', { shiftKey: true })), 'shift+e');
  assert.equal(keysOf(press('?', { shiftKey: true })), '?'); // German and English keyboards type it differently
  assert.equal(keysOf(press('ą', { altKey: true })), null); // Polish letters are typed with AltGr
  assert.equal(keysOf(press('@', { ctrlKey: true, altKey: true })), null); // AltGr on Windows
  assert.equal(keysOf(press('ش')), 'ش');
  assert.equal(keysOf(press('Shift', { shiftKey: true })), null);
});

test('a sequence runs its action when both keys come in time', () => {
  let time = 0;
  const match = createMatcher(() => time);
  const actions = [action('inbox', 'g i'), action('info', 'i')];
  assert.equal(match('g', actions), undefined);
  assert.equal(match('i', actions)?.id, 'inbox');
  match('g', actions);
  time = 5_000;
  assert.equal(match('i', actions)?.id, 'info');
});

test('a changed shortcut replaces the default; null takes it away', () => {
  const match = createMatcher();
  const actions = [action('close', 'e')];
  setShortcut('close', 'x');
  assert.equal(match('e', actions), undefined);
  assert.equal(match('x', actions)?.id, 'close');
  setShortcut('close', null);
  assert.equal(match('x', actions), undefined);
  setShortcut('close', undefined);
  assert.equal(match('e', actions)?.id, 'close');
});

test('the latest registered action of an id wins until it is taken away; unavailable ones are skipped', () => {
  const [first, second] = [action('a'), action('a', 'x')];
  const removeFirst = registerActions([first, action('b', 'y', { isAvailable: () => false })]);
  const removeSecond = registerActions([second]);
  assert.deepEqual(availableActions(), [second]);
  removeSecond();
  assert.deepEqual(availableActions(), [first]);
  removeFirst();
  assert.deepEqual(availableActions(), []);
});
