import { goTo, outcome } from '../execution/outcome.ts';
import { defineStep } from './define-step.ts';

export const end = defineStep({
  type: 'end',
  fields: {},
  example: {},
  exits: () => [],
  decide: ({ step, state }) => outcome(step, goTo(state, undefined), 'ended'),
});
