import { type Recipe, TYPES } from '../recipe.ts';

/** `recolor_label`: sets the colour of a label in the transaction that completes the job. */
export const job: Recipe = {
  name: 'job',
  heading: 'Add a job',
  limit: { files: 4 },
  edits: [
    {
      file: 'server/src/registry/jobs.ts',
      after: /^export const jobs = \{\n/m,
      add: `  /** Sets the colour of a label. */
  recolorLabel: defineJob({
    name: 'recolor_label',
    input: z.object({ labelId: z.string(), color: z.string() }),
    retryAfterSeconds: [5, minute],
    concurrencyLimit: 1,
    tenantLimit: 2,
    timers: 'none',
  }),
`,
    },
    {
      file: 'server/src/job-handlers/recolor-label.ts',
      text: `import { updateLabel } from '../domain/labels/index.ts';
import type { TransactionalHandler } from '../queue/index.ts';

/** Sets the colour of a label. */
export const recolorLabel: TransactionalHandler<{ labelId: string; color: string }> = async (ctx, { labelId, color }) => {
  await updateLabel(ctx, labelId, { color });
};
`,
    },
    {
      file: 'server/src/job-handlers/index.ts',
      after: /^import \{ replayWebhook \} from .*\n/m,
      add: "import { recolorLabel } from './recolor-label.ts';\n",
    },
    {
      file: 'server/src/job-handlers/index.ts',
      after: /^ +fanOutEvent: \{.*\n/m,
      add: '    recolorLabel: { transactional: recolorLabel, concurrency: 4 },\n',
    },
    {
      file: 'server/src/job-handlers/recolor-label.test.ts',
      text: `import { test } from 'node:test';
import { enqueue } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import { inTransaction } from '../storage/context.ts';
import { given } from '../test-kit/given.ts';
import { until } from '../test-kit/until.ts';

test('recolor_label: a worker sets the colour', async () => {
  const { get, post, tenant } = await given();
  const { id } = (await post('/v3/labels', { name: 'Recoloured' })).body.data;
  await inTransaction(tenant.ctx, (ctx) => enqueue(ctx, jobs.recolorLabel, { labelId: id, color: '#000000' }));
  await until(async () => (await get(\`/v3/labels/\${id}\`)).body.data.color === '#000000');
});
`,
    },
  ],
  generate: ['fix'],
  checks: [
    TYPES,
    'npm run -s check:imports',
    'node --test server/src/job-handlers/limits.test.ts server/src/job-handlers/recolor-label.test.ts',
  ],
};
