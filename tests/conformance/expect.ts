import assert from 'node:assert/strict';
import type { Json, Reply } from './api.ts';

/** The data of a success. */
export function succeeded(reply: Reply, status = 200): Json {
  assert.equal(reply.status, status, `status ${reply.status}, not ${status}: ${reply.text.slice(0, 200)}`);
  assert.equal(reply.body?.success, true, `success is not true: ${reply.text.slice(0, 200)}`);
  return reply.body.data;
}

/** The error of a failure, in the envelope of every failure. */
export function failed(reply: Reply, status: number, messageKey: string): Json {
  assert.equal(reply.status, status, `status ${reply.status}, not ${status}: ${reply.text.slice(0, 200)}`);
  assert.equal(reply.body?.success, false, `success is not false: ${reply.text.slice(0, 200)}`);
  assert.equal(reply.body.error?.messageKey, messageKey);
  assert.equal(typeof reply.body.error.message, 'string');
  assert.notEqual(reply.body.error.message, '');
  assert.ok(!('data' in reply.body), 'a failure carries data');
  return reply.body.error;
}

/** A 400 that names the parameter and why it is refused. Answers the message about it. */
export function refused(reply: Reply, param: string, key: string): string {
  const { invalidParams } = failed(reply, 400, 'invalid_body_params');
  assert.ok(invalidParams?.[param], `invalidParams does not name ${param}: ${JSON.stringify(invalidParams)}`);
  assert.equal(invalidParams[param].key, key);
  assert.equal(typeof invalidParams[param].message, 'string');
  assert.notEqual(invalidParams[param].message, '');
  return invalidParams[param].message;
}

/** Both answers are the same bytes: status, body and every header that does not count or name the request. */
export function alike(one: Reply, other: Reply): void {
  assert.equal(one.status, other.status);
  assert.equal(one.text, other.text);
  assert.deepEqual(steadyHeaders(one), steadyHeaders(other));
}

const volatile = /^(date|x-request-id|x-ratelimit-.*)$/;
const steadyHeaders = (reply: Reply) => [...reply.headers].filter(([name]) => !volatile.test(name));
