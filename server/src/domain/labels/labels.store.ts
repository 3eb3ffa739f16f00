import sql from 'sql-template-tag';
import { type Ctx, idFor, prepared, row, rows } from '../../storage/context.ts';
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

/** Creates a label for each of the names that has none, in the order of the names. */
export async function insertMissingLabels(ctx: Ctx, names: string[], color: string): Promise<void> {
  await rows(
    ctx,
    sql`insert into labels (tenant_id, id, name, color, created_at, updated_at)
        select ${ctx.tenantId}, l.id, l.name, ${color}, ${ctx.clock.now()}, ${ctx.clock.now()}
        from unnest(${names.map(() => idFor(ctx))}::uuid[], ${names}::text[]) as l(id, name) order by lower(l.name)
        on conflict do nothing`,
  );
}

/** Which label has each of these names, whatever its case; they stay until the transaction ends. */
export const lockLabelsNamed = async (ctx: Ctx, names: string[]): Promise<Map<string, string>> => {
  const there = await rows<{ name: string; id: string }>(
    ctx,
    sql`select asked.name, l.id from unnest(${names}::text[]) as asked(name)
        join labels l on lower(l.name) = lower(asked.name) where l.tenant_id = ${ctx.tenantId} order by l.id for key share of l`,
  );
  return new Map(there.map(({ name, id }) => [name, id]));
};
