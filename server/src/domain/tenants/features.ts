import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../storage/context.ts';
import { type Feature, featuresOf } from './plans.ts';
import { selectTenant } from './tenants.store.ts';

/** A changed plan takes effect in all workers within this time. */
const KNOWN_FOR_MS = 5_000;
const REMEMBERED_TENANTS = 50_000;

/** Work that the plan does not include is retried after this time. */
export const SUSPENDED_LOOK_AGAIN_MS = 20_000;

const known = new LRUCache<string, readonly Feature[]>({ max: REMEMBERED_TENANTS, ttl: KNOWN_FOR_MS });

/**
 * Returns whether the current plan includes a feature. It is checked at every use and not stored, so suspended work continues
 * after an upgrade.
 */
export async function hasFeature(ctx: Ctx, feature: Feature): Promise<boolean> {
  const features = known.get(ctx.tenantId) ?? (await lookUp(ctx));
  return features.includes(feature);
}

async function lookUp(ctx: Ctx): Promise<readonly Feature[]> {
  const tenant = await selectTenant(ctx);
  const features = tenant ? featuresOf(tenant.plan) : [];
  known.set(ctx.tenantId, features);
  return features;
}
