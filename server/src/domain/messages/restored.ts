import { enqueueMany, type Job, selectDue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { recordOutcomes } from '../recipients/index.ts';
import { outcomeUnknown } from './before-send.ts';
import { lockSends } from './ledger.store.ts';
import { updateMessages } from './messages.store.ts';
import { outcomesOf } from './recipient-outcomes.ts';
import { assumeAttempts, selectUnsent } from './restored.store.ts';

export { selectUnknown } from './restored.store.ts';

const AT_ONCE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * After a restore to an earlier moment: messages whose jobs were due since may have been sent. Their outcome becomes unknown, so that they
 * are not sent again; receipts and look-ups settle them. Channels that may send twice keep theirs. Returns the number of messages.
 */
export async function holdRestored(ctx: Ctx, until: Date): Promise<number> {
  const single = await holdJobs(ctx, jobs.sendMessage, until, ({ id }) => [id]);
  const shared = await holdJobs(ctx, jobs.sendMessages, until, ({ input }) => input.messageIds);
  return single + shared + (await holdJobs(ctx, jobs.releaseMessage, until, ({ input }) => [input.messageId]));
}

/** Holds the messages of one kind of jobs, a page of jobs in each transaction. */
async function holdJobs<Input>(
  ctx: Ctx,
  job: Pick<Job<Input>, 'name' | 'input'>,
  until: Date,
  idsOf: (job: { id: string; input: Input }) => string[],
): Promise<number> {
  let held = 0;
  for (let afterId = FIRST_ID; ; ) {
    const page = await selectDue(ctx, job, until, { afterId, most: AT_ONCE });
    if (page.length === 0) return held;
    held += await inTransaction(ctx, (ctx) => hold(ctx, page.flatMap(idsOf)));
    afterId = page.at(-1)?.id ?? '';
  }
}

async function hold(ctx: Ctx, wanted: string[]): Promise<number> {
  const ids = await selectUnsent(ctx, wanted);
  if (ids.length === 0) return 0;
  const after = (await lockSends(ctx, ids))
    .filter(({ sendState }) => sendState === 'queued')
    .map((one) => ({ ...one, sendState: 'unknown' as const, errors: [outcomeUnknown] }));
  const taken = after.map(({ id }) => id);
  await updateMessages(ctx, after);
  await assumeAttempts(ctx, taken);
  await recordOutcomes(ctx, outcomesOf(after));
  await enqueueMany(
    ctx,
    jobs.lookUpSend,
    taken.map((messageId) => ({ input: { messageId } })),
  );
  return taken.length;
}
