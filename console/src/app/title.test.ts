import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleOf } from './title.ts';

test('the title has the number of unread notifications, the page and the name', () => {
  assert.equal(titleOf('Inbox', 0), 'Inbox · Patchbay');
  assert.equal(titleOf('Inbox', 3), '(3) Inbox · Patchbay');
  assert.equal(titleOf('', 120), '(99+) Patchbay');
});
