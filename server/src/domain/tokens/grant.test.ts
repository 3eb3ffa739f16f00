import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../platform/errors.ts';
import { grantTo } from './grant.ts';
import { scopes as allScopes, type Scope } from './scopes.ts';

const someScopes = fc.subarray([...allScopes]);
const anyUser = fc.option(fc.uuid(), { nil: null });

/** Returns the granted token, or undefined if it was refused. */
function granted(caller: Parameters<typeof grantTo>[0], wanted: Parameters<typeof grantTo>[1]) {
  try {
    return grantTo(caller, wanted);
  } catch (error) {
    assert.ok(error instanceof Failure && error.key === 'forbidden');
    return undefined;
  }
}

test('a granted token never has a scope that its creator lacks', () => {
  fc.assert(
    fc.property(someScopes, someScopes, anyUser, (has, wants, userId) => {
      const result = granted({ scopes: new Set(has), userId }, { scopes: wants });
      assert.equal(
        result !== undefined,
        wants.every((scope) => has.includes(scope)),
      );
      for (const scope of result?.scopes ?? []) assert.ok(has.includes(scope));
    }),
  );
});

test('a token that a user creates belongs to that user, whatever user was requested', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.option(anyUser, { nil: undefined }), (userId, wantedUser) => {
      const result = granted({ scopes: new Set(allScopes), userId }, { scopes: ['labels.read'], userId: wantedUser });
      if (result) assert.equal(result.userId, userId);
      else assert.ok(wantedUser && wantedUser !== userId);
    }),
  );
});

test('the error names every scope that the caller lacks', () => {
  const wants: Scope[] = ['admin', 'contacts.write', 'files.read'];
  assert.throws(
    () => grantTo({ scopes: new Set(['admin']), userId: null }, { scopes: wants }),
    /the caller lacks contacts\.write files\.read$/,
  );
});
