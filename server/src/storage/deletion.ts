import sql, { raw } from 'sql-template-tag';
import { isId } from '../platform/ids.ts';
import { type Ctx, rows } from './context.ts';

export type DeleteResult = { deletedIds: string[]; notFoundIds: string[] };

/** Deletes rows by id, and returns which ids existed. Foreign keys delete dependent rows. */
export async function deleteByIds(ctx: Ctx, table: string, ids: string[]): Promise<DeleteResult> {
  const deleted = await rows<{ id: string }>(
    ctx,
    sql`delete from ${raw(table)} where tenant_id = ${ctx.tenantId} and id = any(${ids.filter(isId)}::uuid[]) returning id`,
  );
  return toDeleteResult(
    ids,
    deleted.map((row) => row.id),
  );
}

export function toDeleteResult(wanted: string[], deleted: string[]): DeleteResult {
  const gone = new Set(deleted.map((id) => id.toLowerCase()));
  return { deletedIds: [...gone], notFoundIds: wanted.filter((id) => !gone.has(id.toLowerCase())) };
}
