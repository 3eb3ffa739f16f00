import sql, { type Sql } from 'sql-template-tag';
import { type ListField, type NamedField, planSearch, type Searchable, type SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { Contact } from './contact.ts';
import { type ContactJson, contactJson, reviveContact } from './contact-json.store.ts';
import { addressPrefix, type HandleType } from './handle-match.ts';
import { findNamed } from './names.store.ts';

const primaryValue = (type: HandleType): Sql =>
  sql`(select ph.value from handles ph where ph.tenant_id = k.tenant_id and ph.contact_id = k.id and ph.type = ${type} and ph.is_primary)`;

/** Erased contacts keep their row. */
const thoseThereAre = sql`(select * from contacts where erased_at is null) k`;

const fullName = sql`nullif(concat_ws(' ', k.first_name, k.last_name), '')`;

/** Returns the field `labelId` of a search, for rows with this contact. */
export const labelField = (tenantId: Sql, contactId: Sql): ListField => ({
  sql: sql`cl.label_id`,
  type: 'id',
  some: (condition) =>
    sql`exists (select 1 from contact_labels cl where cl.tenant_id = ${tenantId} and cl.contact_id = ${contactId} and ${condition})`,
});

/** Returns the fields `attributes.<externalId>` of a search, for rows with this contact. Each choice of a multi_select is a value. */
export const attributeFields =
  (tenantId: Sql, contactId: Sql): NamedField =>
  (externalId) => ({
    sql: sql`av.value`,
    type: 'json',
    some: (condition) =>
      sql`exists (select 1 from attributes a
        join contact_attributes ca on ca.tenant_id = a.tenant_id and ca.attribute_id = a.id
        cross join jsonb_array_elements(case jsonb_typeof(ca.value) when 'array' then ca.value else jsonb_build_array(ca.value) end) av(value)
        where a.tenant_id = ${tenantId} and a.external_id = ${externalId} and ca.contact_id = ${contactId} and ${condition})`,
  });

/** Sorts after every character, so that a prefix ends a range. */
const LAST_CHARACTER = '\u{10ffff}';

/** Returns the condition of a searched text that is the beginning of a phone number or an address, for rows with this contact. */
export const searchByAddress =
  (tenantId: Sql, contactId: Sql) =>
  (part: string): Sql | undefined => {
    const prefix = addressPrefix(part);
    if (prefix === undefined) return undefined;
    return sql`exists (select 1 from handles ha where ha.tenant_id = ${tenantId} and ha.contact_id = ${contactId}
      and ha.match_value collate "C" >= ${prefix} and ha.match_value collate "C" < ${prefix + LAST_CHARACTER})`;
  };

const ofContact = [sql`k.tenant_id`, sql`k.id`] as const;

const searchable: Searchable = {
  fields: {
    id: { sql: sql`k.id`, type: 'id' },
    createdAt: { sql: sql`k.created_at`, type: 'time' },
    updatedAt: { sql: sql`k.updated_at`, type: 'time' },
    firstName: { sql: sql`k.first_name`, type: 'text', nullable: true },
    lastName: { sql: sql`k.last_name`, type: 'text', nullable: true },
    fullName: { sql: fullName, type: 'text', nullable: true },
    isSubscribed: { sql: sql`k.is_subscribed`, type: 'boolean' },
    phoneNumber: { sql: primaryValue('phone_number'), type: 'text', nullable: true },
    email: { sql: primaryValue('email'), type: 'text', nullable: true },
    labelId: labelField(...ofContact),
    'attributes.*': attributeFields(...ofContact),
  },
  searchIn: sql`concat_ws(' ', k.first_name, k.last_name, k.display_name)`,
  searchBy: searchByAddress(...ofContact),
  candidatesBy: sql`k.id`,
  defaultSort: 'desc(createdAt)',
};

/** Returns the condition of a search filter on contacts `k`. */
export const contactFilter = (query: string): Sql => planSearch(searchable, { query }).where;
/** Throws if a contact search is invalid. */
export const checkContactSearch = (request: SearchRequest): void => void planSearch(searchable, request);

export async function searchContacts(ctx: Ctx, request: SearchRequest): Promise<Found<Contact>> {
  const columns = sql`${contactJson('k')} as contact`;
  const source = { from: thoseThereAre, tenant: sql`k.tenant_id`, columns, searchable, candidates: findNamed };
  const found = await search<{ contact: ContactJson }>(ctx, source, request);
  return { ...found, items: found.items.map((row) => reviveContact(row.contact)) };
}
