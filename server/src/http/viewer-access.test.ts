import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versions } from './index.ts';
import { accessOfViewers, viewerAccess } from './viewer-access.ts';

const operations = versions.flatMap(({ routes }) => routes.map(({ operationId }) => operationId));

test('every operation has a row that says what it is for a user who does not see everything', () => {
  const missing = operations.filter((operationId) => !Object.hasOwn(viewerAccess, operationId));
  assert.deepEqual(missing, [], 'add these operations to http/viewer-access.ts');
});

test('no row names an operation that does not exist', () => {
  assert.deepEqual(
    Object.keys(viewerAccess).filter((operationId) => !operations.includes(operationId)),
    [],
  );
});

test('an operation without a row is forbidden', () => {
  assert.equal(accessOfViewers({ operationId: 'notYetListed' }), 'forbidden');
  assert.equal(accessOfViewers({ operationId: 'toString' }), 'forbidden');
});
