import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '../adapter.ts';
import { classify } from './classify.ts';

const error = (code: number, more: object = {}) => ({ code, subcode: null, message: 'why', isTransient: false, ...more });
const meaning = (code: number) => {
  const { next, error: mapped } = classify(error(code));
  return `${next} ${mapped.key}`;
};

test('each code of the table has its action and its key', () => {
  const table: Record<string, number[]> = {
    'stop_channel channel_needs_attention': [0, 190, 3, 10, 200, 250, 299, 33, 368, 131031, 131042, 133010, 133016],
    'retry provider_error': [1, 2, 131000, 131016, 131057],
    'slow_down rate_limited': [4, 80007, 130429, 131048],
    'retry rate_limited': [131056],
    'fail rate_limited': [131049],
    'fail invalid_message': [100, 131008, 131009, 131021, 131051],
    'fail undeliverable': [131026],
    'fail outside_messaging_window': [131047],
    'fail contact_unsubscribed': [131050],
    'fail provider_error': [130472, 131060, 199, 300, 999_999],
    'retry media_problem': [131052],
    'fail media_problem': [131053],
    'fail template_problem': [132000, 132001, 132005, 132007, 132012, 132015, 132016],
  };
  for (const [expected, codes] of Object.entries(table)) {
    for (const code of codes) assert.equal(meaning(code), expected, String(code));
  }
});

test('what a refusal teaches, and how long to wait', () => {
  const of = (code: number): Partial<Refusal> => classify(error(code));
  assert.equal(of(131047).implies, 'window_closed');
  assert.equal(of(131050).implies, 'opted_out');
  assert.equal(of(132015).implies, 'template_changed');
  assert.equal(of(132016).implies, 'template_changed');
  assert.equal(of(131026).implies, undefined);
  assert.equal(of(131056).retryAfterSeconds, 6);
  assert.equal(of(131057).retryAfterSeconds, 60);
  assert.equal(of(131049).retryAfterSeconds, 86_400);
});

test('the provider’s number and words are kept', () => {
  assert.deepEqual(classify(error(131026)).error, { key: 'undeliverable', code: '131026', message: 'why' });
});

test('a number that is not there any more stops the channel, though Graph calls it a bad parameter', () => {
  assert.equal(classify(error(100, { subcode: 33 })).next, 'stop_channel');
});

test('an unknown code is final, unless Meta says that it will pass', () => {
  assert.equal(classify(error(777)).next, 'fail');
  assert.equal(classify(error(777, { isTransient: true })).next, 'retry');
});
