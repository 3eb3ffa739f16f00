import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { NIL_ID } from '../../platform/ids.ts';
import { type Ctx, row } from '../../storage/context.ts';
import { type Channel, channelDefinitions } from '../channels/index.ts';
import { isWithdrawn, type Purpose } from '../consents/index.ts';
import { contactFilter, type HandleType } from '../contacts/index.ts';
import type { Audience } from './campaign.ts';

type AudienceQuery = { id: string; audience: Audience; automationId: string | null; purpose: Purpose };

/**
 * Returns a query for the next contacts of an audience, as input for `planRecipients`: the listed contact, the contact it was merged
 * into if any, whether consent was withdrawn for this purpose and channel, and the values of the content's placeholders. `is_there` is false
 * for a deleted contact.
 */
export const audiencePage = (
  ctx: Ctx,
  { id, audience, automationId, purpose }: AudienceQuery,
  channel: Channel,
  placeholders: string[],
  after: string | null,
  limit: number,
): Sql =>
  sql`select page.contact_id as listed_id, coalesce(k.id, page.contact_id) as contact_id, k.id is not null as is_there, h.id as handle_id,
        ${isWithdrawn(ctx, sql`h.root_id`, channel, purpose)} as is_withdrawn,
        jsonb_build_object(${automationId === null ? sql`'contact', ${contactOf(placeholders)},` : empty} 'variables', page.variables) as parameters
      ${withContacts(ctx, pageOf(ctx, id, audience, after ?? NIL_ID, limit), channel)}`;

/** Joins the contacts of a page, as they are after merges, and their addresses on the channel. */
const withContacts = (ctx: Ctx, page: Sql, channel: Channel): Sql =>
  sql`from (${page}) page
      left join lateral (select contact_id from merged_contacts where tenant_id = ${ctx.tenantId} and id = page.contact_id offset 0) m on true
      cross join lateral (select coalesce(m.contact_id, page.contact_id) as id offset 0) now
      left join lateral (select * from contacts
        where tenant_id = ${ctx.tenantId} and id = now.id and erased_at is null offset 0) k on true
      left join lateral (${handleOf(ctx, channelDefinitions[channel.type].reaches)}) h on true`;

/** The contacts of an audience by what a campaign would do with them. Merged contacts count once. */
export type AudienceCounts = { listed: number; reachable: number; withoutAddress: number; unsubscribed: number };

/** Counts at most so many contacts of an audience that has no campaign yet. */
export async function countAudience(
  ctx: Ctx,
  wanted: { audience: CountedAudience; channel: Channel; purpose: Purpose },
  limit: number,
): Promise<AudienceCounts> {
  const { audience, channel, purpose } = wanted;
  const page =
    audience.kind === 'contacts'
      ? sql`select id as contact_id from unnest(${audience.contactIds}::uuid[]) as given(id) limit ${limit}`
      : pageOf(ctx, NIL_ID, audience, NIL_ID, limit);
  const counts = await row<AudienceCounts>(
    ctx,
    sql`with people as (
          select distinct on (k.id) k.id, h.id as handle_id, ${isWithdrawn(ctx, sql`h.root_id`, channel, purpose)} as is_withdrawn
          ${withContacts(ctx, page, channel)} where k.id is not null)
        select count(*)::int as listed, count(*) filter (where handle_id is not null and not is_withdrawn)::int as reachable,
          count(*) filter (where handle_id is null)::int as "withoutAddress",
          count(*) filter (where handle_id is not null and is_withdrawn)::int as unsubscribed
        from people`,
  );
  return counts ?? { listed: 0, reachable: 0, withoutAddress: 0, unsubscribed: 0 };
}

export type CountedAudience =
  | { kind: 'contacts'; contactIds: string[] }
  | Extract<Audience, { kind: 'query' | 'labels' | 'all' }>;

/** Returns one page of contact ids, in order. Each kind of audience has an index for it. */
function pageOf(ctx: Ctx, campaignId: string, audience: Audience, after: string, limit: number): Sql {
  const noVariables = sql`'{}'::jsonb as variables`;
  switch (audience.kind) {
    case 'contacts':
    case 'upload':
      return sql`select contact_id, variables from campaign_audience
        where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId} and contact_id > ${after} order by contact_id limit ${limit}`;
    case 'labels':
      return sql`select distinct l.contact_id, ${noVariables} from unnest(${audience.labelIds}::uuid[]) as wanted(id)
        cross join lateral (select contact_id from contact_labels
          where tenant_id = ${ctx.tenantId} and label_id = wanted.id and contact_id > ${after} order by contact_id limit ${limit}) l
        order by l.contact_id limit ${limit}`;
    case 'all':
    case 'query':
      return sql`select k.id as contact_id, ${noVariables} from contacts k
        where k.tenant_id = ${ctx.tenantId} and k.id > ${after} ${audience.kind === 'query' ? sql`and ${contactFilter(audience.query)}` : empty}
        order by k.id limit ${limit}`;
    default:
      return audience satisfies never;
  }
}

/** Selects the default address of a contact, as `chooseHandle` does for a single message. */
const handleOf = (ctx: Ctx, types: readonly HandleType[]): Sql =>
  sql`select id, coalesce(alias_of, id) as root_id from handles where tenant_id = ${ctx.tenantId} and contact_id = k.id and type = any(${types}::text[])
      order by is_primary desc, array_position(${types}::text[], type), created_at, id limit 1`;

const primary = (type: HandleType): Sql =>
  sql`(select p.value from handles p where p.tenant_id = k.tenant_id and p.contact_id = k.id and p.type = ${type} and p.is_primary)`;
const fullName = sql`nullif(concat_ws(' ', k.first_name, k.last_name), '')`;

const fields: Record<string, Sql> = {
  id: sql`k.id`,
  firstName: sql`k.first_name`,
  lastName: sql`k.last_name`,
  fullName,
  displayName: sql`coalesce(k.display_name, ${fullName})`,
  phoneNumber: primary('phone_number'),
  email: primary('email'),
  isSubscribed: sql`k.is_subscribed`,
  labels: sql`(select coalesce(json_agg(l.name order by l.name), '[]') from contact_labels cl
    join labels l on l.tenant_id = cl.tenant_id and l.id = cl.label_id where cl.tenant_id = k.tenant_id and cl.contact_id = k.id)`,
};

const attributes = (externalIds: string[]): Sql =>
  sql`(select coalesce(json_object_agg(a.external_id, ca.value), '{}') from contact_attributes ca
    join attributes a on a.tenant_id = ca.tenant_id and a.id = ca.attribute_id
    where ca.tenant_id = k.tenant_id and ca.contact_id = k.id and a.external_id = any(${externalIds}::text[]))`;

/** Selects only the contact fields that placeholders use: for a million contacts, the others cost too much. */
function contactOf(placeholders: string[]): Sql {
  const named = placeholders.map((path) => path.split('.')).filter(([root]) => root === 'contact');
  const plain = [...new Set(named.map(([, field = '']) => field))].filter((field) => Object.hasOwn(fields, field));
  const externalIds = named.flatMap(([, field, ...inside]) => (field === 'attributes' ? [inside.join('.')] : []));
  const pairs = plain.map((field) => sql`'${raw(field)}', ${fields[field]}`);
  if (externalIds.length > 0) pairs.push(sql`'attributes', ${attributes([...new Set(externalIds)])}`);
  return pairs.length === 0 ? sql`'{}'::json` : sql`json_build_object(${join(pairs)})`;
}
