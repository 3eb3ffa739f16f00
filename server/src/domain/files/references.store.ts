import sql, { raw, type Sql } from 'sql-template-tag';
import { type Ctx, rows } from '../../storage/context.ts';

/** Returns the ids of these files that exist and have their bytes. */
export const selectReadyIds = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => {
  const there = await rows<{ id: string }>(
    ctx,
    sql`select id from files where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[]) and status = 'ready'`,
  );
  return new Set(there.map(({ id }) => id));
};

/** Returns the column `file_ids` of a row without the files that were deleted since, in its order. */
export const presentFileIds = (alias: string): Sql =>
  sql`array(select f.id from files f where f.tenant_id = ${raw(alias)}.tenant_id and f.id = any(${raw(alias)}.file_ids)
    order by array_position(${raw(alias)}.file_ids, f.id)) as "fileIds"`;
