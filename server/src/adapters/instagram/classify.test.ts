import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classify } from './classify.ts';

const error = (code: number, more: object = {}) => ({ code, subcode: null, message: 'why', isTransient: false, ...more });
const meaning = (code: number, more: object = {}) => {
  const { next, error: mapped } = classify(error(code, more));
  return `${next} ${mapped.key}`;
};

test('each code of the table has its action and its key', () => {
  const table: Record<string, number[]> = {
    'stop_channel channel_needs_attention': [0, 190, 3, 10, 200, 299, 368],
    'retry provider_error': [1, 2],
    'slow_down rate_limited': [4, 613, 80002],
    'fail invalid_message': [100],
    'fail undeliverable': [551],
    'fail provider_error': [777],
  };
  for (const [expected, codes] of Object.entries(table)) {
    for (const code of codes) assert.equal(meaning(code), expected, String(code));
  }
});

test('code 10 is the closed window where its second number or its words say so, else a missing permission', () => {
  assert.equal(meaning(10, { subcode: 2534022 }), 'fail outside_messaging_window');
  assert.equal(meaning(10, { message: 'This message is sent outside of allowed window.' }), 'fail outside_messaging_window');
  assert.equal(classify(error(10, { subcode: 2534022 })).implies, 'window_closed');
  assert.equal(classify(error(10)).implies, undefined);
});
