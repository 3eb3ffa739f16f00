import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newStep } from '../definition/new-step.ts';
import { stepTypes } from '../definition/schema.ts';
import type { Layout, Step } from '../definition/types.ts';
import { draw, isDrawnAlike, linesOf } from './draw.ts';
import { neighbour } from './neighbour.ts';
import { overlap, TRIGGER } from './place.ts';

const seed = 96;
const idOf = (index: number): string => `s${index}`;

/** Steps whose exits lead anywhere: loops, dead ends, steps that nothing leads to. */
const graphs: fc.Arbitrary<Step[]> = fc
  .array(fc.record({ type: fc.constantFrom(...stepTypes), next: fc.option(fc.nat(40)), other: fc.option(fc.nat(40)) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((made) =>
    made.map(({ type, next, other }, index) => ({
      ...newStep(type, idOf(index)),
      ...(next !== null && { next: idOf(next) }),
      ...(other !== null && { otherwise: idOf(other), onReply: idOf(other), onOpen: idOf(other) }),
    })),
  );

const pairs = (positions: Layout): [string, string][] => {
  const ids = Object.keys(positions);
  return ids.flatMap((a, index) => ids.slice(index + 1).map((b): [string, string] => [a, b]));
};
const overlaps = (positions: Layout): number =>
  pairs(positions).filter(([a, b]) => overlap(positions[a] as never, positions[b] as never)).length;

test('the automatic layout places every step and the trigger, in whole pixels, and no two boxes overlap', () => {
  fc.assert(
    fc.property(graphs, (steps) => {
      const { positions } = draw({ steps, layout: {} });
      assert.equal(Object.keys(positions).length, steps.length + 1);
      for (const { x, y } of Object.values(positions)) assert.ok(Number.isInteger(x) && Number.isInteger(y));
      assert.equal(overlaps(positions), 0);
    }),
    { seed, numRuns: 60 },
  );
});

test('steps with a stored position keep it, and steps without one do not overlap them', () => {
  fc.assert(
    fc.property(graphs, fc.integer({ min: 1, max: 5 }), (steps, count) => {
      const layout = Object.fromEntries(steps.slice(0, count).map(({ id }, index) => [id, { x: index * 300, y: 17 }]));
      const { positions } = draw({ steps, layout });
      for (const [id, position] of Object.entries(layout)) assert.deepEqual(positions[id], position);
      assert.equal(overlaps(positions), 0);
    }),
    { seed, numRuns: 60 },
  );
});

test('lines: one from the trigger, and one for each exit that leads to a step', () => {
  const steps: Step[] = [
    { id: 'a', type: 'branch', cases: [{ if: 'x', next: 'b' }, { if: 'y' }], otherwise: 'gone' },
    { id: 'b', type: 'end' },
  ];
  assert.deepEqual(
    linesOf(steps).map(({ source, path, target }) => [source, path, target]),
    [
      [TRIGGER, '', 'a'],
      ['a', 'cases.0.next', 'b'],
    ],
  );
});

test('a definition is drawn alike after a change of texts, and not after one of ids, exits or positions', () => {
  const layout = { a: { x: 1, y: 2 } };
  const steps = (text: string, next: string, id = 'b'): Step[] => [
    { id: 'a', type: 'send_message', text, next },
    { id, type: 'end' },
  ];
  const drawn = { steps: steps('Hello', 'b'), layout };
  assert.equal(isDrawnAlike(drawn, { steps: steps('Goodbye', 'b'), layout }), true);
  assert.equal(isDrawnAlike(drawn, { steps: steps('Hello', 'a'), layout }), false);
  assert.equal(isDrawnAlike(drawn, { steps: steps('Hello', 'b', 'c'), layout }), false);
  assert.equal(isDrawnAlike(drawn, { steps: steps('Hello', 'b').slice(0, 1), layout }), false);
  assert.equal(isDrawnAlike(drawn, { steps: drawn.steps, layout: { a: { x: 1, y: 3 } } }), false);
});

/** Every step also leads back or far ahead, as requests do that share a step for errors. */
const large = (other: (index: number) => number): Step[] =>
  Array.from({ length: 300 }, (_, index) => ({
    ...newStep('http_request', idOf(index)),
    ...(index < 299 && { next: idOf(index + 1) }),
    onError: idOf(other(index)),
  }));

test('300 steps with long lines and loops are placed without a pause that people notice', () => {
  for (const other of [() => 299, () => 0, (index: number) => (index * 7) % 300]) {
    const startedAt = performance.now();
    const { positions } = draw({ steps: large(other), layout: {} });
    const tookMs = performance.now() - startedAt;
    assert.equal(overlaps(positions), 0);
    assert.ok(tookMs < 5_000, `${tookMs} ms`); // about 300 ms on a machine that has nothing else to do; without rankedLinks, half a minute
  }
});

test('arrow keys lead to the nearest box in their direction', () => {
  const positions = { a: { x: 0, y: 0 }, b: { x: 0, y: 140 }, c: { x: 248, y: 140 }, d: { x: 0, y: 280 } };
  assert.equal(neighbour(positions, 'a', 'down'), 'b');
  assert.equal(neighbour(positions, 'b', 'right'), 'c');
  assert.equal(neighbour(positions, 'd', 'up'), 'b');
  assert.equal(neighbour(positions, 'a', 'left'), undefined);
});
