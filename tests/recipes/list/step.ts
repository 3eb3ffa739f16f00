import { type Recipe, TYPES } from '../recipe.ts';

/** `add_note`, the example of the section. */
export const step: Recipe = {
  name: 'step',
  heading: 'Add an automation step',
  limit: { files: 2 },
  edits: [
    { file: 'server/src/domain/automations/steps/add-note.ts', exampleInSection: true },
    {
      file: 'server/src/domain/automations/steps/index.ts',
      after: /^import \{ addLabel \} from .*\n/m,
      add: "import { addNote } from './add-note.ts';\n",
    },
    { file: 'server/src/domain/automations/steps/index.ts', after: /^const kinds = \[\n/m, add: '  addNote,\n' },
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
