import sql, { empty, type Sql } from 'sql-template-tag';
import { type Ctx, row } from '../../storage/context.ts';

export type Nameless = { contactId: string; address: string; displayName: string | null };

const select = (ctx: Ctx, handleId: string, lock: Sql) =>
  row<Nameless>(
    ctx,
    sql`select k.id as "contactId", h.value as address, k.display_name as "displayName"
        from handles h join contacts k on k.tenant_id = h.tenant_id and k.id = h.contact_id
        where h.tenant_id = ${ctx.tenantId} and h.id = ${handleId} and k.first_name is null and k.last_name is null ${lock}`,
  );

/** Returns the contact of a handle if it has neither a first nor a last name. */
export const findNameless = (ctx: Ctx, handleId: string): Promise<Nameless | undefined> => select(ctx, handleId, empty);

/** Locks the contact of a handle if it has neither a first nor a last name. */
export const lockNameless = (ctx: Ctx, handleId: string): Promise<Nameless | undefined> =>
  select(ctx, handleId, sql`for update of k`);
