import { complete, enqueue, schedule, scheduleMany } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { getChannel, stopChannel } from '../channels/index.ts';
import { closeWindow, publishChatUpdates, setLatestVendorId, updateLatestMessages } from '../chats/index.ts';
import { statementsOf } from '../consents/index.ts';
import { recordStatements, saveAliasesOf } from '../contacts/index.ts';
import { blockRuns, recordOutcomes } from '../recipients/index.ts';
import { addRefusals, type LockedSend, lockRunning, lockSends, type Send } from './ledger.store.ts';
import { claimVendorIds, selectVendorIds, updateMessages } from './messages.store.ts';
import { outcomesOf } from './recipient-outcomes.ts';
import { type Change, changeOf, type SendResult } from './send-changes.ts';
import { publishChanges } from './send-events.ts';
import { isSettled } from './status.ts';

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
      ? [{ id: send.id, input: {}, concurrencyKey: isHeld ? '' : send.chatId, at: dueAt, origin: send.origin }]
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

/** Sends a message again whose outcome was unknown and that was certainly not sent. Its job had ended. */
async function retryUnsent(ctx: Ctx, { before, after, result: { send } }: Change): Promise<void> {
  if (before.sendState === 'unknown' && after.sendState === 'queued')
    await schedule(ctx, jobs.sendMessage, { id: send.id, input: {}, concurrencyKey: send.chatId, origin: send.origin });
}

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
  if (outcome.kind === 'unknown' && canLookUp)
    await enqueue(ctx, jobs.lookUpSend, { messageId: send.id }, { at: soon(ctx), origin: send.origin });
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
