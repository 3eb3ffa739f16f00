import sql, { raw, type Sql } from 'sql-template-tag';
import type { Origin } from '../../platform/tracing.ts';
import { isCurrentAttempt, type JobRef, jobExists, joinCurrentJob, loadJobs } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, prepared, row, rows } from '../../storage/context.ts';
import { type ChannelType, channelDefinitions } from '../channels/index.ts';
import { type CurrentJson, currentJson, lastInboundAt } from '../consents/index.ts';
import type { HandleType } from '../contacts/index.ts';
import type { MessageStatus, MessageType } from './message.ts';
import type { Message, StoredContent } from './message-data.ts';
import { authorJson, byKey, type Tracked } from './messages.store.ts';
import type { SendState } from './status.ts';

/** Everything a send needs, as it is now. */
export type Send = {
  id: string;
  /** The job of the send, its own (with the same id) or a shared one, and its attempt. */
  jobId: string;
  attempt: number;
  /** What caused the send, and later the run of its job: the origin of what comes of it. */
  origin?: Origin | null | undefined;
  type: MessageType;
  status: MessageStatus;
  sendState: SendState | null;
  attemptId: string | null;
  tries: number;
  /** How often the provider refused it temporarily or the connection failed. Crashes of workers do not count. */
  refusals: number;
  text: string | null;
  content: StoredContent;
  sources: string[];
  author: Message['author'];
  chatId: string;
  contactId: string;
  /** The contact's consent on this channel, and their last inbound message where it matters. */
  currentConsent: CurrentJson;
  lastInboundAt: Date | null;
  openUntil: Date | null;
  handleId: string;
  handleType: HandleType;
  handleValue: string;
  channelId: string;
  channelType: ChannelType;
  channelName: string;
  timestamp: Date;
  scheduledAt: Date | null;
  metadata: Record<string, unknown>;
  /** The contact as events carry it. */
  firstName: string | null;
  lastName: string | null;
  phoneNumber: string | null;
  email: string | null;
  /** The campaign of the message; status `gone` if it was deleted. */
  campaign: { id: string; recipientId: string; status: string } | null;
  /** The contact's last message. A mail replies to it. */
  lastInbound: { vendorId: string; subject: string | null } | null;
};

const mailTypes = Object.entries(channelDefinitions).flatMap(([type, { text }]) => (text.isMail ? [`'${type}'`] : []));

/** Selects the primary address of a type; often it is the chat's own. */
const primary = (type: HandleType): Sql =>
  sql`case when h.type = '${raw(type)}' and h.is_primary then h.value else
    (select p.value from handles p where p.tenant_id = $1 and p.contact_id = k.id and p.type = '${raw(type)}' and p.is_primary) end`;

const sendColumns = sql`m.id, m.type, m.status, m.send_state as "sendState", m.attempt_id as "attemptId", m.tries, m.refusals, m.text, m.content,
  m.sources, ${authorJson} as author, c.id as "chatId",
  k.id as "contactId", ${currentJson('h', 'ch')} as "currentConsent", ${lastInboundAt('c', 'h', 'ch')} as "lastInboundAt",
  c.open_until as "openUntil",
  h.id as "handleId", h.type as "handleType", h.value as "handleValue",
  ch.id as "channelId", ch.type as "channelType", ch.name as "channelName", m."timestamp", m.scheduled_at as "scheduledAt", m.metadata,
  k.first_name as "firstName", k.last_name as "lastName",
  ${primary('phone_number')} as "phoneNumber", ${primary('email')} as email,
  case when m.campaign_id is not null then json_build_object('id', m.campaign_id, 'recipientId', m.campaign_recipient_id, 'status',
    coalesce((select g.status from campaigns g where g.tenant_id = $1 and g.id = m.campaign_id), 'gone')) end as campaign,
  (select json_build_object('vendorId', i.vendor_id, 'subject', i.content->'details'->>'subject') from messages i
    where i.tenant_id = $1 and i.chat_id = c.id and i.sender = 'inbound' and ch.type in (${raw(mailTypes.join(', '))}) order by i.id desc limit 1) as "lastInbound"`;

const around = sql`${byKey('chats', 'c', 'm.chat_id')} ${byKey('contacts', 'k', 'c.contact_id')}
  ${byKey('handles', 'h', 'c.handle_id')} ${byKey('channels', 'ch', 'c.channel_id')}`;

const pending = prepared(
  'pending_sends',
  sql`select j.id as "jobId", j.attempt, j.origin, ${sendColumns}
      from unnest($2::uuid[], $3::int[]) as wanted(id, attempt)
      ${joinCurrentJob('wanted')}
      ${byKey('messages', 'm', 'wanted.id')} ${around}`,
);

/** Sends of shared jobs. Excludes those that have a job of their own by now. */
const sharing = prepared(
  'pending_batches',
  sql`select n.job_id as "jobId", n.attempt, ${sendColumns}
      from unnest($2::uuid[], $3::uuid[], $4::int[]) as n(id, job_id, attempt)
      cross join lateral (select ${jobExists('n.id')} as "is" offset 0) alone
      ${byKey('messages', 'm', 'n.id')} ${around}
      where not alone."is"`,
);

const one = prepared(
  'send',
  sql`select m.id as "jobId", 0 as attempt, ${sendColumns} from messages m ${around} where m.tenant_id = $1 and m.id = $2`,
);

/** Returns a send without its job. */
export const selectSend = (ctx: Ctx, messageId: string): Promise<Send | undefined> =>
  row<Send>(ctx, one(ctx.tenantId, messageId));

/** Returns the sends of jobs whose attempt is still current. A deleted message is omitted. */
export const selectSends = (ctx: Ctx, refs: JobRef[]): Promise<Send[]> =>
  rows<Send>(
    ctx,
    pending(
      ctx.tenantId,
      refs.map((ref) => ref.id),
      refs.map((ref) => ref.attempt),
    ),
  );

/** Returns the sends of shared jobs. */
export async function selectShared(ctx: Ctx, refs: JobRef[]): Promise<Send[]> {
  const attempts = new Map(refs.map(({ id, attempt }) => [id, attempt]));
  const inputs = await loadJobs(ctx, jobs.sendMessages, refs);
  const wanted = inputs.flatMap(({ id: jobId, input }) => input.messageIds.map((id) => ({ id, jobId })));
  const found = await rows<Send>(
    ctx,
    sharing(
      ctx.tenantId,
      wanted.map(({ id }) => id),
      wanted.map(({ jobId }) => jobId),
      wanted.map(({ jobId }) => attempts.get(jobId)),
    ),
  );
  const origins = new Map(inputs.map(({ id, origin }) => [id, origin]));
  return found.map((send) => ({ ...send, origin: origins.get(send.jobId) }));
}

export type Intent = { id: string; jobId: string; attempt: number; attemptId: string; isRepeat: boolean };

const beginning = prepared(
  'begin_sends',
  sql`with wanted as (select * from unnest($2::uuid[], $3::int[], $4::uuid[], $5::boolean[], $7::uuid[])
        as b(id, attempt, attempt_id, is_repeat, job_id)),
      held as materialized (
        select b.*, m.send_state, m.campaign_id is null or coalesce( -- an interrupted send must be completed, but not while the campaign is paused
          (select g.status <> 'paused' and (b.is_repeat or g.status not in ('cancelled', 'failed')) from campaigns g
            where g.tenant_id = $1 and g.id = m.campaign_id), b.is_repeat) as may
        from (select * from wanted order by id) b -- lock order
        cross join lateral (select send_state, campaign_id from messages where tenant_id = $1 and id = b.id offset 0 for update) m),
      begun as (
        update messages m set send_state = 'sending', tries = m.tries + 1, updated_at = $6,
          attempt_id = case when m.send_state = 'sending' then m.attempt_id else b.attempt_id end
        from held b
        where m.tenant_id = $1 and m.id = b.id and b.may and (m.send_state = 'queued' or (b.is_repeat and m.send_state = 'sending'))
          and ${isCurrentAttempt('b.job_id', 'b.attempt')}
        returning m.id, m.attempt_id)
      select id, attempt_id as "attemptId" from begun
      union all select id, null from held where not may and (send_state = 'queued' or (is_repeat and send_state = 'sending'))`,
);

/** The attempt id of the intent; `held`: its campaign is not running; `taken`: another worker has the send. */
export type Begun = { attemptId: string } | 'held' | 'taken';

/**
 * Commits the intent to call the provider before the call. Of two workers with the same send, one gets it. Sends of a campaign that
 * was just paused are not started.
 */
export async function beginSends(ctx: Ctx, intents: Intent[]): Promise<Begun[]> {
  const begun = await rows<{ id: string; attemptId: string | null }>(
    ctx,
    beginning(
      ctx.tenantId,
      intents.map((one) => one.id),
      intents.map((one) => one.attempt),
      intents.map((one) => one.attemptId),
      intents.map((one) => one.isRepeat),
      ctx.clock.now(),
      intents.map((one) => one.jobId),
    ),
  );
  const mine = new Map(begun.map((one) => [one.id, one.attemptId]));
  return intents.map(({ id }) => {
    const attemptId = mine.get(id);
    if (attemptId === undefined) return 'taken';
    return attemptId === null ? 'held' : { attemptId };
  });
}

export type LockedSend = Tracked & { attemptId: string | null; tries: number; channelId: string; isSensitive: boolean };

const locking = prepared(
  'lock_sends',
  sql`select m.id, m.vendor_id as "vendorId", m.status, m.send_state as "sendState", m.history, m.errors, m.attempt_id as "attemptId", m.tries,
        m.campaign_recipient_id as "recipientId", m.traceparent, c.channel_id as "channelId", c.is_sensitive as "isSensitive"
      from (select unnest($2::uuid[]) as id order by 1) wanted
      cross join lateral (select * from messages where tenant_id = $1 and id = wanted.id offset 0 for update) m
      ${byKey('chats', 'c', 'm.chat_id')}`,
);

export const lockSends = (ctx: Ctx, ids: string[]): Promise<LockedSend[]> => rows<LockedSend>(ctx, locking(ctx.tenantId, ids));

/** Adds one refusal to each message. The caller has locked them. */
export async function addRefusals(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await rows(
    ctx,
    sql`update messages set refusals = refusals + 1 where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[])`,
  );
}

/** Returns the campaigns that are not paused. Locks them against pause and resume until the transaction ends. */
export const lockRunning = async (ctx: Ctx, ids: string[]): Promise<Set<string>> => {
  const running = await rows<{ id: string; status: string }>(
    ctx,
    sql`select id, status from campaigns where tenant_id = ${ctx.tenantId} and id = any(${ids}::uuid[]) order by id for share`,
  );
  return new Set(running.filter(({ status }) => status !== 'paused').map(({ id }) => id));
};
