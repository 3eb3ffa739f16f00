import sql from 'sql-template-tag';
import type { EventData } from '../../registry/events.ts';
import { type Ctx, prepared, rows } from '../../storage/context.ts';

type ContactData = EventData<'contact.created'>;

const selecting = prepared(
  'contact_data',
  sql`select k.id, k.first_name as "firstName", k.last_name as "lastName", k.is_subscribed as "isSubscribed",
        coalesce(k.display_name, nullif(concat_ws(' ', k.first_name, k.last_name), ''), (array_agg(h.value order by h.created_at, h.id))[1]) as "displayName",
        max(h.value) filter (where h.type = 'phone_number' and h.is_primary) as "phoneNumber",
        max(h.value) filter (where h.type = 'email' and h.is_primary) as email
      from contacts k left join handles h on h.tenant_id = k.tenant_id and h.contact_id = k.id
      where k.tenant_id = $1 and k.id = any($2::uuid[])
      group by k.tenant_id, k.id order by k.id`,
);

/** Returns the event data of these contacts, with one statement. */
export const contactDataOf = (ctx: Ctx, ids: string[]): Promise<ContactData[]> =>
  ids.length === 0 ? Promise.resolve([]) : rows<ContactData>(ctx, selecting(ctx.tenantId, ids));
