import sql from 'sql-template-tag';
import { type Ctx, idFor, row, rows } from '../../storage/context.ts';
import { assignments } from '../../storage/update-set.ts';
import type { Attribute, AttributeChanges } from './attributes.ts';

export const attributeColumns = sql`id, external_id as "externalId", name, type, options, description,
  is_visible_quick_edit as "isVisibleQuickEdit", is_visible_contacts_table as "isVisibleContactsTable",
  is_visible_contact_create as "isVisibleContactCreate", created_at as "createdAt", updated_at as "updatedAt"`;

export async function insertAttribute(ctx: Ctx, a: Attribute): Promise<void> {
  await rows(
    ctx,
    sql`insert into attributes (tenant_id, id, external_id, name, type, options, description, is_visible_quick_edit,
          is_visible_contacts_table, is_visible_contact_create, created_at, updated_at)
        values (${ctx.tenantId}, ${a.id}, ${a.externalId}, ${a.name}, ${a.type}, ${a.options}, ${a.description}, ${a.isVisibleQuickEdit},
          ${a.isVisibleContactsTable}, ${a.isVisibleContactCreate}, ${a.createdAt}, ${a.updatedAt})`,
  );
}

export const selectAttributes = (ctx: Ctx) =>
  rows<Attribute>(ctx, sql`select ${attributeColumns} from attributes where tenant_id = ${ctx.tenantId} order by created_at, id`);

/** These attributes by id; they stay until the transaction ends. */
export const lockAttributes = async (ctx: Ctx, ids: string[]): Promise<Map<string, Attribute>> => {
  const there = await rows<Attribute>(
    ctx,
    sql`select ${attributeColumns} from attributes where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[]) order by id for key share`,
  );
  return new Map(there.map((attribute) => [attribute.id, attribute]));
};

const byId = (ctx: Ctx, id: string) =>
  sql`select ${attributeColumns} from attributes where tenant_id = ${ctx.tenantId} and id = ${id}`;

export const selectAttribute = (ctx: Ctx, id: string) => row<Attribute>(ctx, byId(ctx, id));

/** The same, and nobody gives a contact a value of it until the transaction ends. */
export const lockAttribute = (ctx: Ctx, id: string) => row<Attribute>(ctx, sql`${byId(ctx, id)} for update`);

export const updateAttributeRow = (ctx: Ctx, id: string, changes: AttributeChanges) =>
  row<Attribute>(
    ctx,
    sql`update attributes set ${assignments(ctx, [
      [changes.name, sql`name = ${changes.name}`],
      [changes.type, sql`type = ${changes.type}`],
      [changes.options, sql`options = ${changes.options}`],
      [changes.description, sql`description = ${changes.description}`],
      [changes.isVisibleQuickEdit, sql`is_visible_quick_edit = ${changes.isVisibleQuickEdit}`],
      [changes.isVisibleContactsTable, sql`is_visible_contacts_table = ${changes.isVisibleContactsTable}`],
      [changes.isVisibleContactCreate, sql`is_visible_contact_create = ${changes.isVisibleContactCreate}`],
    ])} where tenant_id = ${ctx.tenantId} and id = ${id} returning ${attributeColumns}`,
  );

/** Whether any contact has a value of it; with options, whether any has one of those. */
export const isUsed = async (ctx: Ctx, id: string, options?: string[]): Promise<boolean> => {
  const chosen = options === undefined ? sql`true` : sql`value ?| ${options}::text[]`;
  const statement = sql`select 1 from contact_attributes
    where tenant_id = ${ctx.tenantId} and attribute_id = ${id} and ${chosen} limit 1`;
  return (await row(ctx, statement)) !== undefined;
};

/** Creates an attribute of type text for each of the external ids that has none, in the order of the external ids. */
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
    sql`select ${attributeColumns} from attributes where tenant_id = ${ctx.tenantId} and external_id = any(${externalIds}::text[])
        order by id for key share`,
  );
  return new Map(there.map((attribute) => [attribute.externalId, attribute]));
};
