import sql from 'sql-template-tag';
import type { JobRef } from '../../engine/job.ts';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
import type { ChannelType } from '../channels/index.ts';
import type { HandleType } from '../contacts/index.ts';
import type { MessageStatus, MessageType } from './message.ts';
import type { StoredContent } from './message-data.ts';
import type { Tracked } from './messages.store.ts';
import type { SendState } from './status.ts';

/** Everything one send needs, as it is now. */
export type Send = {
  id: string;
  attempt: number;
  type: MessageType;
  status: MessageStatus;
  sendState: SendState | null;
  attemptId: string | null;
  tries: number;
  text: string | null;
  content: StoredContent;
  sources: string[];
  chatId: string;
  contactId: string;
  isSubscribed: boolean;
  openUntil: Date | null;
  handleType: HandleType;
  handleValue: string;
  channelId: string;
  channelType: ChannelType;
  /** What the contact last wrote: a mail answers it. */
  lastInbound: { vendorId: string; subject: string | null } | null;
};

const sendColumns = sql`m.id, m.type, m.status, m.send_state as "sendState", m.attempt_id as "attemptId", m.tries, m.text, m.content,
  m.sources, c.id as "chatId",
  k.id as "contactId", k.is_subscribed as "isSubscribed", c.open_until as "openUntil", h.type as "handleType", h.value as "handleValue",
  ch.id as "channelId", ch.type as "channelType",
  (select json_build_object('vendorId', i.vendor_id, 'subject', i.content->'details'->>'subject') from messages i
    where i.tenant_id = $1 and i.chat_id = c.id and i.sender = 'inbound' and ch.type = 'email' order by i.id desc limit 1) as "lastInbound"`;

const around = sql`join chats c on c.tenant_id = $1 and c.id = m.chat_id
  join contacts k on k.tenant_id = $1 and k.id = c.contact_id
  join handles h on h.tenant_id = $1 and h.id = c.handle_id
  join channels ch on ch.tenant_id = $1 and ch.id = c.channel_id`;

const pending = prepared(
  'pending_sends',
  sql`select j.attempt, ${sendColumns}
      from unnest($2::uuid[], $3::int[]) as wanted(id, attempt)
      join jobs j on j.tenant_id = $1 and j.id = wanted.id and j.attempt = wanted.attempt
      join messages m on m.tenant_id = $1 and m.id = j.id ${around}`,
);

const one = prepared(
  'send',
  sql`select 0 as attempt, ${sendColumns} from messages m ${around} where m.tenant_id = $1 and m.id = $2`,
);

/** A send outside its job. */
export const selectSend = (ctx: Ctx, messageId: string): Promise<Send | undefined> =>
  row<Send>(ctx, one(ctx.tenantId, messageId));

/** Those of the jobs that are still this attempt's to do. A message that was deleted meanwhile is nobody's. */
export const selectSends = (ctx: Ctx, refs: JobRef[]): Promise<Send[]> =>
  rows<Send>(
    ctx,
    pending(
      ctx.tenantId,
      refs.map((ref) => ref.id),
      refs.map((ref) => ref.attempt),
    ),
  );

export type Intent = { id: string; attempt: number; attemptId: string; isRepeat: boolean };

const beginning = prepared(
  'begin_sends',
  sql`with wanted as (select * from unnest($2::uuid[], $3::int[], $4::uuid[], $5::boolean[]) as b(id, attempt, attempt_id, is_repeat)),
      held as materialized (
        select m.id from messages m where m.tenant_id = $1 and m.id = any($2::uuid[]) order by m.id for update) -- the order everyone keeps
      update messages m set send_state = 'sending', tries = m.tries + 1, updated_at = $6,
        attempt_id = case when m.send_state = 'sending' then m.attempt_id else b.attempt_id end
      from wanted b join held on held.id = b.id
      where m.tenant_id = $1 and m.id = b.id and (m.send_state = 'queued' or (b.is_repeat and m.send_state = 'sending'))
        and exists (select 1 from jobs j where j.tenant_id = $1 and j.id = m.id and j.attempt = b.attempt)
      returning m.id, m.attempt_id as "attemptId"`,
);

/**
 * Writes down that the provider is about to be called, and is on disk before it is. Answers whose intent it is now: of two
 * workers with one send, one.
 */
export async function beginSends(ctx: Ctx, intents: Intent[]): Promise<(string | undefined)[]> {
  const begun = await rows<{ id: string; attemptId: string }>(
    ctx,
    beginning(
      ctx.tenantId,
      intents.map((one) => one.id),
      intents.map((one) => one.attempt),
      intents.map((one) => one.attemptId),
      intents.map((one) => one.isRepeat),
      ctx.clock.now(),
    ),
  );
  const mine = new Map(begun.map((one) => [one.id, one.attemptId]));
  return intents.map((one) => mine.get(one.id));
}

export type LockedSend = Tracked & { attemptId: string | null; tries: number; channelId: string };

const locking = prepared(
  'lock_sends',
  sql`select m.id, m.vendor_id as "vendorId", m.status, m.send_state as "sendState", m.history, m.errors, m.attempt_id as "attemptId", m.tries,
        c.channel_id as "channelId"
      from messages m join chats c on c.tenant_id = m.tenant_id and c.id = m.chat_id
      where m.tenant_id = $1 and m.id = any($2::uuid[]) order by m.id for update of m`,
);

export const lockSends = (ctx: Ctx, ids: string[]): Promise<LockedSend[]> => rows<LockedSend>(ctx, locking(ctx.tenantId, ids));
