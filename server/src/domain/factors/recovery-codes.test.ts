import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { FREE_TRIES, waitAfter } from './tries.ts';

const ACCOUNT = '01a1dff0-3b5e-7c11-9d0a-5d1f0c8e2b47';
const OTHER = '01a1dff0-3b5e-7c11-9d0a-5d1f0c8e2b48';

test('ten different codes of 80 bits, in groups of four', () => {
  const codes = newRecoveryCodes();
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
});

test('a code is recognised however it is typed, and belongs to one account', () => {
  const hash = hashRecoveryCode(ACCOUNT, '01ab-cdef-ghjk-mnpq');
  for (const typed of ['01ABCDEFGHJKMNPQ', ' 01ab cdef ghjk mnpq ', 'oLab-cdef-ghjk-mnpq'])
    assert.deepEqual(hashRecoveryCode(ACCOUNT, typed), hash);
  assert.notDeepEqual(hashRecoveryCode(OTHER, '01ab-cdef-ghjk-mnpq'), hash);
  assert.notDeepEqual(hashRecoveryCode(ACCOUNT, '01ab-cdef-ghjk-mnpr'), hash);
});

test('the first tries are free; then the wait doubles up to an hour', () => {
  assert.deepEqual(
    [0, FREE_TRIES - 1, FREE_TRIES, FREE_TRIES + 1, FREE_TRIES + 5, FREE_TRIES + 6, 1_000_000].map(waitAfter),
    [0, 0, 60, 120, 1_920, 3_600, 3_600],
  );
});
