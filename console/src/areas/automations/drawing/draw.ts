import { differences } from '../definition/compare.ts';
import { exitsOf } from '../definition/exits.ts';
import type { Draft, Exit, Layout, Step } from '../definition/types.ts';
import { place, type Shape, TRIGGER } from './place.ts';

/** A line from an exit to a step. `isNamed`: the step has other exits too. */
export type Line = { id: string; source: string; path: string; target: string; isNamed: boolean };

export type Drawing = { positions: Layout; lines: Line[] };

export const lineId = ({ stepId, path }: Pick<Exit, 'stepId' | 'path'>): string => `${stepId} ${path}`;

/** Returns where the boxes of a definition are and the lines between them. */
export function draw({ steps, layout }: Pick<Draft, 'steps' | 'layout'>): Drawing {
  const lines = linesOf(steps);
  return { positions: place(shapeOf(steps, lines), layout), lines };
}

/** Whether two definitions are drawn alike: they have the same ids, exits and stored positions. */
export function isDrawnAlike(a: Pick<Draft, 'steps' | 'layout'>, b: Pick<Draft, 'steps' | 'layout'>): boolean {
  return a.layout === b.layout && a.steps.length === b.steps.length && a.steps.every((step, n) => isStepAlike(step, b.steps[n]));
}

function isStepAlike(a: Step, b: Step | undefined): boolean {
  if (a === b) return true;
  return a.id === b?.id && differences(exitsOf(a), exitsOf(b)).length === 0;
}

/** The first line leads from the trigger to the first step. Lines to steps that do not exist are not drawn. */
export function linesOf(steps: readonly Step[]): Line[] {
  const ids = new Set(steps.map(({ id }) => id));
  const [first] = steps;
  const start = first ? [{ id: TRIGGER, source: TRIGGER, path: '', target: first.id, isNamed: false }] : [];
  const others = steps.flatMap((step) => {
    const exits = exitsOf(step);
    return exits.flatMap(({ stepId, path, target }) =>
      target !== undefined && ids.has(target)
        ? [{ id: lineId({ stepId, path }), source: stepId, path, target, isNamed: exits.length > 1 }]
        : [],
    );
  });
  return [...start, ...others];
}

const shapeOf = (steps: readonly Step[], lines: readonly Line[]): Shape => ({
  ids: [TRIGGER, ...steps.map(({ id }) => id)],
  links: lines.map(({ source, target }) => [source, target] as const),
});
