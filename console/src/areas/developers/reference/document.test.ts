import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Document, toErrors, toOperations } from './document.ts';

const file = new URL('../../../../../docs/reference/openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(file, 'utf8')) as Document;

test('every operation of the document has its method, path and scope', () => {
  const operations = toOperations(document);
  assert.ok(operations.length > 150);
  assert.equal(new Set(operations.map(({ id }) => id)).size, operations.length);
  const one = operations.find(({ id }) => id === 'redeliver');
  assert.deepEqual([one?.method, one?.scope, one?.tag], ['POST', 'webhooks.write', 'Webhooks']);
});

test('every error has a status and a message, and is answered by an operation', () => {
  const errors = toErrors(document);
  assert.ok(errors.length > 50);
  for (const { key, status, message, operations } of errors)
    assert.ok(status >= 400 && message !== '' && operations > 0, `${key} ${status} ${message}`);
  assert.equal(errors.find(({ key }) => key === 'too_many_requests')?.status, 429);
  assert.equal(errors.find(({ key }) => key === 'delivery_not_found')?.status, 404);
});
