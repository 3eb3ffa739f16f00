import { z } from 'zod';
import { goTo, outcome } from '../execution/outcome.ts';
import { reportTexts } from './checks.ts';
import { defineStep, exit } from './define-step.ts';
import { id, scalar, target, variableName } from './fields.ts';
import { mapValues, renderScalar } from './render.ts';

export const runAutomation = defineStep({
  type: 'run_automation',
  fields: { automationId: id, variables: z.record(variableName, scalar).default({}), next: target },
  example: { automationId: 'other', variables: { from: '{{contact.firstName}}' } },
  exits: ({ next }) => [exit('next', next)],
  check(report, step, automationId) {
    if (step.automationId === automationId)
      report('automationId', 'custom', 'An automation cannot start itself; lead back to one of its steps instead');
    reportTexts(report, 'variables', step.variables);
  },
  references: ({ automationId }) => [{ kind: 'automation', id: automationId, path: 'automationId' }],
  decide({ step, state, scope }) {
    const variables = mapValues(step.variables, (value) => renderScalar(value, scope));
    const effect = { do: 'run_automation', automationId: step.automationId, variables };
    return outcome(step, goTo(state, step.next), 'done', { effect });
  },
  async execute({ ctx, run, effect: { automationId, variables }, startAutomation }) {
    await startAutomation(ctx, run, automationId, variables);
    return {};
  },
});
