import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseMembership } from './choose-tenant.ts';

const memberships = fc.uniqueArray(fc.record({ tenantId: fc.uuid(), userId: fc.uuid() }), {
  selector: ({ tenantId }) => tenantId,
  maxLength: 5,
});

test('only a tenant of the person is ever chosen, and the wanted one if there is one', () => {
  fc.assert(
    fc.property(memberships, fc.uuid(), fc.option(fc.uuid()), (all, stranger, latest) => {
      assert.equal(chooseMembership(all, stranger, latest), undefined);
      for (const one of all) assert.equal(chooseMembership(all, one.tenantId.toUpperCase(), latest), one);
    }),
  );
});

test('without a wish: the latest tenant, else the only one, else the person must choose', () => {
  fc.assert(
    fc.property(memberships, fc.uuid(), (all, gone) => {
      for (const one of all) assert.equal(chooseMembership(all, undefined, one.tenantId), one);
      const rest = chooseMembership(all, undefined, gone);
      assert.equal(rest, all.length > 1 ? 'ambiguous' : all[0]);
    }),
  );
});
