import sql, { raw, type Sql } from 'sql-template-tag';
import { type Ctx, row } from '../../storage/context.ts';
import type { Plan } from '../tenants/index.ts';
import type { Counted } from './quotas.ts';

/** Resources that are counted on demand: few rows, and an index that begins with the tenant. */
const countedIn: Record<Counted, { table: string; only?: (ctx: Ctx) => Sql }> = {
  webhooks: { table: 'webhooks' },
  channels: { table: 'channels' },
  automations: { table: 'automations' },
  tokens: {
    table: 'access_tokens',
    only: (ctx) => sql`and revoked_at is null and (expires_at is null or expires_at > ${ctx.clock.now()})`,
  },
  labels: { table: 'labels' },
  attributes: { table: 'attributes' },
  snippets: { table: 'snippets' },
  views: { table: 'saved_views' },
  secrets: { table: 'secrets' },
  bulkActions: { table: 'bulk_actions', only: () => sql`and status = 'running'` },
  businessHours: { table: 'business_hours' },
  slaPolicies: { table: 'sla_policies' },
};

const count = (ctx: Ctx, quota: Counted): Sql => {
  const { table, only } = countedIn[quota];
  return sql`(select count(*) from ${raw(table)} where tenant_id = ${ctx.tenantId} ${only?.(ctx) ?? sql``})::float8`;
};

export const selectUse = (ctx: Ctx, quota: Counted) =>
  row<{ plan: Plan; used: number }>(
    ctx,
    sql`select plan, ${count(ctx, quota)} as used from tenants where tenant_id = ${ctx.tenantId}`,
  );

export type FileUse = { plan: Plan; files: number; bytes: number };

export const selectFileUse = (ctx: Ctx) =>
  row<FileUse>(
    ctx,
    sql`select t.plan, coalesce(u.files, 0)::float8 as files, coalesce(u.bytes, 0)::float8 as bytes
        from tenants t left join file_usage u on u.tenant_id = t.tenant_id where t.tenant_id = ${ctx.tenantId}`,
  );

const countedQuotas = Object.keys(countedIn) as Counted[];

/** Returns the counts of all stored resources with one statement. */
export async function selectStored(ctx: Ctx): Promise<Record<Counted | 'files' | 'fileBytes', number>> {
  const counts = countedQuotas.map((quota) => sql`${count(ctx, quota)} as ${raw(`"${quota}"`)}`);
  const columns = counts.reduce((all, one) => sql`${all}, ${one}`);
  const stored = await row<Record<Counted | 'files' | 'fileBytes', number>>(
    ctx,
    sql`select ${columns}, coalesce(max(files), 0)::float8 as files, coalesce(max(bytes), 0)::float8 as "fileBytes"
        from file_usage where tenant_id = ${ctx.tenantId}`,
  );
  if (!stored) throw new Error('counting answered no row');
  return stored;
}
