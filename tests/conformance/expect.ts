import assert from 'node:assert/strict';
import type { Json, Reply } from './api.ts';

/** Returns the data of a successful response. */
export function succeeded(reply: Reply, status = 200): Json {
  assert.equal(reply.status, status, `status ${reply.status}, not ${status}: ${reply.text.slice(0, 200)}`);
  assert.equal(reply.body?.success, true, `success is not true: ${reply.text.slice(0, 200)}`);
  return reply.body.data;
}

/** Returns the error of a failure, in its envelope. */
export function failed(reply: Reply, status: number, messageKey: string): Json {
  assert.equal(reply.status, status, `status ${reply.status}, not ${status}: ${reply.text.slice(0, 200)}`);
  assert.equal(reply.body?.success, false, `success is not false: ${reply.text.slice(0, 200)}`);
  assert.equal(reply.body.error?.messageKey, messageKey);
  assert.equal(typeof reply.body.error.message, 'string');
  assert.notEqual(reply.body.error.message, '');
  assert.ok(!('data' in reply.body), 'a failure carries data');
  return reply.body.error;
}

/** Checks a 400 that names the parameter and the reason. Returns the message. */
export function refused(reply: Reply, param: string, key: string): string {
  const { invalidParams } = failed(reply, 400, 'invalid_body_params');
  assert.ok(invalidParams?.[param], `invalidParams does not name ${param}: ${JSON.stringify(invalidParams)}`);
  assert.equal(invalidParams[param].key, key);
  assert.equal(typeof invalidParams[param].message, 'string');
  assert.notEqual(invalidParams[param].message, '');
  return invalidParams[param].message;
}

/** Checks that two responses are equal: status, body, and headers except counters and request ids. */
export function alike(one: Reply, other: Reply): void {
  assert.equal(one.status, other.status);
  assert.equal(one.text, other.text);
  assert.deepEqual(steadyHeaders(one), steadyHeaders(other));
}

const volatile = /^(date|x-request-id|x-ratelimit-.*)$/;
const steadyHeaders = (reply: Reply) => [...reply.headers].filter(([name]) => !volatile.test(name));
