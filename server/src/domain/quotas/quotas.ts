import { Failure } from '../../platform/errors.ts';
import { asServer } from '../../storage/as-viewer.ts';
import { type Ctx, inSavepoint, inTransaction } from '../../storage/context.ts';
import { lockQuota } from '../../storage/locks.ts';
import type { Plan } from '../tenants/index.ts';
import { type QuotaName, quotaOf, words } from './limits.ts';
import { selectFileUse, selectStored, selectUse } from './quotas.store.ts';

/** Resources in the database. Feed connections are not stored. */
export type Stored = Exclude<QuotaName, 'feedConnections'>;
/** Resources that are counted by rows. Files have counters. */
export type Counted = Exclude<Stored, 'files' | 'fileBytes'>;
export type QuotaUse = { used: number; limit: number };

/**
 * Runs work that creates a resource, and rolls it back if the tenant then exceeds its quota. Takes a lock per tenant and
 * resource, so that two concurrent calls cannot both use the last one.
 */
export const withinQuota = <T>(ctx: Ctx, quota: Counted, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (ctx) => {
    await lockQuota(ctx, quota);
    const made = await work(ctx);
    const use = await asServer(ctx, (ctx) => selectUse(ctx, quota)); // also what the caller does not see
    if (use && use.used > quotaOf(quota, use.plan)) throw quotaExceeded(quota, use.plan);
    return made;
  });

/**
 * Runs work that sets the bytes of a file, and rolls it back if the tenant then exceeds its quota. The triggers on `files` update
 * the counters of the tenant and lock their row, so the counters include all committed files and this one.
 */
export const withinFileQuota = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (ctx) => {
    const made = await work(ctx);
    await requireFileRoom(ctx, { files: 0, bytes: 0 });
    return made;
  });

/** Throws if a file would exceed the quota, before its bytes are received. */
export async function requireFileRoom(ctx: Ctx, more: { files: number; bytes: number }): Promise<void> {
  const use = await selectFileUse(ctx);
  if (!use) return;
  if (use.files + more.files > quotaOf('files', use.plan)) throw quotaExceeded('files', use.plan);
  if (use.bytes + more.bytes > quotaOf('fileBytes', use.plan)) throw quotaExceeded('fileBytes', use.plan);
}

/** How to make room, where nothing can be deleted. */
const remedies: Partial<Record<QuotaName, string>> = {
  feedConnections: 'close one first',
  bulkActions: 'wait until one has ended, or cancel one',
};

export const quotaExceeded = (quota: QuotaName, plan: Plan): Failure => {
  const limit = quotaOf(quota, plan);
  const todo = remedies[quota] ?? 'delete some first';
  return new Failure('quota_exceeded', {
    message: `Quota exceeded: the plan ${plan} has room for ${limit} ${words[quota]}; ${todo}, or choose a larger plan`,
  });
};

/** For jobs, which have no caller: runs the work, or rolls it back and returns the message of the quota that it would exceed. */
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

/** Returns the use and the limit of each quota. */
export async function quotaUse(ctx: Ctx, plan: Plan): Promise<Record<Stored, QuotaUse>> {
  const stored = await selectStored(ctx);
  const entries = Object.entries(stored) as [Stored, number][];
  return Object.fromEntries(entries.map(([quota, used]) => [quota, { used, limit: quotaOf(quota, plan) }])) as Record<
    Stored,
    QuotaUse
  >;
}
