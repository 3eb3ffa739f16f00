import type { Ctx } from '../../storage/context.ts';
import { type Channel, capabilities, stopChannel } from '../channels/index.ts';
import { forgetLatest } from '../chats/index.ts';
import { statementsOf } from '../consents/index.ts';
import { recordStatements, resolveContacts, saveAliasesOf } from '../contacts/index.ts';
import { sendsOf } from './echoes.ts';
import { wasSentTo } from './forged-receipts.ts';
import { type Arrived, storeInbound } from './inbound.ts';
import type { Inbound } from './message.ts';
import { emptyMessages, selectUnseen, selectVendorIds } from './messages.store.ts';
import { applyReports, type ProviderReport } from './receipts.ts';

type Of<Kind extends Inbound['kind']> = Extract<Inbound, { kind: Kind }>;
const only = <Kind extends Inbound['kind']>(items: Inbound[], kind: Kind): Of<Kind>[] =>
  items.filter((item): item is Of<Kind> => item.kind === kind);

/**
 * Keeps everything a channel told us, in the caller's transaction and under the channel's inbox lock. Told twice, it changes
 * nothing the second time.
 */
export async function receive(ctx: Ctx, channel: Channel, items: Inbound[]): Promise<void> {
  await saveAliasesOf(ctx, only(items, 'address'));
  const { arrived, reports } = await splitEchoes(ctx, channel, items);
  await storeInbound(ctx, channel, arrived);
  await applyReports(ctx, channel, [...reports, ...only(items, 'status')]);
  await applyReports(ctx, channel, await seenReports(ctx, channel, only(items, 'seen')));
  await takeBack(ctx, channel, only(items, 'deleted'));
  for (const item of only(items, 'preference')) {
    if (!item.about || (await wasSentTo(ctx, channel, item.about, item.of))) await prefer(ctx, channel, item);
  }
  const [trouble] = only(items, 'channel_trouble');
  if (trouble) await stopChannel(ctx, channel.id, trouble.error.message);
}

/** An echo is the provider's copy of a send of ours that is still open, or something the business wrote elsewhere. */
async function splitEchoes(
  ctx: Ctx,
  channel: Channel,
  items: Inbound[],
): Promise<{ arrived: Arrived[]; reports: ProviderReport[] }> {
  const arrived: Arrived[] = [];
  const reports: ProviderReport[] = [];
  const sends = await sendsOf(ctx, channel, only(items, 'echo'));
  for (const item of items) {
    if (item.kind === 'message') arrived.push({ ...item, sender: 'inbound', people: item.from });
    if (item.kind !== 'echo') continue;
    const messageId = sends.get(item.vendorId);
    if (messageId)
      reports.push({ vendorId: item.vendorId, messageId, status: 'sent', at: item.at, error: null, isOptOut: false });
    else arrived.push({ ...item, sender: 'outbound', people: [item.to], name: null, isAutomatic: false, preference: null });
  }
  return { arrived, reports };
}

/** "Seen up to here" is a report on every message before it. */
async function seenReports(ctx: Ctx, channel: Channel, seen: Of<'seen'>[]): Promise<ProviderReport[]> {
  const reports: ProviderReport[] = [];
  const known = await selectVendorIds(
    ctx,
    channel.id,
    seen.flatMap(({ vendorId }) => vendorId ?? []),
  );
  for (const { vendorId, by, at } of seen) {
    const isQuick = vendorId !== null && !known.has(vendorId); // seen before we know its id: it is one of those under way
    const [person] = await resolveContacts(ctx, [{ addresses: [by], name: null }], capabilities[channel.type].reaches);
    const ids = person ? await selectUnseen(ctx, channel.id, person.handle.id, at, isQuick) : [];
    for (const messageId of ids) reports.push({ vendorId: null, messageId, status: 'read', at, error: null, isOptOut: false });
  }
  return reports;
}

async function takeBack(ctx: Ctx, channel: Channel, deleted: Of<'deleted'>[]): Promise<void> {
  const known = await selectVendorIds(
    ctx,
    channel.id,
    deleted.map((one) => one.vendorId),
  );
  const reports = deleted.flatMap(({ vendorId, at }) => {
    const messageId = known.get(vendorId);
    return messageId ? [{ vendorId, messageId, status: 'deleted' as const, at, error: null, isOptOut: false }] : [];
  });
  if (reports.length === 0) return;
  const ids = reports.map((one) => one.messageId);
  await forgetLatest(ctx, ids);
  await emptyMessages(ctx, ids);
  await applyReports(ctx, channel, reports);
}

async function prefer(ctx: Ctx, channel: Channel, { of, isSubscribed, at, about }: Of<'preference'>): Promise<void> {
  const [person] = await resolveContacts(ctx, [{ addresses: [of], name: null }], [of.type]);
  if (!person) return;
  const evidence = about ? { vendorId: about.vendorId, messageId: about.messageId } : {};
  const source = about ? 'complaint' : 'provider';
  const said = { handleId: person.handle.id, isStop: !isSubscribed, source, at, evidence } as const;
  await recordStatements(ctx, statementsOf(channel, said));
}
