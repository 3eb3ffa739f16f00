import type { Draft } from './types.ts';

type InvalidParams = Record<string, { key: string; message: string }>;
/** An error of the API at a step: `path` is the field, or empty for the step itself. */
export type Problem = { stepId: string | null; path: string; message: string };

/** Assigns the errors of a refused definition to its steps. Errors of the trigger, and all others, have no step. */
export const problemsOf = (invalidParams: InvalidParams, { steps }: Pick<Draft, 'steps'>): Problem[] =>
  Object.entries(invalidParams).map(([path, { message }]) => {
    const [, index, rest = ''] = /^steps\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    const stepId = index === undefined ? null : (steps[Number(index)]?.id ?? null);
    return { stepId, path: stepId === null ? path : rest, message };
  });
