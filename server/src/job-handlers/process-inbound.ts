import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelConnector, OpenChannel } from '../adapters/connector.ts';
import { adoptPayloads, nextPayloads, settlePayloads, waitingIds, waitingPayloads } from '../domain/channels/index.ts';
import { type Inbound, receive } from '../domain/messages/index.ts';
import { recordTemplateChanges, recordVerdicts } from '../domain/templates/index.ts';
import { timeOfId } from '../platform/ids.ts';
import { ParserError, type ParserPool } from '../platform/parser-pool.ts';
import { asJob, completeOrContinue, type ExternalHandler, type JobRef, loadJobs, recordFailure } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import { type Ctx, inTransaction } from '../storage/context.ts';
import { isRetryable, mayPass } from '../storage/database.ts';
import { tryLockInbox } from '../storage/locks.ts';
import { type Read, readCallback } from './read-callback.ts';

const MOST_AT_ONCE = 200;
/** How long a job reads before other jobs have their turn. */
const READ_ON_MS = 2_000;
const LOOK_AGAIN_MS = 25;
const MOST_RETRIES = 5;
/** A callback may hold a thousand updates. A transaction ends at about so many, so that its locks are short. */
const ENOUGH_ITEMS = 1_000;

/** Limits for what is parsed before a transaction: by memory, and by the job's lease, of which one mail may take half. */
const AHEAD = { most: 20, maxBytes: 16 * 1_048_576, ms: 5_000 };

export type InboundDeps = { connector: ChannelConnector; parsers: ParserPool };

/**
 * Reads callbacks. One worker at a time reads those of a channel, oldest first, many in one transaction. When such a transaction fails
 * they are read one by one. A callback that fails alone is set aside with the reason, so that it does not block the others.
 */
export const createInboundReader =
  (deps: InboundDeps): ExternalHandler =>
  async (ctx, refs, done) => {
    const found = new Map((await loadJobs(ctx, jobs.processInbound, refs)).map((one) => [one.id, one]));
    const isOfChannel = ({ id }: JobRef) => found.get(id)?.concurrencyKey === found.get(id)?.input.channelId;
    const old = refs.filter((ref) => !isOfChannel(ref));
    if (old.length > 0) await adoptPayloads(ctx, old);
    for (const ref of old) done(ref);
    const ended = await Promise.allSettled(
      refs.filter(isOfChannel).map(async (ref) => {
        const one = found.get(ref.id);
        if (one)
          await asJob(ctx, jobs.processInbound, { ...ref, origin: one.origin }, (ctx) =>
            readChannel(ctx, deps, ref, one.input.channelId),
          ).catch((error: unknown) => recordFailure(ctx, jobs.processInbound, ref, error));
        done(ref);
      }),
    );
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  };

/** Reads the callbacks that wait on a channel for a limited time; the rest after other jobs had their turn. */
async function readChannel(ctx: Ctx, deps: InboundDeps, ref: JobRef, channelId: string): Promise<void> {
  const open = await deps.connector.open(ctx, channelId);
  const inbox: Inbox = { ref, open, channelId, most: MOST_AT_ONCE, ahead: new Map(), retriesStep: 0 };
  const until = performance.now() + READ_ON_MS;
  do {
    const payloadIds: string[] = [];
    try {
      await readAhead(ctx, deps, inbox);
      const left = await readSome(ctx, deps, inbox, payloadIds);
      forget(inbox, payloadIds, left);
      if (left === 'none') return;
      if (left === 'taken') await sleep(LOOK_AGAIN_MS);
    } catch (error) {
      await setAsideBad(ctx, inbox, payloadIds, error);
    }
  } while (performance.now() < until);
  await inTransaction(ctx, (ctx) => readLater(ctx, ref, channelId));
}

/** Handles a failed batch: retries it, continues with one callback at a time, or sets the one aside that fails alone. */
async function setAsideBad(ctx: Ctx, inbox: Inbox, payloadIds: string[], error: unknown): Promise<void> {
  const { channelId } = inbox;
  const [bad] = payloadIds;
  if (isRetryable(error) && inbox.retriesStep++ < MOST_RETRIES) return;
  if (!bad || mayPass(error) || error instanceof ParserError) throw error;
  ctx.log.error({ err: error, channelId, tenantId: ctx.tenantId, payloads: payloadIds.length }, 'failed to store callbacks');
  if (inbox.most === 1) await settlePayloads(ctx, channelId, [bad], [{ id: bad, reason: (error as Error).message }]);
  inbox.most = 1;
}

/** Ends the job in the transaction that found that nothing waits. A callback that is accepted meanwhile has another job, which starts now. */
const endJob = (ctx: Ctx, ref: JobRef, channelId: string): Promise<void> =>
  completeOrContinue(ctx, jobs.processInbound, ref, channelId, async () => undefined);

/** Ends the job if nothing waits. Otherwise it continues after the jobs of others. */
const readLater = (ctx: Ctx, ref: JobRef, channelId: string): Promise<void> =>
  completeOrContinue(ctx, jobs.processInbound, ref, channelId, async () => {
    const [oldest] = await waitingIds(ctx, channelId, 1);
    return oldest === undefined ? undefined : { input: { channelId }, since: timeOfId(oldest) };
  });

type Inbox = {
  ref: JobRef;
  open: OpenChannel | undefined;
  channelId: string;
  most: number;
  retriesStep: number;
  /** Callbacks that were read before the transaction, by id. */
  ahead: Map<string, Read>;
};

/**
 * Parses untrusted content before the transaction begins: a parser thread may take seconds, and meanwhile no connection and no lock is
 * held.
 */
async function readAhead(ctx: Ctx, { parsers }: InboundDeps, { open, channelId, ahead }: Inbox): Promise<void> {
  if (!open?.adapter.parseInPool || ahead.size > 0) return;
  const until = performance.now() + AHEAD.ms;
  for (const payload of await nextPayloads(ctx, channelId, AHEAD)) {
    if (performance.now() > until) return;
    ahead.set(payload.id, await readCallback(ctx, parsers, open, payload));
  }
}

/**
 * Stores what a batch of callbacks says, and that they are read, in one transaction: a repeat stores nothing. Adds the ids of the
 * batch to `payloadIds`. Returns `none` when no callback is left; then the job has ended too.
 */
const readSome = (ctx: Ctx, deps: InboundDeps, inbox: Inbox, payloadIds: string[]): Promise<'none' | 'some' | 'taken'> =>
  inTransaction(ctx, async (ctx) => {
    const { ref, open, channelId } = inbox;
    if (!(await tryLockInbox(ctx, channelId))) return 'taken';
    const { read, isLast } = await (open?.adapter.parseInPool ? takeAhead(ctx, inbox) : readNow(ctx, deps, inbox));
    payloadIds.push(...read.map(({ id }) => id));
    const items = read.flatMap((one) => one.items);
    if (open && items.length > 0) {
      await receive(ctx, open.channel, items);
      const verdicts = items.flatMap((item) => (item.kind === 'template' ? [item] : []));
      await recordVerdicts(ctx, channelId, verdicts);
      const changes = items.flatMap((item) => (item.kind === 'template_change' ? [item] : []));
      await recordTemplateChanges(ctx, channelId, changes);
      logForged(ctx, channelId, items);
    }
    const unreadable = read.flatMap(({ id, reason }) => (reason === null ? [] : [{ id, reason }]));
    await settlePayloads(ctx, channelId, payloadIds, unreadable);
    if (!isLast) return 'some';
    await endJob(ctx, ref, channelId);
    return 'none';
  });

type Batch = { read: Read[]; isLast: boolean };

async function readNow(ctx: Ctx, { parsers }: InboundDeps, { open, channelId, most }: Inbox): Promise<Batch> {
  const waiting = await waitingPayloads(ctx, channelId, most);
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

/** Returns the oldest waiting callbacks that were parsed ahead. A callback that another worker has stored no longer waits. */
async function takeAhead(ctx: Ctx, { channelId, most, ahead }: Inbox): Promise<Batch> {
  const waiting = await waitingIds(ctx, channelId, MOST_AT_ONCE);
  const unread = waiting.findIndex((id) => !ahead.has(id));
  const read = waiting.slice(0, unread === -1 ? most : Math.min(unread, most)).flatMap((id) => ahead.get(id) ?? []);
  return { read, isLast: read.length === waiting.length && waiting.length < MOST_AT_ONCE };
}

/** Drops parsed callbacks that are stored. Where none of the rest is next, another worker reads this channel too: drops all. */
function forget({ ahead }: Inbox, payloadIds: string[], left: 'none' | 'some' | 'taken'): void {
  for (const id of payloadIds) ahead.delete(id);
  if (left === 'some' && payloadIds.length === 0) ahead.clear();
}

function logForged(ctx: Ctx, channelId: string, items: Inbound[]): void {
  const forged = items.flatMap((item) => (item.kind === 'ignored' && item.isForged ? [item.what] : []));
  if (forged.length > 0) ctx.log.warn({ tenantId: ctx.tenantId, channelId, forged }, 'forged callbacks ignored');
}
