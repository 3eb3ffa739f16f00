import sql from 'sql-template-tag';
import { type Ctx, prepared, rows } from '../../storage/context.ts';
import { type HandleType, matchValue } from './handle-match.ts';

/** A handle as it was asked for, and the one it stands for: the one it is an alias of, where that can be reached, or itself. */
export type KnownHandle = {
  id: string;
  type: HandleType;
  value: string;
  contactId: string;
  matchType: HandleType;
  matchValue: string;
};

/** What messages say of a contact. */
export type Person = {
  id: string;
  firstName: string | null;
  lastName: string | null;
  phoneNumber: string | null;
  email: string | null;
  isSubscribed: boolean;
};

type Asked = { type: HandleType; value: string };

const known = prepared(
  'known_handles',
  sql`select base.id, base.type, base.value, base.contact_id as "contactId", h.type as "matchType", h.match_value as "matchValue"
      from unnest($2::text[], $3::text[]) as asked(type, match_value) -- each by its key, one after the other: never by all there are
      cross join lateral (
        select * from handles where tenant_id = $1 and type = asked.type and match_value = asked.match_value offset 0) h
      cross join lateral (select coalesce(
        (select a.id from handles a where a.tenant_id = $1 and a.id = h.alias_of and a.type = any($4::text[])), h.id) as id offset 0) b
      cross join lateral (select * from handles where tenant_id = $1 and id = b.id offset 0) base`,
);

export const selectKnownHandles = (ctx: Ctx, asked: Asked[], reachable: readonly HandleType[]): Promise<KnownHandle[]> =>
  rows<KnownHandle>(
    ctx,
    known(
      ctx.tenantId,
      asked.map((one) => one.type),
      asked.map((one) => matchValue(one.type, one.value)),
      reachable,
    ),
  );

const people = prepared(
  'people',
  sql`select k.id, k.first_name as "firstName", k.last_name as "lastName", k.is_subscribed as "isSubscribed",
        (select h.value from handles h where h.tenant_id = $1 and h.contact_id = k.id and h.type = 'phone_number' and h.is_primary) as "phoneNumber",
        (select h.value from handles h where h.tenant_id = $1 and h.contact_id = k.id and h.type = 'email' and h.is_primary) as email
      from contacts k where k.tenant_id = $1 and k.id = any($2::uuid[])`,
);

export const selectPeople = async (ctx: Ctx, ids: string[]): Promise<Map<string, Person>> =>
  new Map((await rows<Person>(ctx, people(ctx.tenantId, ids))).map((person) => [person.id, person]));

const insertingPeople = prepared(
  'insert_people',
  sql`insert into contacts (tenant_id, id, display_name, is_subscribed, created_at, updated_at)
      select $1, p.id, p.name, true, $4, $4 from unnest($2::uuid[], $3::text[]) as p(id, name)`,
);

export async function insertPeople(ctx: Ctx, made: { id: string; name: string | null }[]): Promise<void> {
  const ids = made.map((one) => one.id);
  const names = made.map((one) => one.name);
  await rows(ctx, insertingPeople(ctx.tenantId, ids, names, ctx.clock.now()));
}

/** Contacts that were made a moment ago for somebody who turned out to be known. */
export const removePeople = (ctx: Ctx, ids: string[]) =>
  rows(ctx, sql`delete from contacts where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`);

export type MissingHandle = Asked & { id: string; contactId: string; aliasOf: string | null };

const insertingHandles = prepared(
  'insert_missing_handles',
  sql`insert into handles (tenant_id, id, contact_id, type, value, match_value, is_primary, alias_of, created_at, updated_at)
      select $1, h.id, h.contact_id, h.type, h.value, h.match_value,
        row_number() over (partition by h.contact_id, h.type order by h.n) = 1 and not exists (
          select 1 from handles p where p.tenant_id = $1 and p.contact_id = h.contact_id and p.type = h.type and p.is_primary),
        h.alias_of, $8, $8
      from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[])
        with ordinality as h(id, contact_id, type, value, match_value, alias_of, n)
      order by h.type, h.match_value
      on conflict do nothing returning id`,
);

/**
 * Answers which of them were really missing. The first of its type is the contact's primary one. They go in in the order of
 * their addresses, so that two who bring the same people at once cannot wait for each other.
 */
export async function insertMissingHandles(ctx: Ctx, missing: MissingHandle[]): Promise<string[]> {
  const inserted = await rows<{ id: string }>(
    ctx,
    insertingHandles(
      ctx.tenantId,
      missing.map((one) => one.id),
      missing.map((one) => one.contactId),
      missing.map((one) => one.type),
      missing.map((one) => one.value),
      missing.map((one) => matchValue(one.type, one.value)),
      missing.map((one) => one.aliasOf),
      ctx.clock.now(),
    ),
  );
  return inserted.map((one) => one.id);
}
