import sql, { raw, type Sql } from 'sql-template-tag';
import type { Origin } from '../../platform/tracing.ts';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
import type { MessageStatus, MessageType, Pricing } from './message.ts';
import type { Message, StoredContent } from './message-data.ts';
import type { HistoryEntry, SendState, Track } from './status.ts';

/** A message as it is inserted. */
export type NewRow = {
  id: string;
  chatId: string;
  vendorId: string | null;
  sender: 'inbound' | 'outbound';
  type: MessageType;
  status: MessageStatus;
  text: string | null;
  content: StoredContent;
  sources: string[];
  /** The user whose token sent it. */
  authorUserId?: string | null;
  metadata: Record<string, unknown>;
  history: HistoryEntry[];
  sendState: SendState | null;
  scheduledAt: Date | null;
  timestamp: Date;
  /** The campaign of the message, if any. */
  campaign?: { id: string; recipientId: string };
  /** What caused it, if not the work of the context. */
  origin?: Origin | undefined;
};

const inserting = prepared(
  'insert_messages',
  sql`insert into messages (tenant_id, id, chat_id, vendor_id, sender, type, status, text, content, metadata, history, send_state,
        scheduled_at, "timestamp", sources, campaign_id, campaign_recipient_id, author_user_id, traceparent, created_at, updated_at)
      select $1, m.id, m.chat_id, m.vendor_id, m.sender, m.type, m.status, m.text, m.content, m.metadata, m.history, m.send_state,
        m.scheduled_at, m.at, string_to_array(m.sources, ','), m.campaign_id, m.recipient_id, m.author_user_id, m.traceparent, $18, $18
      from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::jsonb[], $10::jsonb[],
        $11::jsonb[], $12::text[], $13::timestamptz[], $14::timestamptz[], $15::text[], $16::uuid[], $17::uuid[], $19::uuid[],
        $20::text[])
        as m(id, chat_id, vendor_id, sender, type, status, text, content, metadata, history, send_state, scheduled_at, at, sources,
          campaign_id, recipient_id, author_user_id, traceparent)`,
);

export async function insertMessages(ctx: Ctx, made: NewRow[]): Promise<void> {
  if (made.length === 0) return;
  await rows(
    ctx,
    inserting(
      ctx.tenantId,
      made.map((one) => one.id),
      made.map((one) => one.chatId),
      made.map((one) => one.vendorId),
      made.map((one) => one.sender),
      made.map((one) => one.type),
      made.map((one) => one.status),
      made.map((one) => one.text),
      made.map((one) => JSON.stringify(one.content)),
      made.map((one) => JSON.stringify(one.metadata)),
      made.map((one) => JSON.stringify(one.history)),
      made.map((one) => one.sendState),
      made.map((one) => one.scheduledAt),
      made.map((one) => one.timestamp),
      made.map((one) => one.sources.join(',')),
      made.map((one) => one.campaign?.id ?? null),
      made.map((one) => one.campaign?.recipientId ?? null),
      ctx.clock.now(),
      made.map((one) => one.authorUserId ?? null),
      made.map((one) => (one.origin ?? ctx.origin)?.traceparent ?? null),
    ),
  );
  await linkFiles(
    ctx,
    made.flatMap(({ chatId, content }) =>
      (content.attachments ?? []).flatMap(({ fileId }) => (fileId ? { chatId, fileId } : [])),
    ),
  );
}

const linking = prepared(
  'link_chat_files',
  sql`insert into chat_files (tenant_id, file_id, chat_id)
      select distinct $1::uuid, f.file_id, f.chat_id from unnest($2::uuid[], $3::uuid[]) as f(file_id, chat_id)
      order by 2, 3 on conflict do nothing`,
);

/** Records in which chats files are: a user who does not see everything sees the files of visible chats. */
async function linkFiles(ctx: Ctx, links: { chatId: string; fileId: string }[]): Promise<void> {
  if (links.length === 0) return;
  await rows(
    ctx,
    linking(
      ctx.tenantId,
      links.map((one) => one.fileId),
      links.map((one) => one.chatId),
    ),
  );
}

const claiming = prepared(
  'claim_vendor_ids',
  sql`insert into message_vendor_ids (tenant_id, channel_id, vendor_id, message_id)
      select $1, $2, v.vendor_id, v.message_id from unnest($3::text[], $4::uuid[]) as v(vendor_id, message_id)
      on conflict do nothing returning vendor_id as "vendorId"`,
);

export type VendorId = { vendorId: string; messageId: string };

/** Stores vendor ids in the transaction of their messages. Returns those that are new on the channel. */
export async function claimVendorIds(ctx: Ctx, channelId: string, ids: VendorId[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const sorted = ids.toSorted((a, b) => (a.vendorId < b.vendorId ? -1 : 1));
  const claimed = await rows<{ vendorId: string }>(
    ctx,
    claiming(
      ctx.tenantId,
      channelId,
      sorted.map((one) => one.vendorId),
      sorted.map((one) => one.messageId),
    ),
  );
  return new Set(claimed.map((one) => one.vendorId));
}

export const selectVendorIds = async (ctx: Ctx, channelId: string, vendorIds: string[]): Promise<Map<string, string>> => {
  if (vendorIds.length === 0) return new Map();
  const known = await rows<VendorId>(
    ctx,
    sql`select vendor_id as "vendorId", message_id as "messageId" from message_vendor_ids
        where tenant_id = ${ctx.tenantId} and channel_id = ${channelId} and vendor_id = any(${vendorIds}::text[])`,
  );
  return new Map(known.map((one) => [one.vendorId, one.messageId]));
};

/** Selects the author of a message `m` as events carry it. The user may have been deleted. */
export const authorJson = sql`case when m.author_user_id is not null then json_build_object('userId', m.author_user_id, 'name',
    (select u.name from users u where u.tenant_id = m.tenant_id and u.id = m.author_user_id)) end`;

export const messageColumns = sql`${authorJson} as author, m.id, m.chat_id as "chatId", m.type, m.sender, m.sources, m.status, m.send_state as "sendState", m.text, m.content,
  m.errors, m.history, m.vendor_id as "vendorId", m.scheduled_at as "scheduledAt", m."timestamp", m.metadata,
  c.is_sensitive as "isSensitive",
  json_build_object('id', h.id, 'type', h.type, 'value', h.value) as handle,
  json_build_object('id', k.id, 'firstName', k.first_name, 'lastName', k.last_name,
    'phoneNumber', (select p.value from handles p where p.tenant_id = k.tenant_id and p.contact_id = k.id and p.type = 'phone_number' and p.is_primary),
    'email', (select p.value from handles p where p.tenant_id = k.tenant_id and p.contact_id = k.id and p.type = 'email' and p.is_primary)) as contact,
  json_build_object('id', ch.id, 'type', ch.type, 'name', ch.name) as channel`;

/** Joins a row by its key. `offset 0` forces a key lookup per row, also without table statistics. */
export const byKey = (table: string, alias: string, id: string): Sql =>
  sql`cross join lateral (select * from ${raw(table)} where tenant_id = $1 and id = ${raw(id)} offset 0) ${raw(alias)}`;

const byIds = prepared(
  'messages_by_ids',
  sql`select ${messageColumns} from (select unnest($2::uuid[]) as id) wanted ${byKey('messages', 'm', 'wanted.id')}
      ${byKey('chats', 'c', 'm.chat_id')} ${byKey('handles', 'h', 'c.handle_id')} ${byKey('contacts', 'k', 'c.contact_id')}
      ${byKey('channels', 'ch', 'c.channel_id')} order by m.id`,
);

export const selectMessages = (ctx: Ctx, ids: string[]): Promise<Message[]> =>
  ids.length === 0 ? Promise.resolve([]) : rows<Message>(ctx, byIds(ctx.tenantId, ids));

export const selectMessage = async (ctx: Ctx, id: string): Promise<Message | undefined> => (await selectMessages(ctx, [id]))[0];

/** Returns the time of a message as a cursor holds it. */
export const selectTime = async (ctx: Ctx, id: string): Promise<string | undefined> => {
  const statement = sql`select "timestamp"::text as at from messages where tenant_id = ${ctx.tenantId} and id = ${id}`;
  return (await row<{ at: string }>(ctx, statement))?.at;
};

export type Tracked = Track & { id: string; vendorId: string | null; recipientId: string | null; traceparent: string | null };

const locking = prepared(
  'lock_messages',
  sql`select m.id, m.vendor_id as "vendorId", m.status, m.send_state as "sendState", m.history, m.errors,
        m.campaign_recipient_id as "recipientId", m.traceparent
      from messages m join chats c on c.tenant_id = m.tenant_id and c.id = m.chat_id
      where m.tenant_id = $1 and c.channel_id = $2 and m.id = any($3::uuid[]) order by m.id for update of m`,
);

/** Locks messages of this channel in the order of their ids, so that two batches cannot deadlock. */
export const lockMessages = (ctx: Ctx, channelId: string, ids: string[]): Promise<Tracked[]> =>
  ids.length === 0 ? Promise.resolve([]) : rows<Tracked>(ctx, locking(ctx.tenantId, channelId, ids));

const tracking = prepared(
  'track_messages',
  sql`update messages m set status = t.status, send_state = t.send_state, history = t.history, errors = t.errors,
        vendor_id = coalesce(m.vendor_id, t.vendor_id), updated_at = $8
      from unnest($2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::jsonb[], $7::text[]) as t(id, status, send_state, history, errors, vendor_id)
      where m.tenant_id = $1 and m.id = t.id`,
);

export async function updateMessages(ctx: Ctx, tracked: Tracked[]): Promise<void> {
  if (tracked.length === 0) return;
  await rows(
    ctx,
    tracking(
      ctx.tenantId,
      tracked.map((one) => one.id),
      tracked.map((one) => one.status),
      tracked.map((one) => one.sendState),
      tracked.map((one) => JSON.stringify(one.history)),
      tracked.map((one) => JSON.stringify(one.errors)),
      tracked.map((one) => one.vendorId),
      ctx.clock.now(),
    ),
  );
}

const pricing = prepared(
  'keep_pricing',
  sql`update messages m set content = jsonb_set(m.content, '{details}',
        coalesce(nullif(m.content->'details', 'null'), '{}') || jsonb_build_object('pricing', p.pricing))
      from unnest($2::uuid[], $3::jsonb[]) as p(id, pricing)
      where m.tenant_id = $1 and m.id = p.id and m.content->'details'->'pricing' is distinct from p.pricing`,
);

/** Stores the prices of messages. The caller has locked them. A repeat writes nothing. */
export async function savePricing(ctx: Ctx, priced: { id: string; pricing: Pricing }[]): Promise<void> {
  if (priced.length === 0) return;
  const ids = priced.map(({ id }) => id);
  const prices = priced.map((one) => JSON.stringify(one.pricing));
  await rows(ctx, pricing(ctx.tenantId, ids, prices));
}

/** Returns the unread outbound messages to a handle up to a time. */
export const selectUnseen = async (
  ctx: Ctx,
  channelId: string,
  handleId: string,
  upTo: Date,
  withOpen: boolean,
): Promise<string[]> => {
  const unseen = await rows<{ id: string }>(
    ctx,
    sql`select m.id from messages m join chats c on c.tenant_id = m.tenant_id and c.id = m.chat_id
        where m.tenant_id = ${ctx.tenantId} and c.channel_id = ${channelId} and c.handle_id = ${handleId}
          and m.sender = 'outbound' and m."timestamp" <= ${upTo}
          and (m.status in ('sent', 'delivered') or (${withOpen} and m.send_state in ('sending', 'unknown')))`,
  );
  return unseen.map((one) => one.id);
};

/** An echo arrives soon after its send, so only the latest messages of the chat are searched. */
const SEARCHED_MESSAGES = 200;

/** Returns the open send of this chat with the same text, of which an echo is the copy. */
export const selectOpenSend = async (ctx: Ctx, chatId: string, text: string | null): Promise<string | undefined> => {
  const statement = sql`select id from (
      select id, send_state, text from messages where tenant_id = ${ctx.tenantId} and chat_id = ${chatId}
      order by id desc limit ${SEARCHED_MESSAGES}) latest
    where send_state in ('sending', 'unknown') and coalesce(text, '') = ${text ?? ''} order by id limit 1`;
  return (await row<{ id: string }>(ctx, statement))?.id;
};

/** Removes the content of messages that the contact deleted. */
export const clearMessages = (ctx: Ctx, ids: string[]) =>
  rows(ctx, sql`update messages set text = null, content = '{}' where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`);
