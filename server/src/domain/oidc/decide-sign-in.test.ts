import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideSignIn, type KnownUser, verifiedEmail } from './decide-sign-in.ts';

const claims = { sub: 's1', email: 'Ada@Example.com', email_verified: true, name: 'Ada' };
const rules = { allowedEmailDomains: ['example.com'], createUsers: null };
const user: KnownUser = { id: 'u1', status: 'active', subject: null };

const reason = (...given: Parameters<typeof decideSignIn>) => {
  const decision = decideSignIn(...given);
  return decision.kind === 'refused' ? decision.reason : decision.kind;
};

test('a verified address of an allowed domain signs in as the user with it', () => {
  assert.deepEqual(decideSignIn(claims, rules, undefined, user), { kind: 'user', userId: 'u1', isLinked: false });
});

test('an address that is not verified is refused, also of a user who signed in before', () => {
  const linked = { ...user, subject: 's1' };
  for (const email_verified of [undefined, false, 'false', null, 0, {}, [true], 'yes'])
    assert.equal(reason({ ...claims, email_verified }, rules, linked, linked), 'email_not_verified');
  for (const email of [undefined, 7, 'nobody', 'a b@example.com', `${'a'.repeat(250)}@example.com`, '@example.com'])
    assert.equal(reason({ ...claims, email }, rules, undefined, user), 'email_not_verified');
  assert.equal(verifiedEmail({ sub: 's', email: 'a@example.com', xms_edov: '1' }), 'a@example.com');
});

test('the domain is the part behind the last @, compared as a whole', () => {
  for (const email of ['ada@example.com.evil.test', 'ada@notexample.com', 'ada@sub.example.com'])
    assert.equal(reason({ ...claims, email }, rules, undefined, user), 'email_domain');
  assert.equal(reason({ ...claims, email: 'ada@other.test' }, { ...rules, allowedEmailDomains: [] }, undefined, user), 'user');
});

test('another subject with the address of a linked user is refused', () => {
  assert.equal(reason({ ...claims, sub: 's2' }, rules, undefined, { ...user, subject: 's1' }), 'other_subject');
});

test('a linked subject stays its user, even if its address is now that of another user', () => {
  const decision = decideSignIn(claims, rules, { ...user, subject: 's1' }, { id: 'u2', status: 'active', subject: null });
  assert.deepEqual(decision, { kind: 'user', userId: 'u1', isLinked: true });
});

test('unknown people are refused, or become users with the configured role; disabled users are refused', () => {
  assert.equal(reason(claims, rules), 'no_user');
  assert.deepEqual(decideSignIn(claims, { ...rules, createUsers: { role: 'member' } }), {
    kind: 'create',
    email: 'ada@example.com',
    name: 'Ada',
    role: 'member',
  });
  assert.equal(
    reason(claims, { ...rules, createUsers: { role: 'member' } }, undefined, { ...user, status: 'disabled' }),
    'user_disabled',
  );
});
