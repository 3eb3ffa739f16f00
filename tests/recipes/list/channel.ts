import { type Recipe, TYPES } from '../recipe.ts';

/** `rcs`: a channel kind made by copying the folder of SMS, in the server and in the sandbox. */
const words: [RegExp, string][] = [
  [/twilio/g, 'rcs'],
  [/Twilio/g, 'Rcs'],
  [/\bsms/g, 'rcs'],
  [/Sms/g, 'Rcs'],
];

export const channel: Recipe = {
  name: 'channel',
  heading: 'Add a channel',
  limit: { folder: /^(server\/src\/adapters|sandbox\/src)\/rcs\//, linesElsewhere: 5 },
  edits: [
    { copy: 'server/src/adapters/sms', to: 'server/src/adapters/rcs', except: /^sandbox\.test\.ts$/, words },
    { copy: 'sandbox/src/twilio', to: 'sandbox/src/rcs', except: /\.test\.ts$/, words },
    {
      file: 'server/src/adapters/definitions.ts',
      after: /^export \{ instagram \} .*\n/m,
      add: "export { rcs } from './rcs/definition.ts';\n",
    },
    {
      file: 'server/src/adapters/implementations.ts',
      after: /^export \{ instagram \} .*\n/m,
      add: "export { rcs } from './rcs/index.ts';\n",
    },
    {
      file: 'sandbox/src/definitions.ts',
      after: /^export \{ whatsapp \} .*\n/m,
      add: "export { rcs } from './rcs/definition.ts';\n",
    },
  ],
  generate: ['fix', 'openapi'],
  checks: [
    TYPES,
    'npm run -s check:imports',
    'npm run -s check:channels',
    'node --test server/src/adapters/definitions.test.ts server/src/adapters/rcs/*.test.ts',
    'node --test server/src/job-handlers/channels.test.ts',
  ],
};
