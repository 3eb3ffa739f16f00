import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smsSegments } from './sms-segments.ts';

test('160 characters of the GSM alphabet are one SMS, 161 are two of 153', () => {
  assert.deepEqual(smsSegments('a'.repeat(160)), { count: 1, used: 160, perSegment: 160, isUnicode: false });
  assert.deepEqual(smsSegments('a'.repeat(161)), { count: 2, used: 161, perSegment: 153, isUnicode: false });
});

test('a euro sign counts twice; an emoji makes it 70 characters each', () => {
  assert.equal(smsSegments('€').used, 2);
  assert.deepEqual(smsSegments(`${'a'.repeat(69)}😀`), { count: 2, used: 71, perSegment: 67, isUnicode: true });
});

test('an empty text is no SMS', () => assert.equal(smsSegments('').count, 0));
