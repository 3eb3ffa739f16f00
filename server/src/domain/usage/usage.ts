import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../storage/context.ts';
import type { Mode } from '../tenants/index.ts';
import { type Counts, countSince } from './usage.store.ts';

/** The usage of a tenant since the beginning of the month (UTC). */
export type MonthUsage = Counts & { since: Date; countedAt: Date };

/** Sandbox usage is not billed: it never reaches a provider. */
export const isBilled = (mode: Mode): boolean => mode === 'live';

const FRESH_FOR_MS = 60_000;
const counted = new LRUCache<string, MonthUsage>({ max: 10_000 });

/** Counts at most once a minute, so that frequent requests do not count a million rows each time. */
export async function usageThisMonth(ctx: Ctx): Promise<MonthUsage> {
  const now = ctx.clock.now();
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const known = counted.get(ctx.tenantId);
  const isFresh = known && now.getTime() - known.countedAt.getTime() < FRESH_FOR_MS && known.since.getTime() === since.getTime();
  if (isFresh) return known;
  const usage = { ...(await countSince(ctx, since)), since, countedAt: now };
  counted.set(ctx.tenantId, usage);
  return usage;
}
