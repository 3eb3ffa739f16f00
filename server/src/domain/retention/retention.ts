import { enqueue } from '../../queue/enqueue.ts';
import { pokeJob } from '../../queue/jobs.store.ts';
import { jobs } from '../../registry/jobs.ts';
import { removeEventsBefore } from '../../registry/privacy.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { removeStepsBefore } from '../automations/index.ts';
import { removePayloadsBefore } from '../channels/index.ts';
import { removeMessagesBefore } from '../messages/index.ts';
import { removeDeliveriesBefore } from '../webhooks/index.ts';
import { checkDays, goesBefore, type Installation } from './days.ts';
import { type Retention, selectRetention, upsertRetention } from './retention.store.ts';

const NOTHING_SAID: Retention = { messageDays: null, eventDays: null };

export const getRetention = async (ctx: Ctx): Promise<Retention> => (await selectRetention(ctx)) ?? NOTHING_SAID;

/** From now on, and at once: the job that applies it is told, or made. */
export const setRetention = (ctx: Ctx, wanted: Retention, installation: Installation): Promise<Retention> =>
  inTransaction(ctx, async (ctx) => {
    checkDays(wanted, installation);
    const { jobId, ...kept } = await upsertRetention(ctx, wanted, idFor(ctx));
    const isThere = await pokeJob(ctx, jobs.applyRetention, jobId, {});
    if (!isThere && hasSaidSomething(kept)) await enqueue(ctx, jobs.applyRetention, {}, { id: jobId });
    return kept;
  });

const hasSaidSomething = ({ messageDays, eventDays }: Retention): boolean => messageDays !== null || eventDays !== null;

const HOUR_MS = 3_600_000;
const MOST_AT_ONCE = 1_000;

/** Each takes some rows away that are older than a time, and says how many. */
type Remover = (ctx: Ctx, before: Date, most: number) => Promise<number>;
const eventTables: Remover[] = [removeEventsBefore, removeDeliveriesBefore, removePayloadsBefore, removeStepsBefore];

/** One batch per step and table. Where a batch was full there is more, and it goes on at once; else in an hour. */
export async function applyRetention(ctx: Ctx): Promise<{ input: object; at?: Date } | undefined> {
  const retention = await getRetention(ctx);
  if (!hasSaidSomething(retention)) return undefined;
  const now = ctx.clock.now();
  const batches: [Date | undefined, Remover][] = [
    [goesBefore(retention.messageDays, now), removeMessagesBefore],
    ...eventTables.map((remove): [Date | undefined, Remover] => [goesBefore(retention.eventDays, now), remove]),
  ];
  let isFull = false;
  for (const [before, remove] of batches) {
    if (before && (await remove(ctx, before, MOST_AT_ONCE)) === MOST_AT_ONCE) isFull = true;
  }
  return isFull ? { input: {} } : { input: {}, at: new Date(now.getTime() + HOUR_MS) };
}
