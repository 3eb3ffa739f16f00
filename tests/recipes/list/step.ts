import { type Recipe, TYPES } from '../recipe.ts';

/** `weekday`: a step that takes one of two exits by the day of the week. */
export const step: Recipe = {
  name: 'step',
  heading: 'Add an automation step',
  limit: { files: 2 },
  edits: [
    {
      file: 'server/src/domain/automations/steps/weekday.ts',
      text: `import { z } from 'zod';
import { goTo, outcome } from '../execution/outcome.ts';
import { defineStep, exit } from './define-step.ts';
import { target } from './fields.ts';

/** Days are 0 (Sunday) to 6, in UTC. */
export const weekday = defineStep({
  type: 'weekday',
  fields: { days: z.array(z.int().min(0).max(6)).min(1).max(7), match: target, otherwise: target },
  example: { days: [1, 2, 3, 4, 5] },
  exits: ({ match, otherwise }) => [exit('match', match), exit('otherwise', otherwise)],
  decide: ({ step, state, now }) =>
    outcome(step, goTo(state, step.days.includes(now.getUTCDay()) ? step.match : step.otherwise), 'done'),
});
`,
    },
    {
      file: 'server/src/domain/automations/steps/index.ts',
      after: /^import \{ waitUntil \} from .*\n/m,
      add: "import { weekday } from './weekday.ts';\n",
    },
    { file: 'server/src/domain/automations/steps/index.ts', after: /^const kinds = \[\n/m, add: '  weekday,\n' },
  ],
  generate: ['fix', 'openapi', 'definition-schema'],
  checks: [
    TYPES,
    'node --test server/src/domain/automations/steps/steps.test.ts',
    'SEEDS=200 npm run -s test:simulation',
    'npm run -s check:openapi',
    'npm run -s check:definition',
  ],
};
