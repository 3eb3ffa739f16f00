import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../platform/errors.ts';
import { type CampaignMove, type CampaignStatus, campaignMoves, campaignStatuses, mayMove, statusAfter } from './status.ts';

const status = fc.constantFrom(...campaignStatuses);
const move = fc.constantFrom(...campaignMoves);

test('every move leads to a known status or is refused with a conflict that says what to do instead', () => {
  fc.assert(
    fc.property(status, move, (from, wanted) => {
      try {
        assert.ok(campaignStatuses.includes(statusAfter(from, wanted)));
        assert.ok(mayMove(from, wanted));
      } catch (error) {
        assert.ok(error instanceof Failure && error.key === 'conflict', String(error));
        assert.match(error.message, new RegExp(`^A campaign that is ${from} cannot be .+: .+`));
        assert.ok(!mayMove(from, wanted));
      }
    }),
  );
});

/** Only a run that was begun is resumed, and only what has run before lapses when its last time was missed. */
const STARTS: ReadonlySet<CampaignMove> = new Set(['start', 'begin', 'resume', 'lapse']);

/** Where a walk of any moves leads; moves that are refused change nothing. */
function walk(moves: CampaignMove[]): CampaignStatus[] {
  const path: CampaignStatus[] = ['draft'];
  for (const next of moves) {
    const at = path.at(-1) ?? 'draft';
    path.push(mayMove(at, next) ? statusAfter(at, next) : at);
  }
  return path;
}

test('whatever is asked in whatever order: a cancelled campaign stays cancelled, and nothing runs that was never started', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      const path = walk(moves);
      const cancelled = path.indexOf('cancelled');
      if (cancelled >= 0) assert.ok(path.slice(cancelled).every((one) => one === 'cancelled'));
      if (!moves.some((one) => STARTS.has(one))) assert.ok(!path.includes('running') && !path.includes('completed'));
      for (const [i, next] of moves.entries())
        if (path[i + 1] === 'completed' && path[i] !== 'completed')
          assert.equal(path[i], next === 'lapse' ? 'scheduled' : 'running', next);
    }),
  );
});

test('a pause can be asked for twice, and what is paused goes on or is cancelled and nothing else', () => {
  assert.equal(statusAfter('paused', 'pause'), 'paused');
  const out = campaignMoves.filter((one) => mayMove('paused', one) && statusAfter('paused', one) !== 'paused');
  assert.deepEqual(out.toSorted(), ['cancel', 'resume', 'resume_waiting']);
});

test('what is under way can be neither changed nor deleted', () => {
  for (const from of ['running', 'paused'] as const) assert.ok(!mayMove(from, 'change') && !mayMove(from, 'delete'));
});
