import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedMessage, isUnchanged } from './unchanged.ts';

test('a chat is unchanged if its latest message is the given one, in any spelling, or if both are none', () => {
  assert.equal(isUnchanged({ id: 'ab' }, 'AB'), true);
  assert.equal(isUnchanged(null, null), true);
  assert.equal(isUnchanged({ id: 'ab' }, null), false);
  assert.equal(isUnchanged(null, 'ab'), false);
  assert.equal(isUnchanged({ id: 'ab' }, 'cd'), false);
});

test('the refusal names the latest message and who wrote it', () => {
  assert.match(changedMessage({ id: 'ab', sender: 'inbound' }, undefined), /is ab, from the contact/);
  assert.match(
    changedMessage({ id: 'ab', sender: 'outbound' }, { sources: ['automation'], author: null }),
    /is ab, from your side \(automation\)/,
  );
  const author = { userId: 'u', name: 'Ada' };
  assert.match(changedMessage({ id: 'ab', sender: 'outbound' }, { sources: ['api'], author }), /is ab, from Ada;/);
  assert.match(changedMessage(null, undefined), /must be null/);
});
