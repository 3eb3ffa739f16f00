import sql, { join } from 'sql-template-tag';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
import { createLookup, wantedIds } from '../../storage/lookup.ts';
import { assignments } from '../../storage/update-set.ts';
import type { Contact } from './contact.ts';
import { type ContactJson, contactJson, reviveContact } from './contact-json.store.ts';
import { type HandleType, matchValue } from './handle-match.ts';
import { selectBaseId } from './merge.store.ts';

/** Each contact is looked up by its key, also without table statistics. */
const lookUpContact = createLookup<{ id: string; contact: ContactJson }>(
  prepared(
    'contacts_by_ids',
    sql`select k.id, ${contactJson('k')} as contact from ${wantedIds}
        cross join lateral (select * from contacts where tenant_id = $1 and id = wanted.id and erased_at is null offset 0) k`,
  ),
);

/** Returns the contact with this id, or the contact that this id was merged into. */
export async function selectContact(ctx: Ctx, id: string): Promise<Contact | undefined> {
  const found = await lookUpContact(ctx, id);
  if (found) return reviveContact(found.contact);
  const baseId = await selectBaseId(ctx, id);
  return baseId === undefined ? undefined : selectContact(ctx, baseId);
}

const locking = prepared(
  'lock_contact',
  sql`select id from contacts where tenant_id = $1 and id = $2 and erased_at is null for update`,
);

/** Locks a contact until the transaction ends. Returns its id, which differs from the given one if the contact was merged. */
export async function lockContact(ctx: Ctx, id: string): Promise<string | undefined> {
  const locked = await row<{ id: string }>(ctx, locking(ctx.tenantId, id));
  if (locked) return locked.id;
  const baseId = await selectBaseId(ctx, id);
  return baseId === undefined ? undefined : lockContact(ctx, baseId);
}

export type ContactFields = {
  firstName?: string | null;
  lastName?: string | null;
  displayName?: string | null;
  isSubscribed?: boolean;
  metadata?: object;
};

export async function insertContact(ctx: Ctx, id: string, contact: ContactFields): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into contacts (tenant_id, id, first_name, last_name, display_name, is_subscribed, metadata, created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${contact.firstName}, ${contact.lastName}, ${contact.displayName},
          ${contact.isSubscribed ?? true}, ${contact.metadata ?? {}}, ${now}, ${now})`,
  );
}

const touching = prepared('touch_contact', sql`update contacts set updated_at = $3 where tenant_id = $1 and id = $2`);

/** Sets updatedAt of a contact whose labels or attribute values changed. */
export async function touchContact(ctx: Ctx, id: string): Promise<void> {
  await rows(ctx, touching(ctx.tenantId, id, ctx.clock.now()));
}

/** Sets the given fields and updatedAt. */
export async function updateContactRow(ctx: Ctx, id: string, changes: ContactFields): Promise<void> {
  const changed = assignments(ctx, [
    [changes.firstName, sql`first_name = ${changes.firstName}`],
    [changes.lastName, sql`last_name = ${changes.lastName}`],
    [changes.displayName, sql`display_name = ${changes.displayName}`],
    [changes.metadata, sql`metadata = ${changes.metadata}`],
  ]);
  await rows(ctx, sql`update contacts set ${changed} where tenant_id = ${ctx.tenantId} and id = ${id}`);
}

export type NewHandle = { id: string; type: HandleType; value: string; isPrimary: boolean; extra: object };

export async function insertHandles(ctx: Ctx, contactId: string, handles: NewHandle[]): Promise<void> {
  if (handles.length === 0) return;
  const now = ctx.clock.now();
  const values = handles.map(
    (h) =>
      sql`(${ctx.tenantId}, ${h.id}, ${contactId}, ${h.type}, ${h.value}, ${matchValue(h.type, h.value)}, ${h.isPrimary}, ${h.extra}, ${now}, ${now})`,
  );
  await rows(
    ctx,
    sql`insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, extra, created_at, updated_at)
        values ${join(values)}`,
  );
}

/** Makes the primary handle of the type a secondary one. */
export const demoteHandles = (ctx: Ctx, contactId: string, type: HandleType) =>
  rows(
    ctx,
    sql`update handles set is_primary = false, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and contact_id = ${contactId} and type = ${type} and is_primary`,
  );

/** Makes the contact's handle with this address primary. Returns false if the contact has no such handle. */
export const promoteHandle = async (ctx: Ctx, contactId: string, type: HandleType, value: string): Promise<boolean> => {
  const promoted = await row(
    ctx,
    sql`update handles set is_primary = true, value = ${value}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and contact_id = ${contactId} and type = ${type} and match_value = ${matchValue(type, value)}
        returning id`,
  );
  return promoted !== undefined;
};

const labelling = prepared(
  'label_contact',
  sql`insert into contact_labels (tenant_id, contact_id, label_id, created_at) select $1, $2, unnest($3::uuid[]), $4
      on conflict do nothing returning label_id as id`,
);

/** Adds labels. Returns the ids that the contact did not have before. */
export const insertContactLabels = async (ctx: Ctx, contactId: string, labelIds: string[]): Promise<string[]> => {
  const added = await rows<{ id: string }>(ctx, labelling(ctx.tenantId, contactId, labelIds, ctx.clock.now()));
  return added.map(({ id }) => id);
};

const unlabelling = prepared(
  'unlabel_contact',
  sql`delete from contact_labels where tenant_id = $1 and contact_id = $2 and label_id = any($3::uuid[]) returning label_id as id`,
);

/** Removes labels. Returns the ids that the contact had. */
export const deleteContactLabels = async (ctx: Ctx, contactId: string, labelIds: string[]): Promise<string[]> => {
  const removed = await rows<{ id: string }>(ctx, unlabelling(ctx.tenantId, contactId, labelIds));
  return removed.map(({ id }) => id);
};

export async function upsertContactAttribute(ctx: Ctx, contactId: string, attributeId: string, value: unknown): Promise<void> {
  await rows(
    ctx,
    sql`insert into contact_attributes (tenant_id, contact_id, attribute_id, value, updated_at)
        values (${ctx.tenantId}, ${contactId}, ${attributeId}, ${JSON.stringify(value)}::jsonb, ${ctx.clock.now()})
        on conflict (tenant_id, contact_id, attribute_id) do update set value = excluded.value, updated_at = excluded.updated_at`,
  );
}

export async function deleteContactAttribute(ctx: Ctx, contactId: string, attributeId: string): Promise<void> {
  await rows(
    ctx,
    sql`delete from contact_attributes
        where tenant_id = ${ctx.tenantId} and contact_id = ${contactId} and attribute_id = ${attributeId}`,
  );
}
