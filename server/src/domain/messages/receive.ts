import type { Ctx } from '../../storage/context.ts';
import { type Channel, channelDefinitions, stopChannel } from '../channels/index.ts';
import { clearLatestText } from '../chats/index.ts';
import { statementsOf } from '../consents/index.ts';
import { recordStatements, resolveContacts, saveAliasesOf } from '../contacts/index.ts';
import { sendsOf } from './echoes.ts';
import { wasSentTo } from './forged-receipts.ts';
import { type NewInbound, storeInbound } from './inbound.ts';
import type { Inbound } from './message.ts';
import { clearMessages, selectUnseen, selectVendorIds } from './messages.store.ts';
import { applyReceipts, type Receipt } from './receipts.ts';
import { removeFromIndex } from './search-index.store.ts';

type Of<Kind extends Inbound['kind']> = Extract<Inbound, { kind: Kind }>;
const only = <Kind extends Inbound['kind']>(items: Inbound[], kind: Kind): Of<Kind>[] =>
  items.filter((item): item is Of<Kind> => item.kind === kind);

/** Stores everything a channel sent, in the caller's transaction and under the channel's inbox lock. A repeat changes nothing. */
export async function receive(ctx: Ctx, channel: Channel, items: Inbound[]): Promise<void> {
  await saveAliasesOf(ctx, only(items, 'address'));
  const { inbound, receipts } = await splitEchoes(ctx, channel, items);
  await storeInbound(ctx, channel, inbound);
  await applyReceipts(ctx, channel, [...receipts, ...only(items, 'status')]);
  await applyReceipts(ctx, channel, await seenReceipts(ctx, channel, only(items, 'seen')));
  await deleteReceived(ctx, channel, only(items, 'deleted'));
  for (const item of only(items, 'preference')) {
    if (!item.about || (await wasSentTo(ctx, channel, item.about, item.of))) await applyPreference(ctx, channel, item);
  }
  const [trouble] = only(items, 'channel_trouble');
  if (trouble) await stopChannel(ctx, channel.id, trouble.error.message);
}

/** Splits echoes into receipts of open sends and messages that the business wrote in the provider's app. */
async function splitEchoes(
  ctx: Ctx,
  channel: Channel,
  items: Inbound[],
): Promise<{ inbound: NewInbound[]; receipts: Receipt[] }> {
  const inbound: NewInbound[] = [];
  const receipts: Receipt[] = [];
  const sends = await sendsOf(ctx, channel, only(items, 'echo'));
  for (const item of items) {
    if (item.kind === 'message') inbound.push({ ...item, sender: 'inbound', people: item.from });
    if (item.kind !== 'echo') continue;
    const messageId = sends.get(item.vendorId);
    if (messageId)
      receipts.push({ vendorId: item.vendorId, messageId, status: 'sent', at: item.at, error: null, isOptOut: false });
    else inbound.push({ ...item, sender: 'outbound', people: [item.to], name: null, isAutomatic: false, preference: null });
  }
  return { inbound, receipts };
}

/** Returns a read receipt for every unread message up to a seen event. */
async function seenReceipts(ctx: Ctx, channel: Channel, seen: Of<'seen'>[]): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  const known = await selectVendorIds(
    ctx,
    channel.id,
    seen.flatMap(({ vendorId }) => vendorId ?? []),
  );
  for (const { vendorId, by, at } of seen) {
    const isEarly = vendorId !== null && !known.has(vendorId); // seen before its vendor id is known: it is an open send
    const [person] = await resolveContacts(ctx, [{ addresses: [by], name: null }], channelDefinitions[channel.type].reaches);
    const ids = person ? await selectUnseen(ctx, channel.id, person.handle.id, at, isEarly) : [];
    for (const messageId of ids) receipts.push({ vendorId: null, messageId, status: 'read', at, error: null, isOptOut: false });
  }
  return receipts;
}

async function deleteReceived(ctx: Ctx, channel: Channel, deleted: Of<'deleted'>[]): Promise<void> {
  const known = await selectVendorIds(
    ctx,
    channel.id,
    deleted.map((one) => one.vendorId),
  );
  const receipts = deleted.flatMap(({ vendorId, at }) => {
    const messageId = known.get(vendorId);
    return messageId ? [{ vendorId, messageId, status: 'deleted' as const, at, error: null, isOptOut: false }] : [];
  });
  if (receipts.length === 0) return;
  const ids = receipts.map((one) => one.messageId);
  await clearLatestText(ctx, ids);
  await clearMessages(ctx, ids);
  await removeFromIndex(ctx, ids);
  await applyReceipts(ctx, channel, receipts);
}

async function applyPreference(ctx: Ctx, channel: Channel, { of, isSubscribed, at, about }: Of<'preference'>): Promise<void> {
  const [person] = await resolveContacts(ctx, [{ addresses: [of], name: null }], [of.type]);
  if (!person) return;
  const evidence = about ? { vendorId: about.vendorId, messageId: about.messageId } : {};
  const source = about ? 'complaint' : 'provider';
  const statement = { handleId: person.handle.id, isStop: !isSubscribed, source, at, evidence } as const;
  await recordStatements(ctx, statementsOf(channel, statement));
}
