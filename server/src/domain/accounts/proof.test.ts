import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../platform/errors.ts';
import type { Session, SignInMethod } from './account.ts';
import { isSecondFactorMet, type Proof, requireMayChange } from './proof.ts';

const now = new Date('2026-11-17T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

const session = (methods: SignInMethod[], minutes: number, more: Partial<Session> = {}): Session => ({
  id: 's',
  accountId: 'a',
  state: 'active',
  methods,
  onlyTenantId: null,
  chosenTenantId: null,
  chosenUserId: null,
  userAgent: '',
  address: '',
  createdAt: minutesAgo(minutes),
  lastUsedAt: now,
  expiresAt: now,
  ...more,
});

function allowed(kind: 'add' | 'remove', one: Session, hasFactor: boolean, proof: Proof): boolean {
  try {
    requireMayChange(kind, { session: one, hasFactor, proof, now });
    return true;
  } catch (error) {
    assert.ok(error instanceof Failure);
    return false;
  }
}

test('a password alone is one factor; everything else is two', () => {
  assert.equal(isSecondFactorMet(['password']), false);
  for (const methods of [['passkey'], ['oidc'], ['password', 'totp'], ['password', 'recovery_code']] as SignInMethod[][])
    assert.equal(isSecondFactorMet(methods), true);
});

test('adding a factor needs a recent sign-in or a proof; removing one always a proof', () => {
  const [recent, old] = [session(['password'], 9), session(['password'], 11)];
  assert.deepEqual(
    [recent, old].map((one) => allowed('add', one, false, 'none')),
    [true, false],
  );
  assert.equal(allowed('add', old, false, 'password'), true);
  const both = session(['password', 'totp'], 1);
  assert.deepEqual(
    (['none', 'password', 'factor'] as const).map((proof) => allowed('remove', both, true, proof)),
    [false, true, true],
  );
});

test('a session without the second factor of its account changes nothing with the password alone', () => {
  for (const kind of ['add', 'remove'] as const) {
    assert.equal(allowed(kind, session(['password'], 1), true, 'none'), false);
    assert.equal(allowed(kind, session(['password'], 1), true, 'password'), false);
    assert.equal(allowed(kind, session(['password'], 1), true, 'factor'), true);
  }
});

test('a pending session, and one of a provider of a tenant, changes nothing whatever it proves', () => {
  const sessions = [
    session(['password'], 1, { state: 'pending_second_factor' }),
    session(['oidc'], 1, { onlyTenantId: '01a1dff0-3b5e-7c11-9d0a-5d1f0c8e2b47' }),
  ];
  for (const one of sessions)
    for (const proof of ['none', 'password', 'factor'] as const) assert.equal(allowed('add', one, false, proof), false);
});
