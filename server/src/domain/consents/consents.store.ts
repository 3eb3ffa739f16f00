import sql, { raw, type Sql } from 'sql-template-tag';
import { type Ctx, idFor, prepared, row, rows } from '../../storage/context.ts';
import { type ChannelType, channelDefinitions } from '../channels/index.ts';
import type { Consent, ConsentSource, CurrentConsent, NewStatement, Purpose } from './consent.ts';

const inserting = prepared(
  'insert_consents',
  sql`insert into consents (tenant_id, id, handle_id, channel_id, channel_type, purpose, state, source, evidence, at, recorded_at)
      select $1, s.id, s.handle_id, s.channel_id, s.channel_type, s.purpose, s.state, s.source, s.evidence, s.at, $11
      from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[], $10::timestamptz[])
        as s(id, handle_id, channel_id, channel_type, purpose, state, source, evidence, at)`,
);

/** Inserts statements in order. Returns their ids. */
export async function insertStatements(ctx: Ctx, statements: NewStatement[]): Promise<string[]> {
  const ids = statements.map(() => idFor(ctx));
  if (ids.length === 0) return ids;
  await rows(
    ctx,
    inserting(
      ctx.tenantId,
      ids,
      statements.map((one) => one.handleId),
      statements.map((one) => one.channelId),
      statements.map((one) => one.channelType),
      statements.map((one) => one.purpose),
      statements.map((one) => one.state),
      statements.map((one) => one.source),
      statements.map((one) => JSON.stringify(one.evidence)),
      statements.map((one) => one.at),
      ctx.clock.now(),
    ),
  );
  return ids;
}

const comparing = prepared(
  'known_consents',
  sql`select s.n::int as n
      from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[]) with ordinality
        as s(handle_id, channel_id, channel_type, purpose, state, at, source, n)
      cross join lateral (
        select k.state, k.at from consents k
        where k.tenant_id = $1 and k.handle_id = s.handle_id and k.purpose = s.purpose
          and (k.channel_id is null or k.channel_id = s.channel_id) and (k.channel_type is null or k.channel_type = s.channel_type)
        order by k.at desc, k.id desc limit 1) latest
      where (latest.state = s.state and (s.state = 'granted' or s.source = 'provider' or s.at <= latest.at)
          and not exists (select 1 from consents k -- what was said since of one channel, where this is about several
            where k.tenant_id = $1 and k.handle_id = s.handle_id and k.purpose = s.purpose and s.channel_id is null and k.channel_id is not null
              and (s.channel_type is null or k.channel_type = s.channel_type) and k.state <> s.state and k.at >= latest.at))
        or exists (select 1 from consents k where k.tenant_id = $1 and k.handle_id = s.handle_id and k.purpose = s.purpose and k.at = s.at and k.state = s.state
          and k.channel_id is not distinct from s.channel_id and k.channel_type is not distinct from s.channel_type)`,
);

/** Returns the statements that say something new: providers repeat their callbacks. */
export async function withoutRepeats(ctx: Ctx, statements: NewStatement[]): Promise<NewStatement[]> {
  if (statements.length === 0) return [];
  const known = await rows<{ n: number }>(
    ctx,
    comparing(
      ctx.tenantId,
      statements.map((one) => one.handleId),
      statements.map((one) => one.channelId),
      statements.map((one) => one.channelType),
      statements.map((one) => one.purpose),
      statements.map((one) => one.state),
      statements.map((one) => one.at),
      statements.map((one) => one.source),
    ),
  );
  const repeated = new Set(known.map(({ n }) => n));
  return statements.filter((_, i) => !repeated.has(i + 1));
}

/**
 * Returns SQL for the id of the handle that has the statements of a handle. With coalesce() the plan did not use the index on handles and
 * covered all statements of the tenant (row-level security requires leakproof conditions).
 */
const rootOf = (handle: Sql): Sql => sql`case when ${handle}.alias_of is null then ${handle}.id else ${handle}.alias_of end`;

/** Returns SQL for the latest statement on each purpose that covers a channel, as JSON. `handle` and `channel` are aliases of the outer query. */
export const currentJson = (handle: string, channel: string): Sql => {
  const [h, ch] = [raw(handle), raw(channel)];
  return sql`(select json_object_agg(s.purpose, json_build_object('state', s.state, 'at', s.at)) from (
    select distinct on (s.purpose) s.purpose, s.state, s.at from consents s
    where s.tenant_id = ${h}.tenant_id and s.handle_id = ${rootOf(h)} and (s.channel_id is null or s.channel_id = ${ch}.id)
      and (s.channel_type is null or s.channel_type = ${ch}.type)
    order by s.purpose, s.at desc, s.id desc) s)`;
};

export type CurrentJson = Partial<Record<Purpose, { state: 'granted' | 'withdrawn'; at: string }>> | null;

export function reviveCurrent(json: CurrentJson): CurrentConsent {
  const entries = Object.entries(json ?? {}).map(([purpose, { state, at }]) => [purpose, { state, at: new Date(at) }]);
  return Object.fromEntries(entries) as CurrentConsent;
}

const windowless = Object.entries(channelDefinitions).flatMap(([type, { window }]) => (window === null ? [`'${type}'`] : []));

/**
 * Returns SQL for the time of arrival of the contact's last message in a chat. It is null where it does not matter, and no message is
 * read: on channels with a messaging window, and for contacts without a statement.
 */
export const lastInboundAt = (chat: string, handle: string, channel: string): Sql => {
  const [c, h, ch] = [raw(chat), raw(handle), raw(channel)];
  return sql`case when ${ch}.type in (${raw(windowless.join(', '))})
      and exists (select 1 from consents s where s.tenant_id = ${h}.tenant_id and s.handle_id = ${rootOf(h)})
    then (select i.created_at from messages i where i.tenant_id = ${c}.tenant_id and i.chat_id = ${c}.id and i.sender = 'inbound'
      and i.content->>'isAutomatic' is null order by i.id desc limit 1) end`;
};

/** Returns SQL that is true if the latest statement on a purpose withdraws it. `root` is the id of the handle with the statements. */
export const isWithdrawn = (ctx: Ctx, root: Sql, channel: { id: string; type: ChannelType }, purpose: Purpose): Sql =>
  sql`coalesce((select s.state = 'withdrawn' from consents s
    where s.tenant_id = ${ctx.tenantId} and s.handle_id = ${root} and s.purpose = ${purpose}
      and (s.channel_id is null or s.channel_id = ${channel.id}) and (s.channel_type is null or s.channel_type = ${channel.type})
    order by s.at desc, s.id desc limit 1), false)`;

const inChat = prepared(
  'consent_in_chat',
  sql`select ${currentJson('h', 'ch')} as current, ${lastInboundAt('c', 'h', 'ch')} as "lastInboundAt"
      from chats c join handles h on h.tenant_id = c.tenant_id and h.id = c.handle_id
      join channels ch on ch.tenant_id = c.tenant_id and ch.id = c.channel_id
      where c.tenant_id = $1 and c.id = $2`,
);

/** Returns the consent for a message in a chat. */
export async function selectConsentInChat(
  ctx: Ctx,
  chatId: string,
): Promise<{ current: CurrentConsent; lastInboundAt: Date | null }> {
  const found = await row<{ current: CurrentJson; lastInboundAt: Date | null }>(ctx, inChat(ctx.tenantId, chatId));
  return { current: reviveCurrent(found?.current ?? null), lastInboundAt: found?.lastInboundAt ?? null };
}

export const consentColumns = sql`s.id, s.handle_id as "handleId", h.contact_id as "contactId", s.channel_id as "channelId",
  s.channel_type as "channelType", s.purpose, s.state, s.source, s.evidence, s.at, s.recorded_at as "recordedAt",
  json_build_object('id', h.id, 'type', h.type, 'value', h.value) as handle`;

export const consentSource = sql`consents s join handles h on h.tenant_id = s.tenant_id and h.id = s.handle_id`;

export const selectConsents = (ctx: Ctx, ids: string[]): Promise<Consent[]> =>
  rows<Consent>(
    ctx,
    sql`select ${consentColumns} from ${consentSource} where s.tenant_id = ${ctx.tenantId} and s.id = any(${ids}::uuid[]) order by s.id`,
  );

export type Root = { handleId: string; rootId: string; contactId: string };

/** Returns the handle that has the statements of each handle: itself, or the one it is an alias of. */
export const selectRoots = (ctx: Ctx, handleIds: string[]): Promise<Root[]> =>
  rows<Root>(
    ctx,
    sql`select h.id as "handleId", coalesce(h.alias_of, h.id) as "rootId", h.contact_id as "contactId" from handles h
        join contacts k on k.tenant_id = h.tenant_id and k.id = h.contact_id and k.erased_at is null
        where h.tenant_id = ${ctx.tenantId} and h.id = any(${handleIds}::uuid[])`,
  );

/** Returns the handles of a contact that can have statements: all but aliases. */
export const selectRootsOf = async (ctx: Ctx, contactId: string): Promise<string[]> => {
  const statement = sql`select id from handles where tenant_id = ${ctx.tenantId} and contact_id = ${contactId} and alias_of is null order by id`;
  return (await rows<{ id: string }>(ctx, statement)).map(({ id }) => id);
};

/**
 * Returns handles without a statement on marketing, of contacts who have withdrawn it at every other handle. Looks each contact up by its
 * key, also while statistics of the tables are older than an import.
 */
export const selectNewAtStopped = async (ctx: Ctx, contactIds: string[]): Promise<string[]> => {
  const found = await rows<{ id: string }>(
    ctx,
    sql`select h.id from unnest(${contactIds}::uuid[]) as w(id)
          cross join lateral (select id from contacts where tenant_id = ${ctx.tenantId} and id = w.id and not is_subscribed offset 0) k
          cross join lateral (select id from handles where tenant_id = ${ctx.tenantId} and contact_id = k.id and alias_of is null offset 0) h
        where not exists (
          select 1 from consents s where s.tenant_id = ${ctx.tenantId} and s.handle_id = h.id and s.purpose = 'marketing' offset 0)`,
  );
  return found.map(({ id }) => id);
};

/** Deletes the evidence of a contact's statements, which is personal data. The statements stay. */
export const emptyEvidence = (ctx: Ctx, contactId: string) =>
  rows(
    ctx,
    sql`update consents s set evidence = '{}' from handles h
        where h.tenant_id = ${ctx.tenantId} and h.contact_id = ${contactId} and s.tenant_id = ${ctx.tenantId} and s.handle_id = h.id`,
  );

export type StateRow = {
  handleId: string;
  handleType: string;
  handleValue: string;
  channelId: string;
  channelType: ChannelType;
  channelName: string;
  purpose: Purpose;
  consentId: string | null;
  state: 'granted' | 'withdrawn' | null;
  source: ConsentSource | null;
  at: Date | null;
};

const reachable = Object.entries(channelDefinitions).flatMap(([type, { reaches }]) =>
  reaches.map((kind) => `('${type}', '${kind}')`),
);

/** Returns the consent at a time for each handle of a contact, on each channel that reaches it. */
export const selectStates = (ctx: Ctx, contactId: string, asOf: Date, channelId: string | null, most: number) =>
  rows<StateRow>(
    ctx,
    sql`select h.id as "handleId", h.type as "handleType", h.value as "handleValue", ch.id as "channelId", ch.type as "channelType",
          ch.name as "channelName", p.purpose, s.id as "consentId", s.state, s.source, s.at
        from handles h
        join (values ${raw(reachable.join(', '))}) as r(channel_type, handle_type) on r.handle_type = h.type
        join channels ch on ch.tenant_id = h.tenant_id and ch.type = r.channel_type
          and (${channelId}::uuid is null or ch.id = ${channelId})
        cross join unnest(array['marketing', 'utility', 'service']) with ordinality as p(purpose, n)
        left join lateral (
          select s.id, s.state, s.source, s.at from consents s
          where s.tenant_id = h.tenant_id and s.handle_id = ${rootOf(raw('h'))} and s.purpose = p.purpose and s.at <= ${asOf}
            and (s.channel_id is null or s.channel_id = ch.id) and (s.channel_type is null or s.channel_type = ch.type)
          order by s.at desc, s.id desc limit 1) s on true
        where h.tenant_id = ${ctx.tenantId} and h.contact_id = ${contactId}
        order by h.created_at, h.id, ch.created_at, ch.id, p.n limit ${most}`,
  );
