import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hideCredentials, secretHeaderFault, secretsIn, withoutSecrets, withSecrets } from './reference.ts';

test('references are found and replaced; references inside a value are not', () => {
  assert.deepEqual(secretsIn('Bearer {{secrets.orders}} {{ secrets.b_2 }}'), ['orders', 'b_2']);
  assert.deepEqual(secretsIn('{{contact.firstName}} {{secrets}} {{secrets.a.b}}'), []);
  assert.equal(
    withSecrets('Bearer {{secrets.a}}', () => '{{secrets.b}} $& $1'),
    'Bearer {{secrets.b}} $& $1',
  );
});

test('a credential in clear is refused by the name of its header; a reference or a placeholder is not', () => {
  for (const name of ['Authorization', 'PROXY-authorization', 'X-Api-Key', 'apikey', 'X-Auth-Token', 'Cookie', 'x-shop-secret'])
    assert.match(secretHeaderFault(name, 'Bearer abc') ?? '', /must not contain a credential/, name);
  for (const [name, value] of [
    ['Authorization', 'Bearer {{secrets.orders}}'],
    ['Authorization', 'Bearer {{variables.token}}'],
    ['X-Shop', 'berlin'],
    ['Accept', 'application/json'],
  ] as const)
    assert.equal(secretHeaderFault(name, value), undefined, `${name}: ${value}`);
});

test('a header with a secret contains no contact data', () => {
  assert.match(secretHeaderFault('X-A', '{{secrets.a}} {{contact.firstName}}') ?? '', /no other placeholders/);
  assert.match(secretHeaderFault('X-A', '{{secrets.a|none}}') ?? '', /without anything after its name/);
});

test('credentials that an older version allowed are hidden from readers', () => {
  const shown = hideCredentials({ Authorization: 'Bearer abc', 'X-Key': 'k', 'X-Api-Key': '{{secrets.a}}' });
  assert.deepEqual(shown, { Authorization: '[hidden]', 'X-Key': 'k', 'X-Api-Key': '{{secrets.a}}' });
});

test('a response that repeats a secret, plain or in JSON, is saved without it', () => {
  const value = fc.stringMatching(/^[0-9"\\][0-9"\\ ]{6,30}[0-9"\\]$/);
  fc.assert(
    fc.property(value, fc.string(), fc.string(), (secret, before, after) => {
      for (const text of [before + secret + after, JSON.stringify({ before, youSent: `Bearer ${secret}` })]) {
        const clean = withoutSecrets(text, [secret]);
        assert.ok(!clean.includes(secret) && !clean.includes(JSON.stringify(secret).slice(1, -1)));
      }
    }),
  );
});
