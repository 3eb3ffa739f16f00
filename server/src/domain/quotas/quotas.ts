import { Failure } from '../../platform/errors.ts';
import { type Ctx, inSavepoint, inTransaction } from '../../storage/context.ts';
import { lockQuota } from '../../storage/locks.ts';
import type { Plan } from '../tenants/index.ts';
import { quotaOf, type Thing, words } from './limits.ts';
import { selectFileUse, selectStored, selectUse } from './quotas.store.ts';

/** What the database holds; connections to the feed are open or not. */
export type Stored = Exclude<Thing, 'feedConnections'>;
/** What is counted row by row; files have counters of their own. */
export type Counted = Exclude<Stored, 'files' | 'fileBytes'>;
export type QuotaUse = { used: number; limit: number };

/**
 * Runs work that creates some of a thing, and undoes it where the tenant then has more than its plan allows. Creators of one
 * thing and tenant run one after the other, so two at once cannot both take the last place.
 */
export const withinQuota = <T>(ctx: Ctx, thing: Counted, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (ctx) => {
    await lockQuota(ctx, thing);
    const made = await work(ctx);
    const use = await selectUse(ctx, thing);
    if (use && use.used > quotaOf(thing, use.plan)) throw quotaExceeded(thing, use.plan);
    return made;
  });

/**
 * The same for work that gives a file its bytes. The triggers on `files` change the tenant's counters in that statement and hold
 * their row until the transaction ends, so what is read here counts every file that is committed, and this one.
 */
export const withinFileQuota = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (ctx) => {
    const made = await work(ctx);
    await requireFileRoom(ctx, { files: 0, bytes: 0 });
    return made;
  });

/** Refuses before any byte is received what could not be kept anyway. */
export async function requireFileRoom(ctx: Ctx, more: { files: number; bytes: number }): Promise<void> {
  const use = await selectFileUse(ctx);
  if (!use) return;
  if (use.files + more.files > quotaOf('files', use.plan)) throw quotaExceeded('files', use.plan);
  if (use.bytes + more.bytes > quotaOf('fileBytes', use.plan)) throw quotaExceeded('fileBytes', use.plan);
}

export const quotaExceeded = (thing: Thing, plan: Plan): Failure => {
  const limit = quotaOf(thing, plan);
  const todo = thing === 'feedConnections' ? 'close one first' : 'delete some first';
  return new Failure('quota_exceeded', {
    message: `Quota exceeded: the plan ${plan} has room for ${limit} ${words[thing]}; ${todo}, or choose a larger plan`,
  });
};

/** For jobs: does the work, or undoes it and returns the message of the quota that it would exceed. Nobody is there to hear a refusal. */
export async function unlessFull<T>(
  ctx: Ctx,
  work: () => Promise<T>,
): Promise<{ isFull: false; value: T } | { isFull: true; message: string }> {
  try {
    return { isFull: false, value: await inSavepoint(ctx, work) };
  } catch (error) {
    if (!(error instanceof Failure) || error.key !== 'quota_exceeded') throw error;
    return { isFull: true, message: error.message };
  }
}

/** Returns how much of each quota is used, counted now. */
export async function quotaUse(ctx: Ctx, plan: Plan): Promise<Record<Stored, QuotaUse>> {
  const stored = await selectStored(ctx);
  const entries = Object.entries(stored) as [Stored, number][];
  return Object.fromEntries(entries.map(([thing, used]) => [thing, { used, limit: quotaOf(thing, plan) }])) as Record<
    Stored,
    QuotaUse
  >;
}
