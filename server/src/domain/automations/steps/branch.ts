import { z } from 'zod';
import { evaluateFilter, parseCondition } from '../../../platform/search/evaluate-filter.ts';
import { Mistake } from '../../../platform/search/mistake.ts';
import { failed, goTo, outcome } from '../execution/outcome.ts';
import type { Scope } from '../execution/state.ts';
import { reportCondition } from './checks.ts';
import { defineStep, exit } from './define-step.ts';
import { condition, target } from './fields.ts';

export const branch = defineStep({
  type: 'branch',
  fields: {
    cases: z
      .array(z.strictObject({ if: condition, next: target }))
      .min(1)
      .max(20),
    otherwise: target,
  },
  example: { cases: [{ if: 'eq(contact.attributes.plan,"pro")' }] },
  exits: ({ cases, otherwise }) => [...cases.map(({ next }, i) => exit(`cases.${i}.next`, next)), exit('otherwise', otherwise)],
  check(report, { cases }) {
    for (const [i, one] of cases.entries()) reportCondition(report, `cases.${i}.if`, one.if);
  },
  /** Takes the first case whose condition is true. */
  decide({ step, state, scope }) {
    for (const [i, one] of step.cases.entries()) {
      const result = evaluate(one.if, scope);
      if (result instanceof Mistake) return failed(step, state, `The condition of case ${i} is invalid. ${result.message}`);
      if (result) return outcome(step, goTo(state, one.next), 'chosen', { detail: { case: i } });
    }
    return outcome(step, goTo(state, step.otherwise), 'chosen', { detail: { case: null } });
  },
});

function evaluate(text: string, scope: Scope): boolean | Mistake {
  try {
    return evaluateFilter(parseCondition(text), scope);
  } catch (error) {
    if (error instanceof Mistake) return error;
    throw error;
  }
}
