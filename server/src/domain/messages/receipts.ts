import { endJobsInLanes } from '../../queue/concurrency-keys.ts';
import { jobs } from '../../registry/jobs.ts';
import { publishMany } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Channel } from '../channels/index.ts';
import { nameLatest } from '../chats/index.ts';
import { statementsOf } from '../consents/index.ts';
import { recordStatements } from '../contacts/index.ts';
import { noteRecipients } from '../recipients/index.ts';
import { onlyTrue } from './forged-receipts.ts';
import type { MessageError, MessageStatus, Pricing } from './message.ts';
import { messageData } from './message-data.ts';
import {
  claimVendorIds,
  keepPricing,
  lockMessages,
  selectMessages,
  selectVendorIds,
  type Tracked,
  updateTracks,
} from './messages.store.ts';
import { notesOf } from './recipient-notes.ts';
import { advance, isSettled } from './status.ts';

/** What a provider says became of a message, which it names by its own id or by ours. */
export type ProviderReport = {
  vendorId: string | null;
  messageId: string | null;
  status: MessageStatus;
  at: Date;
  error: MessageError | null;
  isOptOut: boolean;
  pricing?: Pricing | undefined;
  /** Where anyone could have written it: it counts only for a message that was sent to one of these addresses. */
  recipients?: string[] | undefined;
};

/** Applies reports in any order and any number. A report on a send whose outcome was unknown settles it. */
export async function applyReports(ctx: Ctx, channel: Channel, reports: ProviderReport[]): Promise<void> {
  if (reports.length === 0) return;
  const known = await selectVendorIds(
    ctx,
    channel.id,
    reports.flatMap(({ vendorId }) => (vendorId === null ? [] : [vendorId])),
  );
  const named = await onlyTrue(
    ctx,
    channel,
    reports.flatMap((report) => {
      const id = (report.vendorId && known.get(report.vendorId)) ?? report.messageId;
      return id ? [{ ...report, messageId: id }] : [];
    }),
  );
  await nameNew(ctx, named, known);
  const before = await lockMessages(ctx, channel.id, [...new Set(named.map((one) => one.messageId))]);
  const byMessage = Map.groupBy(named, (report) => report.messageId);
  const after = before.map((message) => following(message, byMessage.get(message.id) ?? []));
  const changed = after.filter(
    (message, i) => message.history !== before[i]?.history || message.vendorId !== before[i]?.vendorId,
  );
  await updateTracks(ctx, changed);
  await claimVendorIds(
    ctx,
    channel.id,
    changed.flatMap(({ id, vendorId }) => (vendorId && !known.has(vendorId) ? [{ vendorId, messageId: id }] : [])),
  );
  await keepPricing(ctx, pricesOf(before, byMessage));
  await endJobsInLanes(ctx, jobs.sendMessage, settledOf(before, after));
  await tell(ctx, channel, before, after);
  await noteRecipients(ctx, notesOf(changed));
  await optOut(
    ctx,
    channel,
    named.filter((report) => report.isOptOut).map((report) => report.messageId),
  );
}

/** The sends that were open and are not any more. Their jobs would only hold up the chat, until the time of a retry perhaps. */
const settledOf = (before: Tracked[], after: Tracked[]): string[] =>
  after.filter(({ sendState }, i) => isSettled(sendState) && !isSettled(before[i]?.sendState ?? null)).map(({ id }) => id);

/** The last price that was told of each message. */
const pricesOf = (messages: Tracked[], reports: Map<string, ProviderReport[]>): { id: string; pricing: Pricing }[] =>
  messages.flatMap(({ id }) => {
    const pricing = reports.get(id)?.findLast((report) => report.pricing)?.pricing;
    return pricing ? [{ id, pricing }] : [];
  });

/** Reports that bring us a provider's id for the first time; chats come before messages, as everywhere. */
async function nameNew(ctx: Ctx, reports: (ProviderReport & { messageId: string })[], known: Map<string, string>): Promise<void> {
  const fresh = reports.filter(({ vendorId }) => vendorId !== null && !known.has(vendorId));
  const chats = new Map(
    (await selectMessages(ctx, [...new Set(fresh.map((one) => one.messageId))])).map((one) => [one.id, one.chatId]),
  );
  const named = fresh.flatMap(({ messageId, vendorId }) => {
    const chatId = chats.get(messageId);
    return chatId && vendorId ? [{ chatId, messageId, vendorId }] : [];
  });
  await nameLatest(ctx, named);
}

/** The message after all that was said of it, in the order it was said. */
function following(message: Tracked, reports: ProviderReport[]): Tracked {
  let now = message;
  for (const report of reports) now = { ...now, ...advance(now, report), vendorId: now.vendorId ?? report.vendorId };
  return now;
}

/** One event per message whose status rose. The first word of the provider on an open send is that it was sent. */
async function tell(ctx: Ctx, channel: Channel, before: Tracked[], after: Tracked[]): Promise<void> {
  const rose = after.filter((message, i) => message.status !== before[i]?.status);
  const wasPending = new Set(before.filter(({ status }) => status === 'pending').map(({ id }) => id));
  const messages = await selectMessages(
    ctx,
    rose.map(({ id }) => id),
  );
  const isFirst = (id: string, status: string) => wasPending.has(id) && status !== 'failed';
  const sent = messages.filter(({ id, status }) => isFirst(id, status));
  const updated = messages.filter(({ id, status }) => !isFirst(id, status));
  await publishMany(
    ctx,
    'message.sent',
    channel,
    sent.map((message) => messageData(message)),
  );
  await publishMany(
    ctx,
    'message.updated',
    channel,
    updated.map((message) => messageData(message)),
  );
}

/** The provider refused because the contact has stopped: it knew before we did. */
async function optOut(ctx: Ctx, channel: Channel, messageIds: string[]): Promise<void> {
  const messages = await selectMessages(ctx, [...new Set(messageIds)]);
  const statements = messages.flatMap(({ id, handle, vendorId }) =>
    statementsOf(channel, {
      handleId: handle.id,
      isStop: true,
      source: 'provider',
      at: ctx.clock.now(),
      evidence: { messageId: id, vendorId },
    }),
  );
  if (statements.length > 0) await recordStatements(ctx, statements);
}
