import type { InvalidParams } from '../../platform/errors.ts';
import { checkGraph } from './check-graph.ts';
import type { Definition } from './definition.ts';
import { type Report, reportCondition } from './steps/checks.ts';
import { kindOf } from './steps/index.ts';

/**
 * Returns all errors of a definition by dotted path; each message says how to fix the error. A run of a definition without errors
 * never reaches a missing step and never loops without a wait. `automationId` is the automation that the definition belongs to,
 * if it exists already.
 */
export function checkDefinition(definition: Definition, automationId?: string): InvalidParams {
  const { errors, report } = collectErrors();
  const { conditions } = definition.trigger.parameters;
  if (conditions !== undefined) reportCondition(report, 'trigger.parameters.conditions', conditions);
  for (const [i, step] of definition.steps.entries())
    kindOf(step).check?.(reportInside(report, `steps.${i}`), step, automationId);
  checkGraph(report, definition.steps);
  return errors;
}

/** Returns an empty list of errors and the function that adds to it. The first error of a path is kept. */
export function collectErrors(): { errors: InvalidParams; report: Report } {
  const errors: InvalidParams = {};
  const report: Report = (path, key, message) => {
    errors[path] ??= { key, message };
  };
  return { errors, report };
}

export const reportInside =
  (report: Report, parent: string): Report =>
  (path, key, message) =>
    report(`${parent}.${path}`, key, message);
