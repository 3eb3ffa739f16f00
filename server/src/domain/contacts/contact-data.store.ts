import sql from 'sql-template-tag';
import type { EventData } from '../../registry/events.ts';
import { type Ctx, prepared, rows } from '../../storage/context.ts';

type ContactData = EventData<'contact.created'>;

/** Looks each contact up by its key, also while statistics of the tables are older than an import. */
const selecting = prepared(
  'contact_data',
  sql`select k.id, k.first_name as "firstName", k.last_name as "lastName", k.is_subscribed as "isSubscribed",
        coalesce(k.display_name, nullif(concat_ws(' ', k.first_name, k.last_name), ''), h.first) as "displayName", h."phoneNumber", h.email
      from (select distinct unnest($2::uuid[]) as id) w
        cross join lateral (select * from contacts where tenant_id = $1 and id = w.id offset 0) k
        cross join lateral (select (array_agg(value order by created_at, id))[1] as first,
            max(value) filter (where type = 'phone_number' and is_primary) as "phoneNumber",
            max(value) filter (where type = 'email' and is_primary) as email
          from handles where tenant_id = $1 and contact_id = w.id) h
      order by k.id`,
);

/** Returns the event data of these contacts, with one statement. */
export const contactDataOf = (ctx: Ctx, ids: string[]): Promise<ContactData[]> =>
  ids.length === 0 ? Promise.resolve([]) : rows<ContactData>(ctx, selecting(ctx.tenantId, ids));
