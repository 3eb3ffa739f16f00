import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLogger } from './logger.ts';
import { isSecretName, redact } from './redact.ts';

const SECRET = 'hunter2-s3cret';

for (const name of [
  'smtpPassword',
  'oauthRefreshToken',
  'oauthClientSecret',
  'authToken',
  'appSecret',
  'S3_SECRET_ACCESS_KEY',
  'MASTER_KEY',
  'idempotency-key',
  'x-hub-signature-256',
  'Authorization',
  'set-cookie',
  'pass',
  'apiKey',
])
  test(`${name} is the name of a secret`, () => assert.ok(isSecretName(name)));

for (const name of [
  'tokenId',
  'access_key_id',
  'messageKey',
  'key',
  'path',
  'operation',
  'passed',
  'compass_direction',
  'author',
])
  test(`${name} is not the name of a secret`, () => assert.ok(!isSecretName(name)));

test('property: a value under a secret name is in no log line, at any depth', () => {
  const { tree, container } = fc.letrec<{ tree: unknown; container: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium' },
      fc.record({ smtpPassword: fc.constant(SECRET), name: fc.string() }),
      fc.record({ auth: fc.record({ pass: fc.constant(SECRET) }) }),
      tie('container'),
    ),
    container: fc.oneof(
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.string({ maxLength: 8 }), tie('tree'), { maxKeys: 4 }),
      tie('tree').map((inner) => Object.assign(new Error('failed'), { inner })),
      tie('tree').map((inner) => ({ toJSON: () => inner })),
    ),
  }));
  fc.assert(
    fc.property(fc.oneof(tree, container), (value) => {
      const lines: string[] = [];
      createLogger('info', { write: (line) => void lines.push(line) }).info({ value }, 'a line');
      assert.equal(lines.length, 1);
      assert.ok(!lines.join('').includes(SECRET));
    }),
    { numRuns: 500 },
  );
});

test('logs: what is no secret is written as it is, and an error keeps its type, message, stack and fields', () => {
  const at = new Date('2026-11-15T12:00:00Z');
  const fields = { status: 200, ms: 1.5, isCallerGone: true, tokenId: 'id', none: null, list: [1, 'two', { three: 3 }], at };
  assert.deepEqual(redact(fields), { ...fields, at: at.toISOString() });
  const lines: string[] = [];
  const error = Object.assign(new TypeError('failed', { cause: new Error('why') }), { code: 'E1', hasToken: true });
  createLogger('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'a line');
  const { err } = JSON.parse(lines[0] ?? '');
  assert.deepEqual([err.type, err.code, err.hasToken], ['TypeError', 'E1', true]);
  assert.match(err.message, /failed: why/);
  assert.match(err.stack, /redact\.test\.ts/);
});

test('logs: logins in URLs and authorization headers are redacted by their form', () => {
  const err = new Error(`connect postgres://app:${SECRET}@db:5432/patchbay failed; sent Authorization: Bearer ${SECRET}`);
  assert.ok(!JSON.stringify(redact({ err })).includes(SECRET));
});

test('logs: a line is bounded in depth, values and text, also where an object holds itself', () => {
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  assert.match(JSON.stringify(redact({ loop })), /too deep/);
  const wide = JSON.stringify(redact({ rows: Array.from({ length: 100_000 }, (_, i) => ({ i })) }));
  assert.ok(wide.length < 20_000, `${wide.length} characters`);
  assert.ok(JSON.stringify(redact({ text: 'x'.repeat(1_000_000) })).length < 25_000);
  assert.equal(redact({ bytes: Buffer.alloc(5_000) }).bytes, '[5000 bytes]');
});
