import type { Position } from '../definition/types.ts';
import { BOX } from './size.ts';

/** The room between a line and the boxes that it goes around. */
const ROOM = 20;
/** How far a line goes straight down from an exit, and straight down into a box. */
const STUB = 22;
const RADIUS = 10;

/** Returns the corners of a line that goes around the boxes in its way, or null if the direct line is free. */
export function corners(from: Position, to: Position, boxes: readonly Position[]): Position[] | null {
  const isUpwards = to.y < from.y + 2 * STUB;
  const [top, bottom] = isUpwards ? [to.y - STUB, from.y + STUB] : [from.y + STUB, to.y - STUB];
  const between = boxes.filter(({ y }) => y < bottom && y + BOX.height > top);
  if (!isUpwards && !between.some((box) => isCrossed(from, to, box))) return null;
  const x = isUpwards ? rightOf(Math.max(from.x, to.x), between) : nearestFree((from.x + to.x) / 2, between);
  return [
    { x: from.x, y: from.y + STUB },
    { x, y: from.y + STUB },
    { x, y: to.y - STUB },
    { x: to.x, y: to.y - STUB },
  ];
}

/** Whether the direct line comes closer to a box than half of the room. */
function isCrossed(from: Position, to: Position, { x, y }: Position): boolean {
  const at = (height: number) => from.x + ((to.x - from.x) * (height - from.y)) / (to.y - from.y);
  const [a, b] = [at(Math.max(y, from.y)), at(Math.min(y + BOX.height, to.y))];
  return Math.max(a, b) > x - ROOM / 2 && Math.min(a, b) < x + BOX.width + ROOM / 2;
}

/** The place closest to `wanted` at which a vertical line passes all boxes. */
function nearestFree(wanted: number, boxes: readonly Position[]): number {
  const isFree = (at: number) => boxes.every(({ x }) => at <= x - ROOM || at >= x + BOX.width + ROOM);
  const sides = boxes.flatMap(({ x }) => [x - ROOM, x + BOX.width + ROOM]).filter(isFree);
  return sides.reduce((best, side) => (Math.abs(side - wanted) < Math.abs(best - wanted) ? side : best), sides[0] ?? wanted);
}

const rightOf = (wanted: number, boxes: readonly Position[]): number =>
  boxes.reduce((right, { x }) => Math.max(right, x + BOX.width + ROOM), wanted + ROOM);

/** Returns the path through the corners, which are rounded. */
export function pathThrough(from: Position, via: readonly Position[], to: Position): string {
  const points = [from, ...via, to];
  const parts = via.map((corner, n) => {
    const before = towards(corner, points[n] ?? corner);
    const after = towards(corner, points[n + 2] ?? corner);
    return `L${before.x},${before.y}Q${corner.x},${corner.y} ${after.x},${after.y}`;
  });
  return `M${from.x},${from.y}${parts.join('')}L${to.x},${to.y}`;
}

/** The point on the way from a corner to the next one at which its curve begins. */
function towards(corner: Position, other: Position): Position {
  const length = Math.hypot(other.x - corner.x, other.y - corner.y);
  const share = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
  return { x: corner.x + (other.x - corner.x) * share, y: corner.y + (other.y - corner.y) * share };
}
