import { type Recipe, TYPES } from '../recipe.ts';

/** `label_is_reserved`: a label must not have the name of a reserved word. */
export const failureKey: Recipe = {
  name: 'failure-key',
  heading: 'Add a failure key',
  limit: { files: 3 },
  edits: [
    {
      file: 'server/src/platform/errors.ts',
      after: /^export const failures = \{\n/m,
      add: "  label_is_reserved: { status: 409, message: 'This name is reserved. Choose another name for the label' },\n",
    },
    {
      file: 'docs/reference/errors.md',
      after: /^\| `forbidden`.*\n/m,
      add: '| `label_is_reserved`                      | 409 | A label has a reserved name. Choose another name                                     |\n',
    },
    { file: 'server/src/domain/labels/labels.ts', after: /^import \{ (?=found \})/m, add: 'Failure, ' },
    {
      file: 'server/src/domain/labels/labels.ts',
      after: /^export type Label = .*\n/m,
      add: `
/** Throws if a label must not have this name. */
export function requireFreeName(name: string): void {
  if (name === 'patchbay') throw new Failure('label_is_reserved');
}
`,
    },
  ],
  generate: ['fix', 'openapi'],
  checks: [
    TYPES,
    'npm run -s check:openapi',
    'node tests/docs/main.ts --parts coverage',
    'node --test server/src/http/failures.test.ts',
  ],
};
