import { goTo, outcome, secondsAfter, waitFor } from '../execution/outcome.ts';
import { defineStep, exit } from './define-step.ts';
import { seconds, target } from './fields.ts';

export const wait = defineStep({
  type: 'wait',
  fields: { seconds, next: target },
  example: { seconds: 60 },
  exits: ({ next }) => [exit('next', next, true)],
  decide({ step, state, now }) {
    const until = secondsAfter(now, step.seconds);
    return outcome(step, waitFor(state, 'time', until), 'waiting', { detail: { until } });
  },
  resume: (step, state, signal) => (signal.kind === 'woke' ? outcome(step, goTo(state, step.next), 'woke') : null),
});
