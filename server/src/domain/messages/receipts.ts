import type { Origin } from '../../platform/tracing.ts';
import { cancel } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { publishMany } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Channel } from '../channels/index.ts';
import { setLatestVendorId } from '../chats/index.ts';
import { statementsOf } from '../consents/index.ts';
import { recordStatements } from '../contacts/index.ts';
import { recordOutcomes } from '../recipients/index.ts';
import { withoutForged } from './forged-receipts.ts';
import type { MessageError, MessageStatus, Pricing } from './message.ts';
import { messageData } from './message-data.ts';
import {
  claimVendorIds,
  lockMessages,
  savePricing,
  selectMessages,
  selectVendorIds,
  type Tracked,
  updateMessages,
} from './messages.store.ts';
import { outcomesOf } from './recipient-outcomes.ts';
import { advance, isSettled } from './status.ts';

/** A provider's status report on a message, named by the vendor id or by our id. */
export type Receipt = {
  vendorId: string | null;
  messageId: string | null;
  status: MessageStatus;
  at: Date;
  error: MessageError | null;
  isOptOut: boolean;
  pricing?: Pricing | undefined;
  /** Set if it could be forged: it counts only for a message that was sent to one of these addresses. */
  recipients?: string[] | undefined;
};

/** Applies receipts in any order, also repeated ones. A receipt settles a send of unknown outcome. */
export async function applyReceipts(ctx: Ctx, channel: Channel, receipts: Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  const known = await selectVendorIds(
    ctx,
    channel.id,
    receipts.flatMap(({ vendorId }) => (vendorId === null ? [] : [vendorId])),
  );
  const named = await withoutForged(
    ctx,
    channel,
    receipts.flatMap((receipt) => {
      const id = (receipt.vendorId && known.get(receipt.vendorId)) ?? receipt.messageId;
      return id ? [{ ...receipt, messageId: id }] : [];
    }),
  );
  await setNewVendorIds(ctx, named, known);
  const before = await lockMessages(ctx, channel.id, [...new Set(named.map((one) => one.messageId))]);
  const byMessage = Map.groupBy(named, (receipt) => receipt.messageId);
  const after = before.map((message) => afterReceipts(message, byMessage.get(message.id) ?? []));
  const changed = after.filter(
    (message, i) => message.history !== before[i]?.history || message.vendorId !== before[i]?.vendorId,
  );
  await updateMessages(ctx, changed);
  await claimVendorIds(
    ctx,
    channel.id,
    changed.flatMap(({ id, vendorId }) => (vendorId && !known.has(vendorId) ? [{ vendorId, messageId: id }] : [])),
  );
  await savePricing(ctx, pricesOf(before, byMessage));
  await cancel(ctx, jobs.sendMessage, settledOf(before, after));
  await publishStatuses(ctx, channel, before, after);
  await recordOutcomes(ctx, outcomesOf(changed));
  await recordOptOuts(
    ctx,
    channel,
    named.filter((receipt) => receipt.isOptOut).map((receipt) => receipt.messageId),
  );
}

/** Returns the sends that are settled now. Their jobs end, because they would block the chat until the next retry. */
const settledOf = (before: Tracked[], after: Tracked[]): string[] =>
  after.filter(({ sendState }, i) => isSettled(sendState) && !isSettled(before[i]?.sendState ?? null)).map(({ id }) => id);

/** Returns the last price of each message. */
const pricesOf = (messages: Tracked[], receipts: Map<string, Receipt[]>): { id: string; pricing: Pricing }[] =>
  messages.flatMap(({ id }) => {
    const pricing = receipts.get(id)?.findLast((receipt) => receipt.pricing)?.pricing;
    return pricing ? [{ id, pricing }] : [];
  });

/** Sets vendor ids that are new on the latest messages of chats, before messages are locked (lock order). */
async function setNewVendorIds(
  ctx: Ctx,
  receipts: (Receipt & { messageId: string })[],
  known: Map<string, string>,
): Promise<void> {
  const fresh = receipts.filter(({ vendorId }) => vendorId !== null && !known.has(vendorId));
  const chats = new Map(
    (await selectMessages(ctx, [...new Set(fresh.map((one) => one.messageId))])).map((one) => [one.id, one.chatId]),
  );
  const named = fresh.flatMap(({ messageId, vendorId }) => {
    const chatId = chats.get(messageId);
    return chatId && vendorId ? [{ chatId, messageId, vendorId }] : [];
  });
  await setLatestVendorId(ctx, named);
}

/** Returns the message after its receipts, applied in order. */
function afterReceipts(message: Tracked, receipts: Receipt[]): Tracked {
  let now = message;
  for (const receipt of receipts) now = { ...now, ...advance(now, receipt), vendorId: now.vendorId ?? receipt.vendorId };
  return now;
}

/** Publishes one event per changed status. The first receipt of an open send is published as `message.sent`. */
async function publishStatuses(ctx: Ctx, channel: Channel, before: Tracked[], after: Tracked[]): Promise<void> {
  const changed = after.filter((message, i) => message.status !== before[i]?.status);
  const wasPending = new Set(before.filter(({ status }) => status === 'pending').map(({ id }) => id));
  const messages = await selectMessages(
    ctx,
    changed.map(({ id }) => id),
  );
  const isFirst = (id: string, status: string) => wasPending.has(id) && status !== 'failed';
  const origins = originsOf(ctx, changed);
  const sent = messages.filter(({ id, status }) => isFirst(id, status));
  const updated = messages.filter(({ id, status }) => !isFirst(id, status));
  await publishMany(
    ctx,
    'message.sent',
    channel,
    sent.map((message) => messageData(message)),
    sent.map(({ id }) => origins.get(id)),
  );
  await publishMany(
    ctx,
    'message.updated',
    channel,
    updated.map((message) => messageData(message)),
    updated.map(({ id }) => origins.get(id)),
  );
}

/** A receipt belongs to the trace of its message, which may be days old, and is linked with the callback that brought it. */
function originsOf(ctx: Ctx, messages: Tracked[]): Map<string, Origin> {
  const origins = new Map<string, Origin>();
  for (const { id, status, traceparent } of messages) {
    if (traceparent === null) continue;
    const span = ctx.tracing?.start('receipt', {
      parent: traceparent,
      links: [ctx.origin?.traceparent],
      attributes: { 'patchbay.message_id': id, 'patchbay.status': status },
    });
    span?.end();
    origins.set(id, { ...ctx.origin, traceparent: span?.traceparent ?? traceparent });
  }
  return origins;
}

/** Records opt-outs that the provider reported with a refusal. */
async function recordOptOuts(ctx: Ctx, channel: Channel, messageIds: string[]): Promise<void> {
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
