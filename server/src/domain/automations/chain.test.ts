import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_RUNS, refusalIn } from './chain.ts';

/** Plays a chain: every run starts the automations its own one starts, in any order, until nothing is left to start. */
function play(startedBy: number[][], order: () => number): { runs: number; ofOne: number } {
  const runs: { automation: number; depth: number }[] = [];
  const waiting = (startedBy[0] ?? []).map((automation) => ({ automation, depth: 0 }));
  while (waiting.length > 0) {
    // Automations that the event itself triggers start in one transaction, before any of them has executed a step.
    const [next] = waiting.splice(waiting[0]?.depth === 0 ? 0 : order() % waiting.length, 1);
    if (!next) break;
    const hasRun = runs.some(({ automation }) => automation === next.automation);
    const chain = { runs: runs.filter(({ depth }) => depth > 0).length, hasRun };
    if (refusalIn(chain, next.depth)) continue;
    runs.push(next);
    waiting.push(...(startedBy[next.automation] ?? []).map((automation) => ({ automation, depth: next.depth + 1 })));
  }
  const counts = Map.groupBy(runs, ({ automation }) => automation).values();
  return { runs: runs.filter(({ depth }) => depth > 0).length, ofOne: Math.max(0, ...[...counts].map((ones) => ones.length)) };
}

test('property: however automations start one another, a chain ends, within its budget and with one run of each', () => {
  const automations = fc
    .integer({ min: 1, max: 40 })
    .chain((count) =>
      fc.array(fc.uniqueArray(fc.nat({ max: count - 1 }), { maxLength: 8 }), { minLength: count, maxLength: count }),
    );
  fc.assert(
    fc.property(automations, fc.infiniteStream(fc.nat()), (startedBy, numbers) => {
      const { runs, ofOne } = play(startedBy, () => numbers.next().value ?? 0);
      assert.ok(runs <= MAX_RUNS && ofOne <= 1, `${runs} runs, ${ofOne} of one automation`);
    }),
  );
});

test('one event starts every automation it triggers, and a hundred further runs', () => {
  assert.equal(refusalIn({ runs: 5_000, hasRun: false }, 0), undefined);
  assert.equal(refusalIn({ runs: MAX_RUNS - 1, hasRun: false }, 1), undefined);
  assert.equal(refusalIn({ runs: MAX_RUNS, hasRun: false }, 1), 'too_many_runs');
  assert.equal(refusalIn({ runs: 1, hasRun: true }, 1), 'has_run');
  assert.equal(refusalIn({ runs: 1, hasRun: false }, 6), 'too_deep');
});
