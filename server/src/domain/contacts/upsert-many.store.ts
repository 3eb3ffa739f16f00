import sql from 'sql-template-tag';
import { type Ctx, prepared, rows } from '../../storage/context.ts';
import type { ContactUpsert } from './upsert-batch.ts';

/** Locks contacts until the transaction ends. Returns the ids that exist. */
export const lockContacts = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => {
  const there = await rows<{ id: string }>(
    ctx,
    sql`select id from contacts where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[]) order by id for no key update`,
  );
  return new Set(there.map(({ id }) => id));
};

export async function insertNamed(ctx: Ctx, contacts: ContactUpsert[]): Promise<void> {
  await rows(
    ctx,
    sql`insert into contacts (tenant_id, id, first_name, last_name, is_subscribed, created_at, updated_at)
        select ${ctx.tenantId}, p.id, p.first_name, p.last_name, true, ${ctx.clock.now()}, ${ctx.clock.now()}
        from unnest(${contacts.map(({ id }) => id)}::uuid[], ${contacts.map(({ firstName }) => firstName)}::text[],
          ${contacts.map(({ lastName }) => lastName)}::text[]) as p(id, first_name, last_name)`,
  );
}

/** Sets the names. Returns the contacts whose name changed. */
export const rename = async (ctx: Ctx, contacts: ContactUpsert[]): Promise<string[]> => {
  const renamed = await rows<{ id: string }>(
    ctx,
    sql`update contacts k set first_name = coalesce(p.first_name, k.first_name), last_name = coalesce(p.last_name, k.last_name)
        from unnest(${contacts.map(({ id }) => id)}::uuid[], ${contacts.map(({ firstName }) => firstName)}::text[],
          ${contacts.map(({ lastName }) => lastName)}::text[]) as p(id, first_name, last_name)
        where k.tenant_id = ${ctx.tenantId} and k.id = p.id
          and (coalesce(p.first_name, k.first_name) is distinct from k.first_name
            or coalesce(p.last_name, k.last_name) is distinct from k.last_name)
        returning k.id`,
  );
  return renamed.map(({ id }) => id);
};

const setting = prepared(
  'set_attributes',
  sql`insert into contact_attributes as known (tenant_id, contact_id, attribute_id, value, updated_at)
      select $1, a.contact_id, a.attribute_id, a.value, $5
      from unnest($2::uuid[], $3::uuid[], $4::jsonb[]) as a(contact_id, attribute_id, value)
      on conflict (tenant_id, contact_id, attribute_id) do update set value = excluded.value, updated_at = excluded.updated_at
        where known.value is distinct from excluded.value
      returning contact_id as "contactId", attribute_id as "partId"`,
);

/** A label that was added to a contact, or an attribute value that changed. */
export type ChangedPart = { contactId: string; partId: string };

export function setManyAttributes(ctx: Ctx, contacts: ContactUpsert[]): Promise<ChangedPart[]> {
  const values = contacts.flatMap(({ id, attributes }) =>
    [...attributes].map(([attributeId, value]) => ({ id, attributeId, value })),
  );
  return rows<ChangedPart>(
    ctx,
    setting(
      ctx.tenantId,
      values.map(({ id }) => id),
      values.map(({ attributeId }) => attributeId),
      values.map(({ value }) => JSON.stringify(value)),
      ctx.clock.now(),
    ),
  );
}

const labelling = prepared(
  'label_many',
  sql`insert into contact_labels (tenant_id, contact_id, label_id, created_at)
      select $1, l.contact_id, l.label_id, $4 from unnest($2::uuid[], $3::uuid[]) as l(contact_id, label_id)
      on conflict do nothing returning contact_id as "contactId", label_id as "partId"`,
);

export function labelMany(ctx: Ctx, contacts: ContactUpsert[]): Promise<ChangedPart[]> {
  const labels = contacts.flatMap(({ id, labelIds }) => [...labelIds].map((labelId) => ({ id, labelId })));
  return rows<ChangedPart>(
    ctx,
    labelling(
      ctx.tenantId,
      labels.map(({ id }) => id),
      labels.map(({ labelId }) => labelId),
      ctx.clock.now(),
    ),
  );
}

export async function touchContacts(ctx: Ctx, ids: string[]): Promise<void> {
  await rows(
    ctx,
    sql`update contacts set updated_at = ${ctx.clock.now()} where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );
}
