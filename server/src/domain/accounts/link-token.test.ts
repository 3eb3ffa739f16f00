import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newLinkToken, readLinkToken } from './link-token.ts';

test('a token names its owner and has the hash that was stored', () => {
  fc.assert(
    fc.property(fc.uuid(), (ownerId) => {
      const { token, hash } = newLinkToken(ownerId);
      const read = readLinkToken(token);
      assert.equal(read?.ownerId, ownerId);
      assert.ok(read?.hash.equals(hash));
    }),
  );
});

test('a changed token is another token or none', () => {
  const { token, hash } = newLinkToken('01900000-0000-7000-8000-000000000000');
  fc.assert(
    fc.property(fc.nat(63), fc.constantFrom(...Array.from('AZaz09-_= +/')), (at, char) => {
      const changed = token.slice(0, at) + char + token.slice(at + 1);
      if (changed !== token) assert.ok(!readLinkToken(changed)?.hash.equals(hash));
    }),
  );
  for (const text of ['', token.slice(1), `${token}A`, ` ${token.slice(1)}`]) assert.equal(readLinkToken(text), undefined);
});
