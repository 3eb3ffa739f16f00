import type { Ctx } from '../../storage/context.ts';
import type { Plan } from './plans.ts';
import { insertTenant, updatePlan } from './tenants.store.ts';

/** A tenant makes its own row: the context already carries the new id, so no one needs rights across tenants. */
export async function createTenant(ctx: Ctx, tenant: { name: string; plan: Plan; ratePerMinute?: number }): Promise<void> {
  await insertTenant(ctx, { ...tenant, ratePerMinute: tenant.ratePerMinute ?? null });
}

/** Running servers see a new plan within seconds, when they next look the caller up. */
export async function setPlan(ctx: Ctx, plan: Plan, ratePerMinute?: number): Promise<void> {
  const updated = await updatePlan(ctx, plan, ratePerMinute ?? null);
  if (!updated) throw new Error(`There is no tenant ${ctx.tenantId}`);
}
