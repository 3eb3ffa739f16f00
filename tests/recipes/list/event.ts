import { type Recipe, TYPES } from '../recipe.ts';

/** `label.created`: published when a label is created. */
export const event: Recipe = {
  name: 'event',
  heading: 'Add an event',
  limit: { files: 3 },
  edits: [],
  generate: ['fix', 'openapi'],
  checks: [TYPES, 'node tests/docs/check-events.ts', 'node tests/docs/main.ts --parts coverage'],
};
