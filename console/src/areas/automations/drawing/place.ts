import { Graph, layout } from '@dagrejs/dagre';
import type { Layout, Position } from '../definition/types.ts';
import { rankedLinks } from './ranked-links.ts';
import { BOX, GAP } from './size.ts';

/** What has to be placed: ids of boxes in their order, and pairs of connected ids. */
export type Shape = { ids: readonly string[]; links: readonly (readonly [from: string, to: string])[] };

export const TRIGGER = '$trigger';

/**
 * Returns a position for every box. Boxes with a stored position keep it; the others are placed automatically, below each other
 * in the order of the run, and no two overlap.
 */
export function place(shape: Shape, stored: Layout): Layout {
  const known = shape.ids.filter((id) => stored[id]);
  if (known.length === 0) return automatic(shape);
  const missing = shape.ids.filter((id) => !stored[id]);
  const placed: Layout = Object.fromEntries(known.map((id) => [id, stored[id] as Position]));
  const taken = boxesOf(Object.values(placed));
  const wanted = missing.length === 0 ? {} : automatic(shape);
  for (const id of missing.toSorted((a, b) => Number(a === TRIGGER) - Number(b === TRIGGER))) {
    const near = id === TRIGGER ? aboveFirst(shape, placed) : (wanted[id] ?? { x: 0, y: 0 });
    placed[id] = taken.freeNear(near, id === TRIGGER ? -1 : 1);
  }
  return placed;
}

function aboveFirst({ ids }: Shape, placed: Layout): Position {
  const first = placed[ids.find((id) => id !== TRIGGER) ?? ''] ?? { x: 0, y: 0 };
  return { x: first.x, y: first.y - BOX.height - GAP.y };
}

/** Boxes by cells of their own size: a box overlaps only boxes of the nine cells around it. */
function boxesOf(positions: readonly Position[]) {
  const cells = new Map<string, Position[]>();
  const cellOf = ({ x, y }: Position) => [Math.floor(x / BOX.width), Math.floor(y / BOX.height)] as const;
  const add = (position: Position) => {
    const key = cellOf(position).join();
    cells.set(key, [...(cells.get(key) ?? []), position]);
  };
  const isFree = (position: Position): boolean => {
    const [column, row] = cellOf(position);
    for (const x of [-1, 0, 1])
      for (const y of [-1, 0, 1])
        if (cells.get([column + x, row + y].join())?.some((other) => overlap(position, other))) return false;
    return true;
  };
  for (const position of positions) add(position);
  return {
    /** Returns the first free position below (1) or above (-1). */
    freeNear(near: Position, direction: 1 | -1): Position {
      let position = near;
      while (!isFree(position)) position = { x: position.x, y: position.y + direction * (BOX.height + GAP.y / 2) };
      add(position);
      return position;
    },
  };
}

export const overlap = (a: Position, b: Position): boolean => Math.abs(a.x - b.x) < BOX.width && Math.abs(a.y - b.y) < BOX.height;

/** Positions by dagre, in whole pixels. It needs the most time of all drawing, so the last shapes are kept. */
function automatic(shape: Shape): Layout {
  const key = JSON.stringify(shape);
  const known = recent.get(key) ?? compute(shape);
  recent.delete(key);
  recent.set(key, known);
  const [oldest] = recent.keys();
  if (recent.size > MOST_SHAPES && oldest !== undefined) recent.delete(oldest);
  return known;
}

const MOST_SHAPES = 8;
const recent = new Map<string, Layout>();

function compute({ ids, links }: Shape): Layout {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: GAP.x, ranksep: GAP.y, edgesep: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { ...BOX });
  for (const [from, to] of rankedLinks(ids, links)) graph.setEdge(from, to);
  layout(graph);
  const positions = ids.map((id) => {
    const { x = 0, y = 0 } = graph.node(id) as Partial<Position>;
    return [id, { x: Math.round(x - BOX.width / 2), y: Math.round(y - BOX.height / 2) }] as const;
  });
  return Object.fromEntries(positions);
}
