import sql from 'sql-template-tag';
import { type Ctx, idFor, rows } from '../../storage/context.ts';
import type { Attribute } from './attributes.ts';

const columns = sql`id, external_id as "externalId", name, type, description,
  is_visible_quick_edit as "isVisibleQuickEdit", is_visible_contacts_table as "isVisibleContactsTable",
  is_visible_contact_create as "isVisibleContactCreate", created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertAttribute(ctx: Ctx, a: Attribute): Promise<void> {
  await rows(
    ctx,
    sql`insert into attributes (tenant_id, id, external_id, name, type, description, is_visible_quick_edit,
          is_visible_contacts_table, is_visible_contact_create, created_at, updated_at)
        values (${ctx.tenantId}, ${a.id}, ${a.externalId}, ${a.name}, ${a.type}, ${a.description}, ${a.isVisibleQuickEdit},
          ${a.isVisibleContactsTable}, ${a.isVisibleContactCreate}, ${a.createdAt}, ${a.updatedAt})`,
  );
}

export const selectAttributes = (ctx: Ctx) =>
  rows<Attribute>(ctx, sql`select ${columns} from attributes where tenant_id = ${ctx.tenantId} order by created_at, id`);

/** These attributes by id; they stay until the transaction ends. */
export const lockAttributes = async (ctx: Ctx, ids: string[]): Promise<Map<string, Attribute>> => {
  const there = await rows<Attribute>(
    ctx,
    sql`select ${columns} from attributes where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[]) order by id for key share`,
  );
  return new Map(there.map((attribute) => [attribute.id, attribute]));
};

/** Those of the external ids that are nobody's become attributes of type text, named as they are. In order, so that two who do this at once cannot wait for each other. */
export async function insertMissingAttributes(ctx: Ctx, externalIds: string[]): Promise<void> {
  const ordered = externalIds.toSorted();
  await rows(
    ctx,
    sql`insert into attributes (tenant_id, id, external_id, name, type, is_visible_quick_edit, is_visible_contacts_table,
          is_visible_contact_create, created_at, updated_at)
        select ${ctx.tenantId}, a.id, a.external_id, a.external_id, 'text', false, false, false, ${ctx.clock.now()}, ${ctx.clock.now()}
        from unnest(${ordered.map(() => idFor(ctx))}::uuid[], ${ordered}::text[]) as a(id, external_id)
        on conflict do nothing`,
  );
}

/** These attributes by external id; they stay until the transaction ends. */
export const lockAttributesNamed = async (ctx: Ctx, externalIds: string[]): Promise<Map<string, Attribute>> => {
  const there = await rows<Attribute>(
    ctx,
    sql`select ${columns} from attributes where tenant_id = ${ctx.tenantId} and external_id = any(${externalIds}::text[])
        order by id for key share`,
  );
  return new Map(there.map((attribute) => [attribute.externalId, attribute]));
};
