import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Plan } from './plans.ts';

export type NewTenant = { name: string; plan: Plan; ratePerMinute: number | null; isSandbox: boolean };

export async function insertTenant(ctx: Ctx, tenant: NewTenant) {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into tenants (tenant_id, name, plan, rate_limit_per_minute, is_sandbox, created_at, updated_at)
        values (${ctx.tenantId}, ${tenant.name}, ${tenant.plan}, ${tenant.ratePerMinute}, ${tenant.isSandbox}, ${now}, ${now})`,
  );
}

export const updatePlan = (ctx: Ctx, plan: Plan, ratePerMinute: number | null) =>
  row<{ tenant_id: string }>(
    ctx,
    sql`update tenants set plan = ${plan}, rate_limit_per_minute = coalesce(${ratePerMinute}, rate_limit_per_minute), updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} returning tenant_id`,
  );

export const selectTenant = (ctx: Ctx) =>
  row<{ name: string; plan: Plan; isSandbox: boolean }>(
    ctx,
    sql`select name, plan, is_sandbox as "isSandbox" from tenants where tenant_id = ${ctx.tenantId}`,
  );
