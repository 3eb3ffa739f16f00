import sql from 'sql-template-tag';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
import type { Label } from './labels.ts';

export const labelColumns = sql`id, name, color, created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertLabel(ctx: Ctx, id: string, { name, color }: { name: string; color: string }): Promise<Label> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into labels (tenant_id, id, name, color, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${name}, ${color}, ${now}, ${now})`,
  );
  return { id, name, color, createdAt: now, updatedAt: now };
}

export const selectLabel = (ctx: Ctx, id: string) =>
  row<Label>(ctx, sql`select ${labelColumns} from labels where tenant_id = ${ctx.tenantId} and id = ${id}`);

export const updateLabelRow = (ctx: Ctx, id: string, { name, color }: { name?: string; color?: string }) =>
  row<Label>(
    ctx,
    sql`update labels set name = coalesce(${name ?? null}, name), color = coalesce(${color ?? null}, color), updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id} returning ${labelColumns}`,
  );

const locking = prepared(
  'lock_labels',
  sql`select id from labels where tenant_id = $1 and id = any($2::uuid[]) order by id for key share`,
);

/** Which of these ids are labels of the tenant; they stay until the transaction ends. */
export const lockLabels = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => {
  const there = await rows<{ id: string }>(ctx, locking(ctx.tenantId, ids));
  return new Set(there.map((label) => label.id));
};
