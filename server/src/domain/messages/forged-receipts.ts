import type { Ctx } from '../../storage/context.ts';
import type { Channel } from '../channels/index.ts';
import type { Address } from './message.ts';
import { selectMessages, selectVendorIds } from './messages.store.ts';

type Report = { messageId: string; recipients?: string[] | undefined };

/** Returns the reports that nobody can have made up: those a provider vouches for, and those that know whom a message went to. */
export async function onlyTrue<R extends Report>(ctx: Ctx, channel: Channel, reports: R[]): Promise<R[]> {
  const doubtful = reports.flatMap(({ messageId, recipients }) => (recipients ? [messageId] : []));
  if (doubtful.length === 0) return reports;
  const sentTo = await recipientsOf(ctx, channel, doubtful);
  return reports.filter(({ messageId, recipients }) => {
    const isTrue = recipients?.some((address) => sentTo.get(messageId) === address.toLowerCase()) ?? true;
    if (!isTrue) logForged(ctx, channel, { messageId });
    return isTrue;
  });
}

/** Tells whether this message of ours went to this address, so that its recipient may have complained about it. */
export async function wasSentTo(
  ctx: Ctx,
  channel: Channel,
  { vendorId, messageId }: { vendorId: string; messageId: string | null },
  of: Address,
): Promise<boolean> {
  const id = (await selectVendorIds(ctx, channel.id, [vendorId])).get(vendorId) ?? messageId;
  const isTrue = id !== null && (await recipientsOf(ctx, channel, [id])).get(id) === of.value.toLowerCase();
  if (!isTrue) logForged(ctx, channel, { vendorId });
  return isTrue;
}

/** The addresses that messages of this channel went to. What came in, and what is unknown, went to nobody. */
async function recipientsOf(ctx: Ctx, channel: Channel, messageIds: string[]): Promise<Map<string, string>> {
  const messages = await selectMessages(ctx, [...new Set(messageIds)]);
  const ours = messages.filter((message) => message.sender === 'outbound' && message.channel.id === channel.id);
  return new Map(ours.map(({ id, handle }) => [id, handle.value.toLowerCase()]));
}

const logForged = (ctx: Ctx, { id: channelId }: Channel, about: { messageId: string } | { vendorId: string }): void =>
  ctx.log.warn({ tenantId: ctx.tenantId, channelId, ...about }, 'report ignored: it names no message sent to that address');
