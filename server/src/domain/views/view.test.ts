import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mayChange, placeOf, type Sharing, type Viewer } from './view.ts';

const sharings: Sharing[] = ['nobody', 'team', 'everyone'];
const grace: Viewer = { userId: 'grace', role: 'member' };

test('property: a place has a user exactly when it is shared with nobody, and a team exactly when with a team', () => {
  const current = fc.constantFrom(
    { sharedWith: 'nobody' as const, teamId: null },
    { sharedWith: 'team' as const, teamId: 'old' },
    { sharedWith: 'everyone' as const, teamId: null },
  );
  const wanted = fc.record(
    { sharedWith: fc.constantFrom(...sharings), teamId: fc.constantFrom('new', null) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(current, wanted, fc.constantFrom(grace, null), (current, wanted, viewer) => {
      try {
        const place = placeOf(current, wanted, viewer);
        assert.equal(place.userId !== null, place.sharedWith === 'nobody');
        assert.equal(place.teamId !== null, place.sharedWith === 'team');
        assert.equal(place.sharedWith, wanted.sharedWith ?? current.sharedWith);
      } catch (error) {
        assert.match((error as { key: string }).key, /^(invalid_body_params|user_required)$/);
      }
    }),
  );
});

test('a view that leaves its team needs no teamId; one that stays keeps its team', () => {
  const ofTeam = { sharedWith: 'team' as const, teamId: 'old' };
  assert.deepEqual(placeOf(ofTeam, { sharedWith: 'everyone' }, grace), { sharedWith: 'everyone', userId: null, teamId: null });
  assert.deepEqual(placeOf(ofTeam, {}, grace), { sharedWith: 'team', userId: null, teamId: 'old' });
  assert.throws(() => placeOf(ofTeam, { sharedWith: 'everyone', teamId: 'new' }, grace), { key: 'invalid_body_params' });
  assert.throws(() => placeOf(ofTeam, { teamId: null }, grace), { key: 'invalid_body_params' });
});

test('a member changes own views; managers and tokens without a user change every shared view', () => {
  const theirs = { sharedWith: 'everyone' as const, createdBy: 'ada' };
  assert.equal(mayChange(theirs, grace), false);
  assert.equal(mayChange({ ...theirs, createdBy: 'grace' }, grace), true);
  assert.equal(mayChange({ ...theirs, createdBy: null }, grace), false);
  assert.equal(mayChange(theirs, { userId: 'grace', role: 'manager' }), true);
  assert.equal(mayChange(theirs, null), true);
});
