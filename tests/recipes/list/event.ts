import { type Recipe, TYPES } from '../recipe.ts';

const section = `
### label.created

Published when a label is created.

\`\`\`json
{
  "id": "01a1dcc9-d19d-718e-b797-7e1ba003f2b2",
  "tenantId": "01a1dcc9-8af2-701f-acba-cddf44022546",
  "event": "label.created",
  "createdAt": "2026-11-15T01:19:36.350Z",
  "data": {
    "id": "01a1dcc9-d19d-718e-b797-7e1ba003f2b3",
    "name": "VIP"
  }
}
\`\`\`
`;

/** `label.created`: published when a label is created. */
export const event: Recipe = {
  name: 'event',
  heading: 'Add an event',
  limit: { files: 3 },
  ownCode: ['server/src/domain/labels/labels.ts'],
  edits: [
    {
      file: 'server/src/registry/events.ts',
      after: /^export const events = \{\n/m,
      add: "  'label.created': defineEvent({ data: z.strictObject({ id, name: z.string() }), ...withoutSubject }),\n",
    },
    { file: 'docs/reference/events.md', after: /^\| `webhook\.test`.*\n/m, add: '| `label.created` | | | | |\n' },
    { file: 'docs/reference/events.md', after: /[\s\S]*$/, add: section },
    {
      file: 'server/src/domain/labels/labels.ts',
      after: /^import \{ isId \} .*\n/m,
      add: "import { publish } from '../../registry/publish.ts';\n",
    },
    {
      file: 'server/src/domain/labels/labels.ts',
      replace: /\(\) => insertLabel\(ctx, idFor\(ctx\), label\)/,
      by: `async () => {
      const created = await insertLabel(ctx, idFor(ctx), label);
      await publish(ctx, 'label.created', null, { id: created.id, name: created.name });
      return created;
    }`,
    },
  ],
  generate: ['fix', 'openapi'],
  checks: [
    TYPES,
    'node tests/docs/check-events.ts',
    'node --test server/src/registry/events.test.ts',
    'npm run -s check:imports',
    'npm run -s check:openapi',
  ],
};
