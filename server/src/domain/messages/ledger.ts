import { complete, enqueue, schedule, scheduleMany } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { publishMany } from '../../registry/publish.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { getChannel, stopChannel } from '../channels/index.ts';
import { closeWindow, publishChatUpdates, setLatestVendorId, updateLatestMessages } from '../chats/index.ts';
import { statementsOf } from '../consents/index.ts';
import { recordStatements, saveAliasesOf } from '../contacts/index.ts';
import { blockRuns, recordOutcomes } from '../recipients/index.ts';
import { addRefusals, type LockedSend, lockRunning, lockSends, type Send } from './ledger.store.ts';
import type { Address, MessageError } from './message.ts';
import { type Message, messageData } from './message-data.ts';
import { claimVendorIds, selectVendorIds, updateMessages } from './messages.store.ts';
import { outcomesOf } from './recipient-outcomes.ts';
import { advance, isSettled, type Track } from './status.ts';

/** The outcome of an attempt. A late one still counts: the provider's answer is a fact, even if another worker has the job. */
export type SendResult = {
  send: Send;
  /** The intent of this outcome; null if the provider was not called. */
  attemptId: string | null;
  outcome:
    | { kind: 'accepted'; vendorId: string; knownAs?: Address | undefined }
    | { kind: 'failed'; error: MessageError }
    | { kind: 'unknown'; error: MessageError }
    /** Its campaign was cancelled before the send. */
    | { kind: 'cancelled' }
    /** Refused temporarily, or not attempted. */
    | { kind: 'queued' }
    /** Nothing was left to do. */
    | { kind: 'ended' };
  /** When the job runs again; null ends it. */
  dueAt: Date | null;
  /** Refused temporarily, or the connection failed: the next delay is longer. */
  isRefusal?: boolean | undefined;
  /** It waits for its campaign to be resumed. */
  isHeld?: boolean | undefined;
  implies?: 'opted_out' | 'window_closed' | undefined;
  stopChannel?: { reason: string; settingsVersion: number } | undefined;
  /** Why the whole campaign cannot be sent, if the refusal says so. */
  blocksCampaign?: string | undefined;
  /** The provider can look the message up. */
  canLookUp?: boolean | undefined;
};

/** Records outcomes, vendor ids, events and provider feedback, and frees the next send of each chat, in one transaction. */
export const recordSends = (ctx: Ctx, results: SendResult[]): Promise<undefined> =>
  inTransaction(ctx, async (ctx) => {
    await updateLatest(ctx, results);
    for (const result of results) await applyChatFeedback(ctx, result);
    const held = await lockSends(
      ctx,
      results.map(({ send }) => send.id),
    );
    const locked = new Map(held.map((one) => [one.id, one]));
    const changes = results.flatMap((result) => changeOf(locked.get(result.send.id), result, ctx.clock.now()));
    await saveChanges(ctx, changes);
    for (const result of results) await applyFeedback(ctx, result);
    for (const change of changes) await retryUnsent(ctx, change);
    await addRefusals(ctx, refusedOf(results, locked));
    await settle(ctx, unlessSettled(results, changes, locked));
    await recordOutcomes(ctx, outcomesOf(changes.map(({ after }) => after)));
    return undefined;
  });

/** Returns the refused sends. Omits those that another worker has repeated since: that worker records the outcome. */
const refusedOf = (results: SendResult[], locked: Map<string, LockedSend>): string[] =>
  results
    .filter(({ isRefusal, send, attemptId }) => {
      const now = locked.get(send.id);
      return isRefusal && now?.attemptId === attemptId && now.tries === send.tries;
    })
    .map(({ send }) => send.id);

/** Ends the job of a send that a receipt has settled since, instead of retrying it. */
function unlessSettled(results: SendResult[], changes: Change[], locked: Map<string, LockedSend>): SendResult[] {
  const after = new Map(changes.map(({ after }) => [after.id, after]));
  return results.map((result) => {
    const now = after.get(result.send.id) ?? locked.get(result.send.id);
    return now && isSettled(now.sendState) ? { ...result, dueAt: null, isHeld: false } : result;
  });
}

/**
 * Ends or reschedules the jobs of sends. A send of a shared job that must wait gets its own job, with its chat as concurrency key; one
 * that waits for its campaign has no concurrency key, so that it does not block other messages of the chat.
 */
async function settle(ctx: Ctx, results: SendResult[]): Promise<void> {
  const timed = await whenDue(ctx, results);
  const own = timed.filter(({ send }) => send.jobId === send.id);
  const done = own.map(({ send, dueAt, isHeld }) => ({ id: send.id, attempt: send.attempt, retryAt: isHeld ? null : dueAt }));
  await complete(ctx, jobs.sendMessage, done);
  const waiting = timed.flatMap(({ send, dueAt, isHeld }) =>
    dueAt && (isHeld || send.jobId !== send.id)
      ? [{ id: send.id, input: {}, concurrencyKey: isHeld ? '' : send.chatId, at: dueAt }]
      : [],
  );
  await scheduleMany(ctx, jobs.sendMessage, waiting);
}

/** Returns when each send is due. If its campaign was resumed in between, it is due now. */
async function whenDue(ctx: Ctx, results: SendResult[]): Promise<Pick<SendResult, 'send' | 'dueAt' | 'isHeld'>[]> {
  const held = results.flatMap(({ isHeld, send: { campaign } }) => (isHeld && campaign ? [campaign.id] : []));
  const resumed = held.length === 0 ? new Set() : await lockRunning(ctx, [...new Set(held)]);
  return results.map(({ send, dueAt, isHeld }) => ({
    send,
    isHeld,
    dueAt: isHeld && resumed.has(send.campaign?.id) ? ctx.clock.now() : dueAt,
  }));
}

/** Sets vendor ids of latest messages. A campaign's message becomes the latest one when it is sent, not when it is planned. */
async function updateLatest(ctx: Ctx, results: SendResult[]): Promise<void> {
  await setLatestVendorId(ctx, results.filter(({ send }) => send.campaign === null).flatMap(named));
  await updateLatestMessages(
    ctx,
    results.flatMap(({ send: { id, chatId, type, text, timestamp, campaign }, outcome }) =>
      campaign && outcome.kind === 'accepted'
        ? [{ chatId, latest: { id, vendorId: outcome.vendorId, sender: 'outbound', type, timestamp, text } as const }]
        : [],
    ),
  );
}

async function saveChanges(ctx: Ctx, changes: Change[]): Promise<void> {
  await updateMessages(
    ctx,
    changes.map(({ after }) => after),
  );
  await saveVendorIds(ctx, changes);
  await publishChanges(ctx, changes);
}

const FIRST_LOOK_UP_MS = 5_000;
const soon = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() + FIRST_LOOK_UP_MS);

/** Records that the provider has a send of unknown outcome. Ignores a vendor id that belongs to another message. */
export async function recordFound(ctx: Ctx, send: Send, found: { vendorId: string }): Promise<void> {
  const known = await selectVendorIds(ctx, send.channelId, [found.vendorId]);
  if ((known.get(found.vendorId) ?? send.id) !== send.id) return;
  const [before] = await lockSends(ctx, [send.id]);
  const result: SendResult = {
    send,
    attemptId: send.attemptId,
    outcome: { kind: 'accepted', vendorId: found.vendorId },
    dueAt: null,
  };
  const changes = before?.sendState === 'unknown' ? changeOf(before, result, ctx.clock.now()) : [];
  await saveChanges(ctx, changes);
  await recordOutcomes(ctx, outcomesOf(changes.map(({ after }) => after)));
}

type Change = { result: SendResult; before: LockedSend; after: LockedSend; rose: boolean };

/** Sends a message again whose outcome was unknown and that was certainly not sent. Its job had ended. */
async function retryUnsent(ctx: Ctx, { before, after, result: { send } }: Change): Promise<void> {
  if (before.sendState === 'unknown' && after.sendState === 'queued')
    await schedule(ctx, jobs.sendMessage, { id: send.id, input: {}, concurrencyKey: send.chatId });
}

/** Returns the change that a result makes to the current message; nothing if another outcome came first. */
function changeOf(before: LockedSend | undefined, { send, attemptId, outcome }: SendResult, now: Date): Change[] {
  if (!before) return [];
  const isOurs = attemptId !== null && before.attemptId === attemptId;
  const isLast = isOurs && before.tries === send.tries; // no other worker has repeated the call with this attempt id
  const result = { send, attemptId, outcome } as SendResult;
  const to = (track: Partial<LockedSend>): Change[] => {
    const after = { ...before, ...track };
    return [{ result, before, after, rose: after.status !== before.status }];
  };
  switch (outcome.kind) {
    case 'accepted':
      return isOurs ? to({ ...accepted(before, now), vendorId: before.vendorId ?? outcome.vendorId }) : [];
    case 'failed':
      return before.sendState === 'queued' || (isLast && isOpen(before)) ? to(failed(before, outcome.error, now)) : [];
    case 'unknown':
      return before.sendState === 'sending' && (isOurs || attemptId === null)
        ? to({ sendState: 'unknown', errors: [outcome.error] })
        : [];
    case 'cancelled':
      return before.sendState === 'queued'
        ? to({ ...advance(before, { status: 'deleted', at: now }), sendState: 'cancelled' })
        : [];
    case 'queued':
      return isLast && isOpen(before) ? to({ sendState: 'queued', errors: [] }) : [];
    case 'ended':
      return [];
    default:
      return outcome satisfies never;
  }
}

/** The worker of the intent may record its outcome even after the send was marked unknown. */
const isOpen = ({ sendState }: LockedSend): boolean => sendState === 'sending' || sendState === 'unknown';

/** A receipt may arrive before the response of the send: its status stays. */
const accepted = (before: Track, at: Date): Track => {
  const after = advance(before, { status: 'sent', at });
  return before.status === 'failed' ? after : { ...after, sendState: 'accepted', errors: [] };
};
const failed = (before: Track, error: MessageError, at: Date): Track => ({
  ...advance(before, { status: 'failed', at, error }),
  sendState: 'failed',
});

async function saveVendorIds(ctx: Ctx, changes: Change[]): Promise<void> {
  const accepted = changes.filter(({ result, after }) => result.outcome.kind === 'accepted' && after.vendorId !== null);
  for (const [channelId, group] of Map.groupBy(accepted, ({ after }) => after.channelId)) {
    await claimVendorIds(
      ctx,
      channelId,
      group.map(({ after }) => ({ vendorId: after.vendorId as string, messageId: after.id })),
    );
  }
}

/** Publishes `message.sent` for accepted messages and `message.updated` for failed or cancelled ones, unless a receipt did before. */
async function publishChanges(ctx: Ctx, changes: Change[]): Promise<void> {
  const messages = changes.filter((change) => change.rose).map(toMessage);
  for (const [channelId, group] of Map.groupBy(messages, ({ channel }) => channel.id)) {
    const channel = { id: channelId, type: group[0]?.channel.type ?? '' };
    const datas = (wanted: (message: Message) => boolean) => group.filter(wanted).map((message) => messageData(message));
    await publishMany(
      ctx,
      'message.sent',
      channel,
      datas(({ status }) => !isFailed(status)),
    );
    await publishMany(
      ctx,
      'message.updated',
      channel,
      datas(({ status }) => isFailed(status)),
    );
  }
}

/** Returns the message for its event, from the loaded send and its new state. */
const toMessage = ({ result: { send }, after }: Change): Message => ({
  ...after,
  chatId: send.chatId,
  type: send.type,
  sender: 'outbound',
  sources: send.sources,
  author: send.author,
  text: send.text,
  content: send.content,
  scheduledAt: send.scheduledAt,
  timestamp: send.timestamp,
  metadata: send.metadata,
  handle: { id: send.handleId, type: send.handleType, value: send.handleValue },
  contact: {
    id: send.contactId,
    firstName: send.firstName,
    lastName: send.lastName,
    phoneNumber: send.phoneNumber,
    email: send.email,
  },
  channel: { id: send.channelId, type: send.channelType, name: send.channelName },
});

const isFailed = (status: string): boolean => status === 'failed' || status === 'deleted';

const named = ({ send, outcome }: SendResult) =>
  outcome.kind === 'accepted' ? [{ chatId: send.chatId, messageId: send.id, vendorId: outcome.vendorId }] : [];

/** Applies feedback to handles and chats, before messages are locked (lock order: contact, chat, message). */
async function applyChatFeedback(ctx: Ctx, { send, outcome, implies }: SendResult): Promise<void> {
  if (implies === 'window_closed')
    publishChatUpdates(ctx, { id: send.channelId, type: send.channelType }, await closeWindow(ctx, send.chatId));
  if (outcome.kind === 'accepted' && outcome.knownAs)
    await saveAliasesOf(ctx, [{ of: { type: send.handleType, value: send.handleValue }, alsoKnownAs: outcome.knownAs }]);
}

async function applyFeedback(ctx: Ctx, result: SendResult): Promise<void> {
  const { send, outcome, implies, stopChannel: stop, canLookUp, blocksCampaign } = result;
  if (send.campaign && blocksCampaign !== undefined) await blockRuns(ctx, [send.campaign.recipientId], blocksCampaign);
  if (outcome.kind === 'unknown' && canLookUp) await enqueue(ctx, jobs.lookUpSend, { messageId: send.id }, { at: soon(ctx) });
  if (implies === 'opted_out') await recordStatements(ctx, refusedBy(ctx, send));
  if (stop === undefined) return;
  const { status } = await getChannel(ctx, send.channelId);
  if (status === 'active') await stopChannel(ctx, send.channelId, stop.reason, stop.settingsVersion);
}

/** Returns the opt-out statement of a refusal by the provider. */
const refusedBy = (ctx: Ctx, { id, handleId, channelId, channelType }: Send) =>
  statementsOf(
    { id: channelId, type: channelType },
    { handleId, isStop: true, source: 'provider', at: ctx.clock.now(), evidence: { messageId: id } },
  );
