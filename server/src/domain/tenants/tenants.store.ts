import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Plan } from './plans.ts';

export async function insertTenant(ctx: Ctx, tenant: { name: string; plan: Plan; ratePerMinute: number | null }) {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into tenants (tenant_id, name, plan, rate_limit_per_minute, created_at, updated_at)
        values (${ctx.tenantId}, ${tenant.name}, ${tenant.plan}, ${tenant.ratePerMinute}, ${now}, ${now})`,
  );
}

export const updatePlan = (ctx: Ctx, plan: Plan, ratePerMinute: number | null) =>
  row<{ tenant_id: string }>(
    ctx,
    sql`update tenants set plan = ${plan}, rate_limit_per_minute = coalesce(${ratePerMinute}, rate_limit_per_minute), updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} returning tenant_id`,
  );
