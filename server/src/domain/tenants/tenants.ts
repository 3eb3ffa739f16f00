import type { Ctx } from '../../storage/context.ts';
import type { Plan } from './plans.ts';
import { insertTenant, selectTenant, updatePlan } from './tenants.store.ts';

/** The channels of a sandbox tenant use the sandbox instead of the providers. The mode never changes. */
export type Mode = 'live' | 'sandbox';

/** Creates a tenant. The context already has the new id, so this needs no rights across tenants. */
export async function createTenant(
  ctx: Ctx,
  { name, plan, ratePerMinute = null, mode = 'live' }: { name: string; plan: Plan; ratePerMinute?: number | null; mode?: Mode },
): Promise<void> {
  await insertTenant(ctx, { name, plan, ratePerMinute, isSandbox: mode === 'sandbox' });
}

/** Changes the plan. Running servers apply it within seconds. */
export async function setPlan(ctx: Ctx, plan: Plan, ratePerMinute?: number): Promise<void> {
  const updated = await updatePlan(ctx, plan, ratePerMinute ?? null);
  if (!updated) throw new Error(`There is no tenant ${ctx.tenantId}`);
}

export async function getTenant(ctx: Ctx): Promise<{ name: string; plan: Plan; mode: Mode }> {
  const tenant = await selectTenant(ctx);
  if (!tenant) throw new Error(`There is no tenant ${ctx.tenantId}`);
  return { name: tenant.name, plan: tenant.plan, mode: modeOf(tenant) };
}

/** Returns the tenant of the context; undefined if there is none. */
export const findTenant = (ctx: Ctx) => selectTenant(ctx);

export const modeOf = ({ isSandbox }: { isSandbox: boolean }): Mode => (isSandbox ? 'sandbox' : 'live');
