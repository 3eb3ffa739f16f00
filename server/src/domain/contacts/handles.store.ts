import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { HandleType } from './handle-match.ts';

/** Returns whether a handle, or another address of the same person at a provider, has chats. Locks the handle, so that none begins. */
export async function hasChatsOf(ctx: Ctx, handleId: string): Promise<boolean> {
  await rows(ctx, sql`select 1 from handles where tenant_id = ${ctx.tenantId} and id = ${handleId} for update`);
  const found = await row(
    ctx,
    sql`select 1 from chats where tenant_id = ${ctx.tenantId} and handle_id in (
          select id from handles where tenant_id = ${ctx.tenantId} and (id = ${handleId} or alias_of = ${handleId})) limit 1`,
  );
  return found !== undefined;
}

export const deleteHandle = (ctx: Ctx, handleId: string) =>
  rows(ctx, sql`delete from handles where tenant_id = ${ctx.tenantId} and id = ${handleId}`);

/** Makes the oldest handle of a type primary, if there is one. */
export const promoteOldest = (ctx: Ctx, contactId: string, type: HandleType) =>
  rows(
    ctx,
    sql`update handles set is_primary = true, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = (select id from handles
          where tenant_id = ${ctx.tenantId} and contact_id = ${contactId} and type = ${type} order by created_at, id limit 1)`,
  );
