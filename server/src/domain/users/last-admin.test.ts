import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireAnotherAdmin, stepsDown } from './last-admin.ts';

test('another role and being disabled take the right to administer away; a new name does not', () => {
  assert.equal(stepsDown({ role: 'manager' }), true);
  assert.equal(stepsDown({ status: 'disabled' }), true);
  assert.equal(stepsDown({ role: 'admin', status: 'active' }), false);
  assert.equal(stepsDown({}), false);
});

test('the only active admin stays, however their id is written; one of two may go, and so may anybody else', () => {
  assert.throws(() => requireAnotherAdmin(['abc'], 'ABC', 'deleted'), /only active admin.*make somebody else an admin first/);
  requireAnotherAdmin(['abc', 'def'], 'abc', 'deleted');
  requireAnotherAdmin(['abc'], 'def', 'deleted');
  requireAnotherAdmin([], 'def', 'deleted');
});
