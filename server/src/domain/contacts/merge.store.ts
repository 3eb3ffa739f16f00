import sql from 'sql-template-tag';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';

const basing = prepared('base_of_contact', sql`select contact_id as id from merged_contacts where tenant_id = $1 and id = $2`);

/** Returns the contact that an id was merged into. */
export const selectBaseId = async (ctx: Ctx, id: string): Promise<string | undefined> =>
  (await row<{ id: string }>(ctx, basing(ctx.tenantId, id)))?.id;

/** Returns the ids that were merged into a contact. */
export const selectMergedIds = async (ctx: Ctx, contactId: string): Promise<string[]> => {
  const statement = sql`select id from merged_contacts where tenant_id = ${ctx.tenantId} and contact_id = ${contactId} order by id`;
  return (await rows<{ id: string }>(ctx, statement)).map(({ id }) => id);
};

/** Locks two contacts. Returns the ids of those that exist. */
export const lockBoth = async (ctx: Ctx, ids: [string, string]): Promise<Set<string>> => {
  const there = await rows<{ id: string }>(
    ctx,
    sql`select id from contacts where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[]) and erased_at is null
        order by id for update`,
  );
  return new Set(there.map(({ id }) => id));
};

/** Copies the fields that the base does not have. The caller derives isSubscribed again after it moved the handles. */
export const fillFields = (ctx: Ctx, baseId: string, otherId: string) =>
  rows(
    ctx,
    sql`update contacts b set first_name = coalesce(b.first_name, o.first_name), last_name = coalesce(b.last_name, o.last_name),
          display_name = coalesce(b.display_name, o.display_name), is_subscribed = b.is_subscribed and o.is_subscribed,
          metadata = o.metadata || b.metadata, updated_at = ${ctx.clock.now()}
        from contacts o
        where b.tenant_id = ${ctx.tenantId} and b.id = ${baseId} and o.tenant_id = ${ctx.tenantId} and o.id = ${otherId}`,
  );

/** Moves the handles. A primary handle stays primary only where the base has none of its type. */
export const moveHandles = (ctx: Ctx, baseId: string, otherId: string) =>
  rows(
    ctx,
    sql`update handles h set contact_id = ${baseId}, updated_at = ${ctx.clock.now()}, is_primary = h.is_primary and not exists (
          select 1 from handles p where p.tenant_id = ${ctx.tenantId} and p.contact_id = ${baseId} and p.type = h.type and p.is_primary)
        where h.tenant_id = ${ctx.tenantId} and h.contact_id = ${otherId}`,
  );

export async function copyLabelsAndAttributes(ctx: Ctx, baseId: string, otherId: string): Promise<void> {
  await rows(
    ctx,
    sql`insert into contact_labels (tenant_id, contact_id, label_id, created_at)
        select tenant_id, ${baseId}, label_id, created_at from contact_labels
        where tenant_id = ${ctx.tenantId} and contact_id = ${otherId} on conflict do nothing`,
  );
  await rows(
    ctx,
    sql`insert into contact_attributes (tenant_id, contact_id, attribute_id, value, updated_at)
        select tenant_id, ${baseId}, attribute_id, value, updated_at from contact_attributes
        where tenant_id = ${ctx.tenantId} and contact_id = ${otherId} on conflict do nothing`,
  );
}

/** Deletes the other contact. Its id, and all ids merged into it, refer to the base. */
export async function answerFor(ctx: Ctx, baseId: string, otherId: string): Promise<void> {
  await rows(
    ctx,
    sql`update merged_contacts set contact_id = ${baseId} where tenant_id = ${ctx.tenantId} and contact_id = ${otherId}`,
  );
  await rows(ctx, sql`delete from contacts where tenant_id = ${ctx.tenantId} and id = ${otherId}`);
  await rows(
    ctx,
    sql`insert into merged_contacts (tenant_id, id, contact_id, created_at)
        values (${ctx.tenantId}, ${otherId}, ${baseId}, ${ctx.clock.now()})`,
  );
}
