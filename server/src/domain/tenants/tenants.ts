import type { Ctx } from '../../storage/context.ts';
import type { Plan } from './plans.ts';
import { insertTenant, selectTenant, updatePlan } from './tenants.store.ts';

/** A sandbox tenant's channels reach the sandbox and nobody else. What a tenant was made as, it stays. */
export type Mode = 'live' | 'sandbox';

/** A tenant makes its own row: the context already carries the new id, so no one needs rights across tenants. */
export async function createTenant(
  ctx: Ctx,
  { name, plan, ratePerMinute = null, mode = 'live' }: { name: string; plan: Plan; ratePerMinute?: number | null; mode?: Mode },
): Promise<void> {
  await insertTenant(ctx, { name, plan, ratePerMinute, isSandbox: mode === 'sandbox' });
}

/** Running servers see a new plan within seconds, when they next look the caller up. */
export async function setPlan(ctx: Ctx, plan: Plan, ratePerMinute?: number): Promise<void> {
  const updated = await updatePlan(ctx, plan, ratePerMinute ?? null);
  if (!updated) throw new Error(`There is no tenant ${ctx.tenantId}`);
}

export async function getTenant(ctx: Ctx): Promise<{ name: string; plan: Plan; mode: Mode }> {
  const tenant = await selectTenant(ctx);
  if (!tenant) throw new Error(`There is no tenant ${ctx.tenantId}`);
  return { name: tenant.name, plan: tenant.plan, mode: modeOf(tenant) };
}

export const modeOf = ({ isSandbox }: { isSandbox: boolean }): Mode => (isSandbox ? 'sandbox' : 'live');
