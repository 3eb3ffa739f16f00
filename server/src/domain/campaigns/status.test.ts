import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../platform/errors.ts';
import {
  type CampaignStatus,
  type CampaignTransition,
  campaignStatuses,
  campaignTransitions,
  canTransition,
  statusAfter,
} from './status.ts';

const status = fc.constantFrom(...campaignStatuses);
const transition = fc.constantFrom(...campaignTransitions);

test('every transition gives a known status or a conflict that says what to do instead', () => {
  fc.assert(
    fc.property(status, transition, (from, wanted) => {
      try {
        assert.ok(campaignStatuses.includes(statusAfter(from, wanted)));
        assert.ok(canTransition(from, wanted));
      } catch (error) {
        assert.ok(error instanceof Failure && error.key === 'conflict', String(error));
        assert.match(error.message, new RegExp(`^A campaign that is ${from} cannot be .+: .+`));
        assert.ok(!canTransition(from, wanted));
      }
    }),
  );
});

/** Only a started run is resumed, and only a campaign that has run before lapses when its last time is missed. */
const STARTS: ReadonlySet<CampaignTransition> = new Set(['start', 'begin', 'resume', 'lapse']);

/** Returns the statuses after each transition. Refused ones change nothing. */
function walk(transitions: CampaignTransition[]): CampaignStatus[] {
  const path: CampaignStatus[] = ['draft'];
  for (const next of transitions) {
    const at = path.at(-1) ?? 'draft';
    path.push(canTransition(at, next) ? statusAfter(at, next) : at);
  }
  return path;
}

test('for any order of transitions: a cancelled campaign stays cancelled, and nothing runs that was never started', () => {
  fc.assert(
    fc.property(fc.array(transition, { maxLength: 30 }), (transitions) => {
      const path = walk(transitions);
      const cancelled = path.indexOf('cancelled');
      if (cancelled >= 0) assert.ok(path.slice(cancelled).every((one) => one === 'cancelled'));
      if (!transitions.some((one) => STARTS.has(one))) assert.ok(!path.includes('running') && !path.includes('completed'));
      for (const [i, next] of transitions.entries())
        if (path[i + 1] === 'completed' && path[i] !== 'completed')
          assert.equal(path[i], next === 'lapse' ? 'scheduled' : 'running', next);
    }),
  );
});

test('a pause can be repeated, and a paused campaign can only be resumed or cancelled', () => {
  assert.equal(statusAfter('paused', 'pause'), 'paused');
  const out = campaignTransitions.filter((one) => canTransition('paused', one) && statusAfter('paused', one) !== 'paused');
  assert.deepEqual(out.toSorted(), ['cancel', 'resume', 'resume_waiting']);
});

test('a running or paused campaign can be neither changed nor deleted', () => {
  for (const from of ['running', 'paused'] as const) assert.ok(!canTransition(from, 'change') && !canTransition(from, 'delete'));
});
