import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelDesk, OpenChannel } from '../adapters/desk.ts';
import { channelsOfJobs, settlePayloads, takeInbox, type WaitingPayload, waitingPayloads } from '../domain/channels/index.ts';
import { type Inbound, receive } from '../domain/messages/index.ts';
import { noteVerdicts } from '../domain/templates/index.ts';
import type { BatchHandler } from '../engine/worker.ts';
import { timeOfId } from '../platform/ids.ts';
import { storable } from '../platform/storable.ts';
import { type Ctx, inTransaction } from '../storage/context.ts';
import { mayPass, mustBeginAnew } from '../storage/database.ts';

const MOST_AT_ONCE = 200;
const LOOK_AGAIN_MS = 25;
const MOST_STUMBLES = 5;
/** A callback may hold a thousand updates: a transaction ends when it has about so many, so that nobody waits long for it. */
const ENOUGH_ITEMS = 1_000;

export type InboundDeps = { desk: ChannelDesk };

/**
 * Reads callbacks. Those of one channel are read by one worker at a time and oldest first, many in one transaction; when
 * such a transaction fails they are read one by one, and one that fails alone is put aside with the reason, so that a bad
 * one cannot hold up the others.
 */
export function createInboundReader({ desk }: InboundDeps): BatchHandler {
  const readers = new Map<string, Promise<void>>();
  /** Batches of one channel wait for each other here, where waiting costs nothing. */
  const inTurn = (channelId: string, read: () => Promise<void>): Promise<void> => {
    const mine = (readers.get(channelId) ?? Promise.resolve()).then(read, read);
    readers.set(channelId, mine);
    return mine.finally(() => readers.get(channelId) === mine && readers.delete(channelId));
  };
  return async (ctx, refs, done) => {
    const waiting = await channelsOfJobs(
      ctx,
      refs.map((ref) => ref.id),
    );
    for (const [channelId, group] of Map.groupBy(waiting, (one) => one.channelId)) {
      const upToId = group.map(({ id }) => id).reduce((a, b) => (a > b ? a : b));
      await inTurn(channelId, () => readChannel(ctx, desk, channelId, upToId));
    }
    for (const ref of refs) done(ref);
  };
}

async function readChannel(ctx: Ctx, desk: ChannelDesk, channelId: string, upToId: string): Promise<void> {
  const open = await desk.open(ctx, channelId);
  let most = MOST_AT_ONCE;
  let stumbles = 0;
  for (;;) {
    const payloads: WaitingPayload[] = [];
    try {
      const left = await readSome(ctx, open, channelId, upToId, most, payloads);
      if (left === 'none') return;
      if (left === 'taken') await sleep(LOOK_AGAIN_MS);
    } catch (error) {
      const [bad] = payloads;
      if (mustBeginAnew(error) && stumbles++ < MOST_STUMBLES) continue;
      if (!bad || mayPass(error)) throw error;
      ctx.log.error({ err: error, channelId, tenantId: ctx.tenantId, payloads: payloads.length }, 'callbacks could not be kept');
      if (most === 1) await settlePayloads(ctx, [bad.id], [{ id: bad.id, reason: (error as Error).message }]);
      most = 1;
    }
  }
}

/** Everything a batch says, and its end, in one transaction: told twice, kept once. `payloads` tells which it was
 * about; the answer is whether none is left. */
const readSome = (
  ctx: Ctx,
  open: OpenChannel | undefined,
  channelId: string,
  upToId: string,
  most: number,
  payloads: WaitingPayload[],
): Promise<'none' | 'some' | 'taken'> =>
  inTransaction(ctx, async (ctx) => {
    if (!(await takeInbox(ctx, channelId))) return 'taken';
    const waiting = await waitingPayloads(ctx, channelId, upToId, most);
    const read: Read[] = [];
    let size = 0;
    for (const payload of waiting) {
      if (size >= ENOUGH_ITEMS) break;
      const one = await parse(open, payload);
      payloads.push(payload);
      size += one.items.length;
      read.push(one);
    }
    const items = read.flatMap((one) => one.items);
    if (open && items.length > 0) {
      await receive(ctx, open.channel, items);
      const verdicts = items.flatMap((item) => (item.kind === 'template' ? [item] : []));
      await noteVerdicts(ctx, channelId, verdicts);
    }
    const ids = payloads.map(({ id }) => id);
    const unreadable = read.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }]));
    await settlePayloads(ctx, ids, unreadable);
    return waiting.length < most && payloads.length === waiting.length ? 'none' : 'some';
  });

type Read = { id: string; items: Inbound[]; reason: string | null };

async function parse(open: OpenChannel | undefined, payload: WaitingPayload): Promise<Read> {
  const { id } = payload;
  if (!open) return { id, items: [], reason: 'the channel is not connected any more' };
  try {
    const items = await open.adapter.parse(open.settings, requestOf(payload));
    return { id, items: items.map((item) => storable(withPayload(item, id))), reason: null };
  } catch (error) {
    return { id, items: [], reason: `not readable: ${(error as Error).message}` };
  }
}

export const requestOf = ({ id, url, headers, body }: WaitingPayload) => ({
  url,
  headers: headers as Record<string, string>,
  body,
  receivedAt: timeOfId(id),
});

/** Bytes that came inside a callback stay there until they are fetched, like those at a provider. */
function withPayload(item: Inbound, payloadId: string): Inbound {
  if (item.kind !== 'message' && item.kind !== 'echo') return item;
  const media = item.content.media.map((one, i) =>
    'bytes' in one.source ? { ...one, source: { ref: { payloadId, vendorId: item.vendorId, index: String(i) } } } : one,
  );
  return { ...item, content: { ...item.content, media } };
}
