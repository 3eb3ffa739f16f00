import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelConnector, OpenChannel } from '../adapters/connector.ts';
import { adoptPayloads, nextPayloads, settlePayloads, waitingIds, waitingPayloads } from '../domain/channels/index.ts';
import { type Inbound, receive } from '../domain/messages/index.ts';
import { noteTemplateChanges, noteVerdicts } from '../domain/templates/index.ts';
import { timeOfId } from '../platform/ids.ts';
import { ParserError, type ParserPool } from '../platform/parser-pool.ts';
import { leaveLanes } from '../queue/concurrency-keys.ts';
import type { JobRef } from '../queue/job.ts';
import { lockLanes, postponeStep, republishJob, selectInputs, settleJobs } from '../queue/jobs.store.ts';
import type { BatchHandler } from '../queue/worker.ts';
import { jobs } from '../registry/jobs.ts';
import { type Ctx, inTransaction } from '../storage/context.ts';
import { isRetryable, mayPass } from '../storage/database.ts';
import { tryLockInbox } from '../storage/locks.ts';
import { type Read, readCallback } from './read-callback.ts';

const MOST_AT_ONCE = 200;
/** So long a job reads on before others have their turn. */
const READ_ON_MS = 2_000;
const LOOK_AGAIN_MS = 25;
const MOST_STUMBLES = 5;
/** A callback may hold a thousand updates: a transaction ends when it has about so many, so that nobody waits long for it. */
const ENOUGH_ITEMS = 1_000;

/** Read before a transaction: no more than memory can spare, and no longer than a job's lease, of which one mail may take half. */
const AHEAD = { most: 20, maxBytes: 16 * 1_048_576, ms: 5_000 };

export type InboundDeps = { connector: ChannelConnector; parsers: ParserPool };

/**
 * Reads callbacks. Those of one channel are read by one worker at a time and oldest first, many in one transaction; when
 * such a transaction fails they are read one by one, and one that fails alone is put aside with the reason, so that a bad
 * one cannot hold up the others.
 */
export const createInboundReader =
  (deps: InboundDeps): BatchHandler =>
  async (ctx, refs, done) => {
    const found = new Map((await selectInputs<{ channelId: string }>(ctx, refs)).map((one) => [one.id, one]));
    const isOfChannel = ({ id }: JobRef) => found.get(id)?.lane === found.get(id)?.input.channelId;
    const old = refs.filter((ref) => !isOfChannel(ref));
    if (old.length > 0) await adoptPayloads(ctx, old);
    for (const ref of old) done(ref);
    const ended = await Promise.allSettled(
      refs.filter(isOfChannel).map(async (ref) => {
        const channelId = found.get(ref.id)?.input.channelId;
        if (channelId) await readChannel(ctx, deps, ref, channelId).catch((error: unknown) => retryLater(ctx, ref, error));
        done(ref);
      }),
    );
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  };

async function retryLater(ctx: Ctx, ref: JobRef, error: unknown): Promise<void> {
  const { name, retryAfterSeconds } = jobs.processInbound;
  ctx.log.warn({ err: error, job: name, jobId: ref.id, tenantId: ref.tenantId }, 'job failed, retrying');
  await postponeStep(
    ctx,
    ref,
    retryAfterSeconds.map((seconds) => seconds * 1000),
  );
}

/** Reads what waits on a channel, for as long as one job may; the rest after others had their turn. */
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
      await putAsideBad(ctx, inbox, payloadIds, error);
    }
  } while (performance.now() < until);
  await inTransaction(ctx, (ctx) => readLater(ctx, ref, channelId));
}

/** Decides what a failed batch means: begin anew, read one by one, or put the one aside that fails alone. */
async function putAsideBad(ctx: Ctx, inbox: Inbox, payloadIds: string[], error: unknown): Promise<void> {
  const { channelId } = inbox;
  const [bad] = payloadIds;
  if (isRetryable(error) && inbox.retriesStep++ < MOST_STUMBLES) return;
  if (!bad || mayPass(error) || error instanceof ParserError) throw error;
  ctx.log.error({ err: error, channelId, tenantId: ctx.tenantId, payloads: payloadIds.length }, 'callbacks could not be kept');
  if (inbox.most === 1) await settlePayloads(ctx, channelId, [bad], [{ id: bad, reason: (error as Error).message }]);
  inbox.most = 1;
}

/** Ends the job in the transaction that saw that nothing waits. What is accepted meanwhile has a job of its own, which starts now. */
async function endJob(ctx: Ctx, ref: JobRef, channelId: string): Promise<void> {
  const { name } = jobs.processInbound;
  await lockLanes(ctx, name, [channelId]);
  await leaveLanes(ctx, await settleJobs(ctx, [{ id: ref.id, attempt: ref.attempt, dueAt: null }]), [name]);
}

async function readLater(ctx: Ctx, ref: JobRef, channelId: string): Promise<void> {
  await lockLanes(ctx, jobs.processInbound.name, [channelId]);
  const [oldest] = await waitingIds(ctx, channelId, 1);
  if (oldest === undefined) await endJob(ctx, ref, channelId);
  else await republishJob(ctx, jobs.processInbound, ref, channelId, { channelId }, timeOfId(oldest));
}

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
 * Reads what strangers wrote before the transaction begins: a parser thread may take seconds, and nobody holds a connection or
 * the inbox meanwhile.
 */
async function readAhead(ctx: Ctx, { parsers }: InboundDeps, { open, channelId, ahead }: Inbox): Promise<void> {
  if (!open?.adapter.parseInPool || ahead.size > 0) return;
  const until = performance.now() + AHEAD.ms;
  for (const payload of await nextPayloads(ctx, channelId, AHEAD)) {
    if (performance.now() > until) return;
    ahead.set(payload.id, await readCallback(ctx, parsers, open, payload));
  }
}

/** Everything a batch says, and its end, in one transaction: told twice, kept once. `payloadIds` tells which it was
 * about; the answer is whether none is left, in which case the job has ended with it. */
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
      await noteVerdicts(ctx, channelId, verdicts);
      const changes = items.flatMap((item) => (item.kind === 'template_change' ? [item] : []));
      await noteTemplateChanges(ctx, channelId, changes);
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

/** The oldest that wait, as far as they were read ahead: what somebody else has kept meanwhile no longer waits. */
async function takeAhead(ctx: Ctx, { channelId, most, ahead }: Inbox): Promise<Batch> {
  const waiting = await waitingIds(ctx, channelId, MOST_AT_ONCE);
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
