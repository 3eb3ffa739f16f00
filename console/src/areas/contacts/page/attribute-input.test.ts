import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInput, toInput } from './attribute-input.ts';

test('values of every type are read back from their inputs', () => {
  for (const [type, value] of [
    ['text', 'Berlin'],
    ['number', 12.5],
    ['boolean', false],
    ['date', '1990-02-28'],
    ['datetime', '2026-11-18T09:30:00.000Z'],
    ['select', 'gold'],
    ['multi_select', ['a', 'b']],
    ['url', 'https://example.com/a'],
    ['email', 'ada@example.com'],
    ['phone', '+4915112345678'],
  ] as const)
    assert.deepEqual(readInput(type, toInput(type, value)), { value }, type);
});

test('an empty input removes the value', () => {
  assert.deepEqual(readInput('number', ' '), { value: null });
  assert.deepEqual(readInput('multi_select', []), { value: null });
});

test('what the type refuses is a fault', () => {
  assert.deepEqual(readInput('number', 'twelve'), { fault: 'number' });
  assert.deepEqual(readInput('url', 'javascript:alert(1)'), { fault: 'url' });
  assert.deepEqual(readInput('email', 'ada'), { fault: 'email' });
});
