import assert from 'node:assert/strict';
import { test } from 'node:test';
import { condition, queryOf, readAddress } from './address.ts';

test('the address keeps known texts and drops the rest', () => {
  assert.deepEqual(readAddress({ result: 'failed', other: 'x', show: '', tab: ['a'], find: 404 }), {
    result: 'failed',
    find: '404',
  });
});

test('conditions become one query; quotes in values stay inside', () => {
  assert.equal(queryOf([undefined, false]), undefined);
  assert.equal(queryOf([condition('eq', 'status', 'failed'), undefined]), 'eq(status,"failed")');
  assert.equal(
    queryOf([condition('eq', 'type', 'a'), condition('contains', 'route', '")')]),
    'and(eq(type,"a"),contains(route,"\\")"))',
  );
});
