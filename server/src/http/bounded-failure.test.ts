import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { Failure, type InvalidParams } from '../platform/errors.ts';
import { boundedFailure, MOST_INVALID_PARAMS } from './bounded-failure.ts';
import { toInvalidParams } from './validate.ts';

const MOST_BYTES = 500_000; // of characters that take four bytes each

test('the response of a failure is small, whatever the failure contains', () => {
  const long = fc.integer({ min: 0, max: 3_000 }).map((length) => '\u{1F388}'.repeat(length));
  const param = fc.record({ path: fc.oneof(long, fc.string()), message: long });
  fc.assert(
    fc.property(fc.array(param, { maxLength: 300 }), long, (params, message) => {
      const invalidParams: InvalidParams = Object.fromEntries(
        params.map(({ path, message }) => [path, { key: 'custom' as const, message }]),
      );
      const bounded = boundedFailure(new Failure('invalid_body_params', { message, invalidParams }));
      assert.ok(Object.keys(bounded.invalidParams ?? {}).length <= MOST_INVALID_PARAMS);
      assert.ok(Buffer.byteLength(JSON.stringify(bounded)) < MOST_BYTES);
      assert.ok(JSON.stringify(bounded).isWellFormed());
    }),
    { numRuns: 50 },
  );
});

test('an ordinary failure is returned unchanged', () => {
  const invalidParams: InvalidParams = { name: { key: 'required', message: 'This parameter is required' } };
  assert.deepEqual(boundedFailure(new Failure('invalid_body_params', { invalidParams })), {
    message: 'Invalid body params',
    invalidParams,
  });
  assert.deepEqual(boundedFailure(new Failure('chat_not_found')), { message: 'Chat not found' });
});

test('of very many parameters the first hundred are named, and the message says that there are more', () => {
  const faults = z.strictObject({}).safeParse(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`p${i}`, 1])));
  const invalidParams = toInvalidParams(faults.error?.issues ?? []);
  const bounded = boundedFailure(new Failure('invalid_body_params', { invalidParams }));
  assert.equal(Object.keys(bounded.invalidParams ?? {}).length, MOST_INVALID_PARAMS);
  assert.equal(bounded.message, 'Invalid body params; only the first 100 invalid parameters are listed');
});

test('a parameter that is called like a property of every object is named', () => {
  const faults = z.strictObject({}).safeParse({ constructor: 1, toString: 2 });
  assert.deepEqual(Object.keys(toInvalidParams(faults.error?.issues ?? [])), ['constructor', 'toString']);
});
