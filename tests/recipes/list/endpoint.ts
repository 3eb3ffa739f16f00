import { type Recipe, TYPES } from '../recipe.ts';

/** GET /v3/labels/:labelId/usage: how many contacts have a label. */
export const endpoint: Recipe = {
  name: 'endpoint',
  heading: 'Add an endpoint',
  limit: { files: 6 },
  edits: [
    {
      file: 'server/src/wire/v3/label.ts',
      after: /\.meta\(\{ id: 'Label' \}\);\n/,
      add: "\nexport const LabelUsage = z.strictObject({ contacts: z.int() }).meta({ id: 'LabelUsage' });\n",
    },
    {
      file: 'server/src/http/v3/labels.ts',
      after: /^import \{ createLabel, deleteLabel, getLabel, /m,
      add: 'getLabelUsage, ',
    },
    { file: 'server/src/http/v3/labels.ts', after: /^import \{ Label, LabelCreate, LabelUpdate, /m, add: 'LabelUsage, ' },
    {
      file: 'server/src/http/v3/labels.ts',
      after: /^export const labels = \[\n/m,
      add: `  route({
    method: 'GET',
    path: '/labels/:labelId/usage',
    operationId: 'getLabelUsage',
    summary: 'Read how many contacts have a label',
    tag,
    scope: 'labels.read',
    viewers: 'open',
    reply: dataReply(LabelUsage),
    handle: async (ctx, { params }) => ({ data: await getLabelUsage(ctx, params.labelId) }),
  }),
`,
    },
    { file: 'server/src/domain/labels/labels.ts', after: /^import \{ (?=insertLabel)/m, add: 'countContacts, ' },
    {
      file: 'server/src/domain/labels/labels.ts',
      after: /^export const deleteLabel = .*\n/m,
      add: `
export async function getLabelUsage(ctx: Ctx, id: string): Promise<{ contacts: number }> {
  const label = await getLabel(ctx, id);
  return { contacts: await countContacts(ctx, label.id) };
}
`,
    },
    {
      file: 'server/src/domain/labels/index.ts',
      after: /^export \{ createLabel, deleteLabel, ensureLabels, getLabel, /m,
      add: 'getLabelUsage, ',
    },
    {
      file: 'server/src/domain/labels/labels.store.ts',
      after: /^export const labelColumns = .*\n/m,
      add: `
export async function countContacts(ctx: Ctx, id: string): Promise<number> {
  const counted = await row<{ count: number }>(
    ctx,
    sql\`select count(*)::int as count from contact_labels where tenant_id = \${ctx.tenantId} and label_id = \${id}\`,
  );
  return counted?.count ?? 0;
}
`,
    },
    {
      file: 'server/src/http/label-usage.test.ts',
      text: `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { given } from '../test-kit/given.ts';

test('GET /v3/labels/:id/usage 200: counts the contacts that have the label', async () => {
  const { get, post, tenant } = await given();
  const label = (await post('/v3/labels', { name: 'Counted' })).body.data;
  const contact = await tenant.contact();
  await post(\`/v3/contacts/\${contact.id}/labels\`, { labels: [{ id: label.id }] });
  assert.deepEqual((await get(\`/v3/labels/\${label.id}/usage\`)).body.data, { contacts: 1 });
  assert.equal((await get(\`/v3/labels/\${contact.id}/usage\`)).status, 404);
});
`,
    },
  ],
  generate: ['fix', 'openapi'],
  checks: [
    TYPES,
    'npm run -s check:openapi',
    'npm run -s check:sdk',
    'npm run -s check:imports',
    'node --test server/src/http/label-usage.test.ts',
  ],
};
