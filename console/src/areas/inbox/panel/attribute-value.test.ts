import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldValue, shownValue, storedValue } from './attribute-value.ts';

test('values are shown in the language of the person', () => {
  assert.equal(shownValue(3240.5, 'number', 'de'), '3.240,5');
  assert.equal(shownValue('2026-03-02', 'date', 'en'), 'Mar 2, 2026');
  assert.equal(shownValue(['a', 'b'], 'multi_select', 'en'), 'a, b');
  assert.equal(shownValue(null, 'text', 'en'), '');
});

test('a field gives the type that the attribute has', () => {
  assert.equal(storedValue('3,5', 'number'), 3.5);
  assert.equal(storedValue('true', 'boolean'), true);
  assert.deepEqual(storedValue('a, b ,', 'multi_select'), ['a', 'b']);
  assert.equal(storedValue('  ', 'text'), null);
  const at = '2026-11-18T09:30:00.000Z';
  assert.equal(storedValue(fieldValue(at, 'datetime'), 'datetime'), at);
});
