import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSelected, nothing, sizeOf, toggled, toggledAll } from './selection.ts';

const loaded = ['a', 'b', 'c', 'd'];

test('a range selects the rows between, in both directions', () => {
  assert.deepEqual([...toggled(toggled(nothing, 'a', loaded), 'c', loaded, 'a').ids], ['a', 'b', 'c']);
  assert.deepEqual([...toggled(toggled(nothing, 'd', loaded), 'c', loaded, 'd').ids].sort(), ['c', 'd']);
});

test('all means all of the search; taking one off leaves the loaded others', () => {
  const all = { all: true, ids: new Set<string>() };
  assert.equal(sizeOf(all, 1_284), 1_284);
  assert.ok(isSelected(all, 'not loaded'));
  assert.deepEqual([...toggled(all, 'b', loaded).ids], ['a', 'c', 'd']);
});

test('the box in the head turns loaded rows on, then all off', () => {
  const on = toggledAll(nothing, loaded);
  assert.equal(sizeOf(on, 100), 4);
  assert.deepEqual(toggledAll(on, loaded), nothing);
});
