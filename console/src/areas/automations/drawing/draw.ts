import { exitsOf } from '../definition/exits.ts';
import type { Draft, Exit, Layout, Step } from '../definition/types.ts';
import { place, type Shape, TRIGGER } from './place.ts';

/** A line from an exit to a step. */
export type Line = { id: string; source: string; path: string; target: string };

export type Drawing = { positions: Layout; lines: Line[] };

export const lineId = ({ stepId, path }: Pick<Exit, 'stepId' | 'path'>): string => `${stepId} ${path}`;

/** Returns where the boxes of a definition are and the lines between them. */
export function draw({ steps, layout }: Pick<Draft, 'steps' | 'layout'>): Drawing {
  const lines = linesOf(steps);
  return { positions: place(shapeOf(steps, lines), layout), lines };
}

/** The first line leads from the trigger to the first step. Lines to steps that do not exist are not drawn. */
export function linesOf(steps: readonly Step[]): Line[] {
  const ids = new Set(steps.map(({ id }) => id));
  const [first] = steps;
  const start = first ? [{ id: TRIGGER, source: TRIGGER, path: '', target: first.id }] : [];
  const others = steps.flatMap((step) =>
    exitsOf(step).flatMap(({ stepId, path, target }) =>
      target !== undefined && ids.has(target) ? [{ id: lineId({ stepId, path }), source: stepId, path, target }] : [],
    ),
  );
  return [...start, ...others];
}

const shapeOf = (steps: readonly Step[], lines: readonly Line[]): Shape => ({
  ids: [TRIGGER, ...steps.map(({ id }) => id)],
  links: lines.map(({ source, target }) => [source, target] as const),
});
