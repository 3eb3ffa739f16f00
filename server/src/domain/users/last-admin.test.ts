import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireAnotherAdmin, stepsDown } from './last-admin.ts';

test('another role and being disabled remove the right to administer; a new name does not', () => {
  assert.equal(stepsDown({ role: 'manager' }), true);
  assert.equal(stepsDown({ status: 'disabled' }), true);
  assert.equal(stepsDown({ role: 'admin', status: 'active' }), false);
  assert.equal(stepsDown({}), false);
});

test('the only active admin cannot be removed, in any spelling of the id; one of two admins and every other user can', () => {
  assert.throws(() => requireAnotherAdmin(['abc'], 'ABC', 'deleted'), /only active admin.*make another user an admin first/);
  requireAnotherAdmin(['abc', 'def'], 'abc', 'deleted');
  requireAnotherAdmin(['abc'], 'def', 'deleted');
  requireAnotherAdmin([], 'def', 'deleted');
});
