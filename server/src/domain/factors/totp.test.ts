import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Secret, TOTP } from 'otpauth';
import { acceptedStep, newTotpSecret, totpUri } from './totp.ts';

const codeAt = (secret: string, ms: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });
const STEP_MS = 30_000;

test('the codes of RFC 6238 are accepted in their step', () => {
  const secret = Secret.fromUTF8('12345678901234567890').base32;
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.equal(acceptedStep(secret, code, new Date(seconds * 1000), null), Math.floor(seconds / 30));
});

test('a code is accepted one step early or late, and not earlier or later', () => {
  const secret = newTotpSecret();
  const at = Date.UTC(2026, 10, 17, 12);
  const accepted = [-2, -1, 0, 1, 2].filter(
    (steps) => acceptedStep(secret, codeAt(secret, at + steps * STEP_MS), new Date(at), null) !== undefined,
  );
  assert.deepEqual(accepted, [-1, 0, 1]);
});

test('accepted steps only increase, whatever codes are given in whatever order: no code is accepted twice', () => {
  const secret = newTotpSecret();
  const start = Date.UTC(2026, 10, 17, 12);
  const tries = fc.array(fc.record({ at: fc.integer({ min: 0, max: 20 }), of: fc.integer({ min: 0, max: 20 }) }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(tries, (list) => {
      let last: number | null = null;
      for (const { at, of } of list) {
        const step = acceptedStep(secret, codeAt(secret, start + of * STEP_MS), new Date(start + at * STEP_MS), last);
        if (step === undefined) continue;
        assert.ok(last === null || step > last);
        last = step;
      }
    }),
    { numRuns: 50 },
  );
});

test('what is no code is refused without an error', () => {
  const secret = newTotpSecret();
  for (const text of ['', '12345', '1234567', 'abcdef', '１２３４５６', ' 123456', '-12345'])
    assert.equal(acceptedStep(secret, text, new Date(), null), undefined);
});

test('the URI names issuer and person and carries the secret', () => {
  const secret = newTotpSecret();
  const uri = new URL(totpUri(secret, { issuer: 'Patchbay', label: 'ada@example.com' }));
  assert.equal(uri.protocol, 'otpauth:');
  assert.equal(uri.searchParams.get('secret'), secret);
  assert.equal(uri.searchParams.get('issuer'), 'Patchbay');
  assert.equal(secret.length, 32);
});
