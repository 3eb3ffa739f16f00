import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFailure } from './failures.ts';

test('a statement that PostgreSQL ended is never our own fault: too slow, locked for too long, or idle', () => {
  const { key, status, message, detail } = toFailure(Object.assign(new Error('canceling statement'), { code: '57014' }));
  assert.deepEqual([key, status, detail.headers?.['retry-after']], ['query_too_slow', 503, '5']);
  assert.match(message, /narrower filter/);
  for (const code of ['55P03', '25P03', '57P01']) assert.equal(toFailure({ code }).key, 'service_unavailable', code);
  assert.equal(toFailure({ code: '22012' }).key, 'internal_error');
});
