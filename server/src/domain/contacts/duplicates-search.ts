import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { ContactDuplicate } from './phone-matches.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`h.id`, type: 'id' },
    contactId: { sql: sql`h.contact_id`, type: 'id' },
    otherContactId: { sql: sql`o.contact_id`, type: 'id' },
  },
  searchIn: sql`h.value`,
  defaultSort: 'asc(id)',
};

/** Contacts that can be merged because their phone numbers turned out to be the same. Merged ones are no longer reported. */
export const searchDuplicates = (ctx: Ctx, request: SearchRequest): Promise<Found<ContactDuplicate>> =>
  search<ContactDuplicate>(
    ctx,
    {
      from: sql`(select * from handles where duplicate_of is not null) h
        join handles o on o.tenant_id = h.tenant_id and o.id = h.duplicate_of and o.contact_id <> h.contact_id and o.value <> ''`,
      tenant: sql`h.tenant_id`,
      columns: sql`h.id, h.contact_id as "contactId", h.value as "phoneNumber", o.contact_id as "otherContactId",
        o.value as "otherPhoneNumber"`,
      searchable,
    },
    request,
  );
