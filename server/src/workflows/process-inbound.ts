import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelDesk, OpenChannel } from '../adapters/desk.ts';
import {
  channelsOfJobs,
  nextPayloads,
  settlePayloads,
  takeInbox,
  waitingIds,
  waitingPayloads,
} from '../domain/channels/index.ts';
import { type Inbound, receive } from '../domain/messages/index.ts';
import { noteTemplateChanges, noteVerdicts } from '../domain/templates/index.ts';
import type { BatchHandler } from '../engine/worker.ts';
import { ParserError, type ParserPool } from '../platform/parser-pool.ts';
import { type Ctx, inTransaction } from '../storage/context.ts';
import { mayPass, mustBeginAnew } from '../storage/database.ts';
import { type Read, readCallback } from './read-callback.ts';

const MOST_AT_ONCE = 200;
const LOOK_AGAIN_MS = 25;
const MOST_STUMBLES = 5;
/** A callback may hold a thousand updates: a transaction ends when it has about so many, so that nobody waits long for it. */
const ENOUGH_ITEMS = 1_000;

/** Read before a transaction: no more than memory can spare, and no longer than a job's lease, of which one mail may take half. */
const AHEAD = { most: 20, maxBytes: 16 * 1_048_576, ms: 5_000 };

export type InboundDeps = { desk: ChannelDesk; parsers: ParserPool };

/**
 * Reads callbacks. Those of one channel are read by one worker at a time and oldest first, many in one transaction; when
 * such a transaction fails they are read one by one, and one that fails alone is put aside with the reason, so that a bad
 * one cannot hold up the others.
 */
export function createInboundReader(deps: InboundDeps): BatchHandler {
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
      await inTurn(channelId, () => readChannel(ctx, deps, channelId, upToId));
    }
    for (const ref of refs) done(ref);
  };
}

async function readChannel(ctx: Ctx, deps: InboundDeps, channelId: string, upToId: string): Promise<void> {
  const open = await deps.desk.open(ctx, channelId);
  const inbox: Inbox = { open, channelId, upToId, most: MOST_AT_ONCE, ahead: new Map() };
  let stumbles = 0;
  for (;;) {
    const payloadIds: string[] = [];
    try {
      await readAhead(ctx, deps, inbox);
      const left = await readSome(ctx, deps, inbox, payloadIds);
      forget(inbox, payloadIds, left);
      if (left === 'none') return;
      if (left === 'taken') await sleep(LOOK_AGAIN_MS);
    } catch (error) {
      const [bad] = payloadIds;
      if (mustBeginAnew(error) && stumbles++ < MOST_STUMBLES) continue;
      if (!bad || mayPass(error) || error instanceof ParserError) throw error;
      ctx.log.error(
        { err: error, channelId, tenantId: ctx.tenantId, payloads: payloadIds.length },
        'callbacks could not be kept',
      );
      if (inbox.most === 1) await settlePayloads(ctx, [bad], [{ id: bad, reason: (error as Error).message }]);
      inbox.most = 1;
    }
  }
}

type Inbox = {
  open: OpenChannel | undefined;
  channelId: string;
  upToId: string;
  most: number;
  /** Callbacks that were read before the transaction, by id. */
  ahead: Map<string, Read>;
};

/**
 * Reads what strangers wrote before the transaction begins: a parser thread may take seconds, and nobody holds a connection or
 * the inbox meanwhile.
 */
async function readAhead(ctx: Ctx, { parsers }: InboundDeps, { open, channelId, upToId, ahead }: Inbox): Promise<void> {
  if (!open?.adapter.parseInPool || ahead.size > 0) return;
  const until = performance.now() + AHEAD.ms;
  for (const payload of await nextPayloads(ctx, channelId, upToId, AHEAD)) {
    if (performance.now() > until) return;
    ahead.set(payload.id, await readCallback(ctx, parsers, open, payload));
  }
}

/** Everything a batch says, and its end, in one transaction: told twice, kept once. `payloadIds` tells which it was
 * about; the answer is whether none is left. */
const readSome = (ctx: Ctx, deps: InboundDeps, inbox: Inbox, payloadIds: string[]): Promise<'none' | 'some' | 'taken'> =>
  inTransaction(ctx, async (ctx) => {
    const { open, channelId } = inbox;
    if (!(await takeInbox(ctx, channelId))) return 'taken';
    const { read, isLast } = await (open?.adapter.parseInPool ? takeAhead(ctx, inbox) : readNow(ctx, deps, inbox));
    payloadIds.push(...read.map(({ id }) => id));
    const items = read.flatMap((one) => one.items);
    if (open && items.length > 0) {
      await receive(ctx, open.channel, items);
      const verdicts = items.flatMap((item) => (item.kind === 'template' ? [item] : []));
      await noteVerdicts(ctx, channelId, verdicts);
      const changes = items.flatMap((item) => (item.kind === 'template_change' ? [item] : []));
      await noteTemplateChanges(ctx, channelId, changes);
      logForged(ctx, channelId, items);
    }
    const unreadable = read.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }]));
    await settlePayloads(ctx, payloadIds, unreadable);
    return isLast ? 'none' : 'some';
  });

type Batch = { read: Read[]; isLast: boolean };

async function readNow(ctx: Ctx, { parsers }: InboundDeps, { open, channelId, upToId, most }: Inbox): Promise<Batch> {
  const waiting = await waitingPayloads(ctx, channelId, upToId, most);
  const read: Read[] = [];
  let size = 0;
  for (const payload of waiting) {
    if (size >= ENOUGH_ITEMS) break;
    const one = await readCallback(ctx, parsers, open, payload);
    size += one.items.length;
    read.push(one);
  }
  return { read, isLast: waiting.length < most && read.length === waiting.length };
}

/** The oldest that wait, as far as they were read ahead: what somebody else has kept meanwhile no longer waits. */
async function takeAhead(ctx: Ctx, { channelId, upToId, most, ahead }: Inbox): Promise<Batch> {
  const waiting = await waitingIds(ctx, channelId, upToId, MOST_AT_ONCE);
  const unread = waiting.findIndex((id) => !ahead.has(id));
  const read = waiting.slice(0, unread === -1 ? most : Math.min(unread, most)).flatMap((id) => ahead.get(id) ?? []);
  return { read, isLast: read.length === waiting.length && waiting.length < MOST_AT_ONCE };
}

/** What is kept is forgotten. Where nothing of what was read ahead is next, somebody else keeps this inbox too: read anew. */
function forget({ ahead }: Inbox, payloadIds: string[], left: 'none' | 'some' | 'taken'): void {
  for (const id of payloadIds) ahead.delete(id);
  if (left === 'some' && payloadIds.length === 0) ahead.clear();
}

function logForged(ctx: Ctx, channelId: string, items: Inbound[]): void {
  const forged = items.flatMap((item) => (item.kind === 'ignored' && item.isForged ? [item.what] : []));
  if (forged.length > 0) ctx.log.warn({ tenantId: ctx.tenantId, channelId, forged }, 'forged callbacks ignored');
}
