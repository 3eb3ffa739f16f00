import { enqueueMany } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { recordOutcomes } from '../recipients/index.ts';
import { outcomeUnknown } from './before-send.ts';
import { lockSends } from './ledger.store.ts';
import { updateMessages } from './messages.store.ts';
import { outcomesOf } from './recipient-outcomes.ts';
import { assumeAttempts, selectMaybeSent } from './restored.store.ts';

export { selectUnknown, type UnknownSend } from './restored.store.ts';

const AT_ONCE = 500;

/**
 * After a restore to an earlier moment: messages that waited then may have been sent since. Their outcome becomes unknown, so that they
 * are not sent again; receipts and look-ups settle them. Channels that may send twice keep theirs. Returns the number of messages.
 */
export async function holdRestored(ctx: Ctx, until: Date): Promise<number> {
  for (let held = 0; ; ) {
    const count = await inTransaction(ctx, (ctx) => holdSome(ctx, until));
    held += count;
    if (count === 0) return held;
  }
}

async function holdSome(ctx: Ctx, until: Date): Promise<number> {
  const ids = await selectMaybeSent(ctx, until, AT_ONCE);
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
