import type { Layout, Position } from '../definition/types.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

const axes: Record<Direction, { along: (by: Position) => number; across: (by: Position) => number }> = {
  up: { along: ({ y }) => -y, across: ({ x }) => x },
  down: { along: ({ y }) => y, across: ({ x }) => x },
  left: { along: ({ x }) => -x, across: ({ y }) => y },
  right: { along: ({ x }) => x, across: ({ y }) => y },
};

/** Returns the box that an arrow key leads to: the nearest in its direction; boxes in the same row or column are nearer. */
export function neighbour(positions: Layout, from: string, direction: Direction): string | undefined {
  const start = positions[from];
  if (!start) return Object.keys(positions)[0];
  const { along, across } = axes[direction];
  let best: { id: string; distance: number } | undefined;
  for (const [id, { x, y }] of Object.entries(positions)) {
    const by = { x: x - start.x, y: y - start.y };
    if (id === from || along(by) <= 0) continue;
    const distance = along(by) + 2 * Math.abs(across(by));
    if (!best || distance < best.distance) best = { id, distance };
  }
  return best?.id;
}
