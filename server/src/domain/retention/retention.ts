import { enqueue, signal } from '../../queue/index.ts';
import { removeEventsBefore } from '../../registry/events.store.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { removeStepsBefore } from '../automations/index.ts';
import { removePayloadsBefore } from '../channels/index.ts';
import { deleteMessagesBefore } from '../messages/index.ts';
import { removeDeliveriesBefore } from '../webhooks/index.ts';
import { checkDays, cutoff, type Installation } from './days.ts';
import { type Retention, selectRetention, upsertRetention } from './retention.store.ts';

const NOT_SET: Retention = { messageDays: null, eventDays: null };

export const getRetention = async (ctx: Ctx): Promise<Retention> => (await selectRetention(ctx)) ?? NOT_SET;

/** Saves the retention and runs its job now. */
export const setRetention = (ctx: Ctx, wanted: Retention, installation: Installation): Promise<Retention> =>
  inTransaction(ctx, async (ctx) => {
    checkDays(wanted, installation);
    const { jobId, ...saved } = await upsertRetention(ctx, wanted, idFor(ctx));
    const isThere = await signal(ctx, jobs.applyRetention, jobId, {});
    if (!isThere && hasRetention(saved)) await enqueue(ctx, jobs.applyRetention, {}, { id: jobId });
    return saved;
  });

const hasRetention = ({ messageDays, eventDays }: Retention): boolean => messageDays !== null || eventDays !== null;

const HOUR_MS = 3_600_000;
const MOST_AT_ONCE = 1_000;

/** Deletes at most `limit` rows that are older than a time. Returns how many. */
type Remover = (ctx: Ctx, before: Date, limit: number) => Promise<number>;
const eventTables: Remover[] = [removeEventsBefore, removeDeliveriesBefore, removePayloadsBefore, removeStepsBefore];

/** Deletes one batch per table. Continues at once if a batch was full, otherwise in an hour. */
export async function applyRetention(ctx: Ctx): Promise<{ input: object; at?: Date } | undefined> {
  const retention = await getRetention(ctx);
  if (!hasRetention(retention)) return undefined;
  const now = ctx.clock.now();
  const batches: [Date | undefined, Remover][] = [
    [cutoff(retention.messageDays, now), deleteMessagesBefore],
    ...eventTables.map((remove): [Date | undefined, Remover] => [cutoff(retention.eventDays, now), remove]),
  ];
  let isFull = false;
  for (const [before, remove] of batches) {
    if (before && (await remove(ctx, before, MOST_AT_ONCE)) === MOST_AT_ONCE) isFull = true;
  }
  return isFull ? { input: {} } : { input: {}, at: new Date(now.getTime() + HOUR_MS) };
}
