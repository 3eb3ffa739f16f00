import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { corners, pathThrough } from './route.ts';
import { BOX } from './size.ts';

const boxAt = (x: number, y: number) => ({ x, y });

test('a line that meets no box is direct', () => {
  assert.equal(corners({ x: 0, y: 0 }, { x: 0, y: 300 }, [boxAt(50, 100)]), null);
  assert.equal(corners({ x: 0, y: 0 }, { x: 0, y: 60 }, []), null);
});

test('a line to a box further down goes around the boxes between, on the nearer side', () => {
  const via = corners({ x: 150, y: 0 }, { x: 150, y: 400 }, [boxAt(0, 150)]);
  assert.deepEqual(
    via?.map(({ x }) => x),
    [150, BOX.width + 20, BOX.width + 20, 150],
  );
});

test('a line back to an earlier step, or to the step itself, passes on the right', () => {
  const box = boxAt(0, 100);
  const via = corners({ x: 50, y: 100 + BOX.height }, { x: 100, y: 100 }, [box]);
  assert.equal(via?.[1]?.x, BOX.width + 20);
});

test('property: the long part of a line that goes around is in no box', () => {
  const box = fc.record({ x: fc.integer({ min: -600, max: 600 }), y: fc.integer({ min: 0, max: 900 }) });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 20 }), fc.integer({ min: -400, max: 400 }), (boxes, x) => {
      const via = corners({ x, y: 0 }, { x: x / 2, y: 1_000 }, boxes);
      const [, first, second] = via ?? [];
      if (!first || !second) return;
      for (const one of boxes) {
        const isBeside = first.x <= one.x || first.x >= one.x + BOX.width;
        const isAboveOrBelow = one.y + BOX.height <= first.y || one.y >= second.y;
        assert.ok(isBeside || isAboveOrBelow);
      }
    }),
  );
});

test('a path begins and ends at its points', () => {
  const path = pathThrough(
    { x: 0, y: 0 },
    [
      { x: 0, y: 20 },
      { x: 40, y: 20 },
    ],
    { x: 40, y: 60 },
  );
  assert.equal(path, 'M0,0L0,10Q0,20 10,20L30,20Q40,20 40,30L40,60');
});
