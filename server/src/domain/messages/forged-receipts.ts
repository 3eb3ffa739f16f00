import type { Ctx } from '../../storage/context.ts';
import type { Channel } from '../channels/index.ts';
import type { Address } from './message.ts';
import { selectMessages, selectVendorIds } from './messages.store.ts';

type NamedReceipt = { messageId: string; recipients?: string[] | undefined };

/** Returns the receipts that are not forged: those authenticated by a provider, and those that name the recipient of the message. */
export async function withoutForged<R extends NamedReceipt>(ctx: Ctx, channel: Channel, receipts: R[]): Promise<R[]> {
  const unverified = receipts.flatMap(({ messageId, recipients }) => (recipients ? [messageId] : []));
  if (unverified.length === 0) return receipts;
  const sentTo = await recipientsOf(ctx, channel, unverified);
  return receipts.filter(({ messageId, recipients }) => {
    const isValid = recipients?.some((address) => sentTo.get(messageId) === address.toLowerCase()) ?? true;
    if (!isValid) logForged(ctx, channel, { messageId });
    return isValid;
  });
}

/** Returns whether this message was sent to this address, so that a complaint from it counts. */
export async function wasSentTo(
  ctx: Ctx,
  channel: Channel,
  { vendorId, messageId }: { vendorId: string; messageId: string | null },
  of: Address,
): Promise<boolean> {
  const id = (await selectVendorIds(ctx, channel.id, [vendorId])).get(vendorId) ?? messageId;
  const isValid = id !== null && (await recipientsOf(ctx, channel, [id])).get(id) === of.value.toLowerCase();
  if (!isValid) logForged(ctx, channel, { vendorId });
  return isValid;
}

/** Returns the recipient addresses of outbound messages of this channel. */
async function recipientsOf(ctx: Ctx, channel: Channel, messageIds: string[]): Promise<Map<string, string>> {
  const messages = await selectMessages(ctx, [...new Set(messageIds)]);
  const outbound = messages.filter((message) => message.sender === 'outbound' && message.channel.id === channel.id);
  return new Map(outbound.map(({ id, handle }) => [id, handle.value.toLowerCase()]));
}

const logForged = (ctx: Ctx, { id: channelId }: Channel, about: { messageId: string } | { vendorId: string }): void =>
  ctx.log.warn({ tenantId: ctx.tenantId, channelId, ...about }, 'receipt ignored: no message was sent to that address');
