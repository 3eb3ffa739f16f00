import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswords } from './passwords.ts';

test('a password matches its own hash only, and the hash is argon2id with a salt of its own', async () => {
  const passwords = createPasswords();
  const [first, second] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(first, second);
  assert.equal(await passwords.verify('correct horse', first), true);
  assert.equal(await passwords.verify('correct horsf', first), false);
});

test('a stored text that is no argon2id hash is an error, and not a wrong password', async () => {
  const passwords = createPasswords();
  const weaker = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$';
  await assert.rejects(passwords.verify('x', weaker), /PHC/);
  await assert.rejects(passwords.verify('x', '$2b$10$abcdefghijklmnopqrstuv'), /PHC/);
});

test('without a stored hash the answer is false, whatever the password', async () => {
  assert.equal(await createPasswords().verify('', null), false);
});

test('the same characters in another composition are the same password', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash('Gr\u00fc\u00dfe aus M\u00fcnchen');
  assert.equal(await passwords.verify('Gru\u0308\u00dfe aus Mu\u0308nchen', stored), true);
});

test('more requests than may wait are refused with 503, and the others are answered', async () => {
  const passwords = createPasswords({ mostAtOnce: 1, mostWaiting: 3 });
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => passwords.verify('x', null)));
  const refused = results.filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 2);
  assert.match(String((refused[0] as PromiseRejectedResult).reason), /cannot answer right now/);
});
