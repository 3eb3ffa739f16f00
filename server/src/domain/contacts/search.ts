import sql, { type Sql } from 'sql-template-tag';
import { planSearch, type Searchable, type SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { Contact } from './contact.ts';
import { type ContactJson, contactJson, reviveContact } from './contact-json.store.ts';
import type { HandleType } from './handle-match.ts';

const primaryValue = (type: HandleType): Sql =>
  sql`(select ph.value from handles ph where ph.tenant_id = k.tenant_id and ph.contact_id = k.id and ph.type = ${type} and ph.is_primary)`;

/** Erased contacts keep their row. */
const thoseThereAre = sql`(select * from contacts where erased_at is null) k`;

const fullName = sql`nullif(concat_ws(' ', k.first_name, k.last_name), '')`;

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
  },
  searchIn: sql`concat_ws(' ', k.first_name, k.last_name, k.display_name)`,
  defaultSort: 'desc(createdAt)',
};

/** Returns the condition of a search filter on contacts `k`. */
export const contactFilter = (query: string): Sql => planSearch(searchable, { query }).where;
/** Throws if a contact search is invalid. */
export const checkContactSearch = (request: SearchRequest): void => void planSearch(searchable, request);

export async function searchContacts(ctx: Ctx, request: SearchRequest): Promise<Found<Contact>> {
  const source = { from: thoseThereAre, tenant: sql`k.tenant_id`, columns: sql`${contactJson('k')} as contact`, searchable };
  const found = await search<{ contact: ContactJson }>(ctx, source, request);
  return { ...found, items: found.items.map((row) => reviveContact(row.contact)) };
}
