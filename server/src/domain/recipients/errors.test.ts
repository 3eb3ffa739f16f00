import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { type Ctx, inTransaction, row, rows } from '../../storage/context.ts';
import { foldAll } from '../../storage/fold.ts';
import { given } from '../../test-kit/given.ts';
import { until } from '../../test-kit/until.ts';
import {
  cancelPlanned,
  countErrors,
  eraseRecipients,
  insertCounts,
  lockMerged,
  planRecipients,
  type RecipientError,
  type RecipientState,
  recipientErrorFold,
  recordDispatched,
  recordMerged,
  recordOutcomes,
  removeRecipients,
  retryRecipients,
} from './index.ts';

const it = await given();
const { ctx } = it.tenant;
const channelId = (await it.tenant.channel('sms')).id;

const fold = () => foldAll(it.app, recipientErrorFold);

/** A campaign with a run and no recipients. */
async function givenRun() {
  const body = {
    channelId,
    name: 'Sale',
    content: { text: 'Hello' },
    audience: { contactIds: [(await it.tenant.contact()).id] },
  };
  const made = await it.post('/v3/campaigns', body);
  assert.equal(made.status, 201, made.text);
  const run = { campaignId: made.body.data.id as string, runId: randomUUID(), channelId };
  await rows(
    ctx,
    sql`insert into campaign_runs (tenant_id, id, campaign_id, instant, status, started_at)
        values (${ctx.tenantId}, ${run.runId}, ${run.campaignId}, now(), 'sending', now())`,
  );
  await insertCounts(ctx, run.campaignId, run.runId);
  return run;
}
type Run = Awaited<ReturnType<typeof givenRun>>;

const errorOf = (n: number, i = 0): RecipientError => ({
  key: `key ${n % 3}`,
  code: [null, '1', '2'][Math.floor(n / 3) % 3] ?? null,
  message: `message ${n} to recipient ${i}`,
});

/** Plans so many new contacts: every third one is skipped. The same page comes twice, as after a crash. */
async function plan(ctx: Ctx, run: Run, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID()).sort();
  const people = sql`select id as listed_id, id as contact_id, handle as handle_id, '{}'::jsonb as parameters, n % 3 = 0 as is_withdrawn,
      true as is_there from unnest(${ids}::uuid[], ${ids.map((id, i) => (i % 7 === 6 ? null : id))}::uuid[]) with ordinality as t(id, handle, n)`;
  const skips = { unsubscribed: errorOf(0), noAddress: errorOf(1) };
  for (const _ of [1, 2]) await planRecipients(ctx, run, people, count, skips);
}

type Row = { id: string; contactId: string; messageId: string | null; state: RecipientState };
const rowsOf = (run: Run): Promise<Row[]> =>
  rows<Row>(
    ctx,
    sql`select id, contact_id as "contactId", message_id as "messageId", state from campaign_recipients
        where tenant_id = ${ctx.tenantId} and run_id = ${run.runId} order by id`,
  );

/** `error`: a number that selects an error. `every`: 3 for every third of the rows in question. */
type Choice = { error: number; every: number };
type Step = (ctx: Ctx, run: Run, choice: Choice, picked: (state?: RecipientState) => Row[]) => Promise<unknown>;

/** What happens to recipients. */
const steps: Record<string, Step> = {
  plan: (ctx, run, { every }) => plan(ctx, run, every * 4),
  dispatch: (ctx, run, { error }, picked) =>
    recordDispatched(
      ctx,
      run.runId,
      picked('planned').map(({ id }, i) => ({
        id,
        state: i % 3 === 0 ? 'failed' : 'queued',
        messageId: i % 3 === 0 ? null : randomUUID(),
        automationRunId: null,
        error: i % 3 === 0 ? errorOf(error, i) : null,
      })),
      undefined,
    ),
  outcome: (ctx, _, { error }, picked) =>
    recordOutcomes(
      ctx,
      [...picked('queued'), ...picked('unknown'), ...picked('sent')].map(({ id, messageId }, i) => {
        const state = (['sent', 'failed', 'unknown'] as const)[(error + i) % 3] ?? 'sent';
        return {
          recipientId: id,
          messageId: messageId ?? '',
          state,
          error: state === 'sent' ? null : errorOf(error, i),
          receipt: null,
        };
      }),
    ),
  retry: (ctx, run, { every }) => retryRecipients(ctx, run.runId, every % 2 === 0),
  cancel: (ctx, run, { every }) => cancelPlanned(ctx, run.runId, null, every),
  erase: (ctx, _, __, picked) =>
    eraseRecipients(
      ctx,
      picked()
        .slice(0, 2)
        .map(({ contactId }) => contactId),
    ),
  merge: async (ctx, _, __, picked) => {
    const [base, other] = picked();
    if (!base || !other) return;
    const merged = { baseId: base.contactId, otherId: other.contactId, contactIds: [base.contactId, other.contactId] };
    const settlement = await lockMerged(ctx, merged);
    await recordMerged(ctx, merged, settlement, new Set(settlement.cancel.flatMap(({ messageId }) => messageId ?? [])));
  },
  fold,
};

const taken = fc.record({
  name: fc.constantFrom(...Object.keys(steps)),
  error: fc.nat(8),
  every: fc.integer({ min: 1, max: 5 }),
  isRolledBack: fc.nat(9).map((n) => n === 0),
});
type Taken = typeof taken extends fc.Arbitrary<infer T> ? T : never;

const rollback = new Error('rolled back');

/** Runs a step in a transaction, while a worker folds. */
async function take(run: Run, { name, isRolledBack, ...choice }: Taken): Promise<void> {
  const found = await rowsOf(run);
  const picked = (state?: RecipientState) => found.filter((row, i) => i % choice.every === 0 && (!state || row.state === state));
  const done = inTransaction(ctx, async (ctx) => {
    await steps[name]?.(ctx, run, choice, picked);
    if (isRolledBack) throw rollback;
  });
  await Promise.all([done.catch((error: unknown) => assert.equal(error, rollback)), fold()]);
}

type Recounted = { key: string; code: string | null; count: number; messages: string[] };
const recount = ({ campaignId }: Run): Promise<Recounted[]> =>
  rows<Recounted>(
    ctx,
    sql`select error->>'key' as key, error->>'code' as code, count(*)::float8 as count, array_agg(error->>'message') as messages
        from campaign_recipients where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId} and error is not null
        group by 1, 2 order by 3 desc, 1, 2`,
  );

async function assertCounted(run: Run): Promise<void> {
  const [counted, expected] = [await countErrors(ctx, run.campaignId, 100), await recount(run)];
  assert.deepEqual(
    counted.map(({ key, code, count }) => [key, code, count]),
    expected.map(({ key, code, count }) => [key, code, count]),
  );
  for (const [i, { message }] of counted.entries()) assert.ok(expected[i]?.messages.includes(message), message);
}

test('the errors of a campaign are those of its recipients, whatever happens to them and while counts are folded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(taken, { minLength: 5, maxLength: 25 }), async (all) => {
      const run = await givenRun();
      await plan(ctx, run, 20);
      await assertCounted(run);
      for (const one of all) {
        await take(run, one);
        await assertCounted(run);
      }
      await fold();
      await assertCounted(run);
    }),
    { numRuns: 20 },
  );
});

const insertRecipients = (run: Run, count: number, error: string) =>
  rows(
    ctx,
    sql`insert into campaign_recipients (tenant_id, id, campaign_id, run_id, contact_id, channel_id, state, error, created_at, updated_at)
        select ${ctx.tenantId}, gen_random_uuid(), ${run.campaignId}, ${run.runId}, gen_random_uuid(), ${channelId}, 'failed',
          ${error}::jsonb, now(), now() from generate_series(1, ${count}::int)`,
  );

test('the most frequent errors are returned; an error of the next code comes first, one without a code last', async () => {
  const run = await givenRun();
  for (const [key, code, count] of [
    ['b', null, 2],
    ['b', '7', 2],
    ['a', null, 1],
    ['c', 'x'.repeat(5_000), 3],
  ] as const)
    await insertRecipients(run, count, JSON.stringify({ key, code, message: `${key} ${code?.length}` }));
  const first = await countErrors(ctx, run.campaignId, 3);
  assert.deepEqual(first, [
    { key: 'c', code: 'x'.repeat(200), message: 'c 5000', count: 3 },
    { key: 'b', code: '7', message: 'b 1', count: 2 },
    { key: 'b', code: null, message: 'b undefined', count: 2 },
  ]);
  await fold();
  assert.deepEqual(await countErrors(ctx, run.campaignId, 3), first);
});

test('the recipient with an error is found by the index, although its row is below row-level security', async () => {
  const run = await givenRun();
  const plan = await inTransaction(ctx, async (ctx) => {
    await rows(ctx, sql`set local enable_seqscan = off`);
    return rows<{ 'QUERY PLAN': string }>(
      ctx,
      sql`explain select error from campaign_recipients where tenant_id = ${ctx.tenantId} and campaign_id = ${run.campaignId}
          and error is not null and error_key = 'a' and error_code = 'b' limit 1`,
    );
  });
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  assert.match(text, /Index Scan using campaign_recipients_error .*\n.*Index Cond: .*error_key = .*error_code = /);
});

const stored = (run: Run) =>
  row<{ n: number }>(
    ctx,
    sql`select (select count(*)::int from campaign_error_counts where tenant_id = ${ctx.tenantId} and campaign_id = ${run.campaignId})
          + (select count(*)::int from campaign_error_deltas where tenant_id = ${ctx.tenantId} and campaign_id = ${run.campaignId}) as n`,
  );

test('the counts of a campaign are deleted with it, also those that are appended and folded meanwhile', async () => {
  const run = await givenRun();
  await plan(ctx, run, 30);
  await fold();
  const deleted = inTransaction(ctx, async (ctx) => {
    await rows(ctx, sql`delete from campaigns where tenant_id = ${ctx.tenantId} and id = ${run.campaignId}`);
    await insertRecipients(run, 5, JSON.stringify(errorOf(5)));
    await wait(300); // a fold waits for the end of the deletion
  });
  await Promise.all([deleted, wait(100).then(fold)]);
  await insertRecipients(run, 5, JSON.stringify(errorOf(6)));
  await removeRecipients(ctx, run.runId, 1_000);
  await until(async () => (await fold()) === 0 && (await stored(run))?.n === 0);
});
