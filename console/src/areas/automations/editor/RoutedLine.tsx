import { BaseEdge, type Edge, type EdgeProps, getBezierPath } from '@xyflow/react';
import type { Position } from '../definition/types.ts';
import { corners, pathThrough } from '../drawing/route.ts';

/** A line knows where all boxes are, because it goes around them. */
export type RoutedEdge = Edge<{ boxes: readonly Position[] }, 'routed'>;

/** How far after the turn the label of a line that goes around is. */
const LABEL_AFTER = 28;

/** A line between two boxes: a curve, or a way around the boxes between them. */
export function RoutedLine(props: EdgeProps<RoutedEdge>) {
  const [path, labelX, labelY] = pathOf(props);
  return <BaseEdge path={path} labelX={labelX} labelY={labelY} label={props.label} markerEnd={props.markerEnd} />;
}

/** The path, and where its label is. */
function pathOf(props: EdgeProps<RoutedEdge>): [path: string, x: number, y: number] {
  const from = { x: props.sourceX, y: props.sourceY };
  const to = { x: props.targetX, y: props.targetY };
  const via = corners(from, to, props.data?.boxes ?? []);
  const [, begin, end] = via ?? [];
  if (via && begin && end) return [pathThrough(from, via, to), begin.x, begin.y + Math.sign(end.y - begin.y) * LABEL_AFTER];
  const [path, x, y] = getBezierPath(props);
  return [path, x, y];
}
