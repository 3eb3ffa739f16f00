import { setTimeout as sleep } from 'node:timers/promises';
import type { SendOutcome } from '../adapters/adapter.ts';
import type { ChannelConnector, OpenChannel } from '../adapters/connector.ts';
import { channelDefinitions } from '../domain/channels/index.ts';
import { type Purpose, reviveCurrent } from '../domain/consents/index.ts';
import {
  type Begun,
  beforeSend,
  beginSends,
  type Outgoing,
  outcomeUnknown,
  recordSends,
  type Send,
  type SendResult,
  selectSends,
  selectShared,
} from '../domain/messages/index.ts';
import { findTemplates } from '../domain/templates/index.ts';
import { type ConnectionSlots, createConnectionSlots } from '../platform/connection-slots.ts';
import { Failure } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Metrics } from '../platform/metrics.ts';
import { sanitizeText } from '../platform/sanitize-text.ts';
import type { TokenBucket } from '../platform/token-bucket.ts';
import { asJob, complete, type ExternalHandler, type JobRef } from '../queue/index.ts';
import { jobs } from '../registry/jobs.ts';
import { createBatcher } from '../storage/batcher.ts';
import type { Ctx } from '../storage/context.ts';
import { mayPass } from '../storage/database.ts';
import { afterCall, blocked, held, over, putOff, unknown } from './after-call.ts';
import { type ComposeDeps, compose, type TemplateLookUp } from './compose.ts';

export type SendDeps = ComposeDeps & { connector: ChannelConnector; bucket: TokenBucket; metrics: Metrics };

/** The wait of a send for which no connection was free: random, so that not all retry at once. */
const CONNECTION_AGAIN_MS = [1_000, 2_000] as const;

type Sender = SendDeps & {
  slots: ConnectionSlots;
  template: TemplateLookUp;
  begin: (ctx: Ctx, intent: Parameters<typeof beginSends>[1][number]) => Promise<Begun>;
  record: (ctx: Ctx, result: SendResult) => Promise<undefined>;
  end: (ctx: Ctx, ref: JobRef) => Promise<undefined>;
};

/**
 * Sends messages: waits for the channel's rate limit and a connection, writes the intent, calls the provider, records the outcome. If
 * a worker dies in between, the intent stays, and the next worker treats the outcome as unknown.
 */
export function createMessageSender(deps: SendDeps): { single: ExternalHandler; shared: ExternalHandler } {
  const sender: Sender = {
    ...deps,
    slots: createConnectionSlots(),
    template: createBatcher(findTemplates),
    begin: createBatcher(beginSends),
    record: createBatcher(recordSends),
    end: createBatcher(endShared),
  };
  return {
    async single(ctx, refs, done) {
      const sends = new Map((await selectSends(ctx, refs)).map((send) => [send.id, send]));
      await allOf(refs, async (ref) => {
        const send = sends.get(ref.id);
        if (send) await asJob(ctx, jobs.sendMessage, { ...ref, origin: send.origin }, (ctx) => sendAndRecord(ctx, sender, send));
        done(ref); // recorded now, or another worker has it
      });
    },
    async shared(ctx, refs, done) {
      const sends = Map.groupBy(await selectShared(ctx, refs), ({ jobId }) => jobId);
      await allOf(refs, async (ref) => {
        const theirs = sends.get(ref.id) ?? [];
        await asJob(ctx, jobs.sendMessages, { ...ref, origin: theirs[0]?.origin }, async (ctx) => {
          await allOf(theirs, (send) => sendAndRecord(ctx, sender, send));
          await sender.end(ctx, ref); // every message of it is recorded; otherwise all of them come again
        });
        done(ref);
      });
    },
  };
}

/** Runs all of them. When all are over, throws the first error. */
async function allOf<T>(items: T[], act: (item: T) => Promise<void>): Promise<void> {
  for (const one of await Promise.allSettled(items.map(act))) if (one.status === 'rejected') throw one.reason;
}

async function endShared(ctx: Ctx, refs: JobRef[]): Promise<undefined> {
  await complete(ctx, jobs.sendMessages, refs);
}

async function sendAndRecord(ctx: Ctx, sender: Sender, send: Send): Promise<void> {
  const result = await sendOne(ctx, sender, { ...send, origin: ctx.origin });
  if (result) await recordWithRetries(ctx, sender, result);
}

const RECORD_RETRIES_MS = [200, 1_000, 3_000];

/** Records an outcome with retries: an outcome that is lost becomes unknown. */
async function recordWithRetries(ctx: Ctx, { record }: Sender, result: SendResult): Promise<void> {
  for (const ms of RECORD_RETRIES_MS) {
    try {
      await record(ctx, result);
      return;
    } catch (error) {
      if (!mayPass(error)) throw error;
      await sleep(ms);
    }
  }
  await record(ctx, result);
}

/** Returns the result to record, or nothing when another worker has this send. */
async function sendOne(ctx: Ctx, deps: Sender, send: Send): Promise<SendResult | undefined> {
  const open = await deps.connector.open(ctx, send.channelId);
  const now = ctx.clock.now();
  const decision = beforeSend(sendable(send, open), now);
  switch (decision.do) {
    case 'end':
      return over(send, { kind: 'ended' });
    case 'wait':
      return putOff(send, decision.until);
    case 'fail':
      return over(send, { kind: 'failed', error: decision.error });
    case 'hold':
      return held(send, now);
    case 'cancel':
      return over(send, { kind: 'cancelled' });
    case 'mark_unknown':
      return unknown(send, outcomeUnknown, open);
    case 'send':
      return trySend(ctx, deps, send, open as OpenChannel, decision.isRepeat);
    default:
      return decision satisfies never;
  }
}

/** Returns the purpose of a message. A message of a campaign from before consents had purposes is marketing. */
const purposeOf = ({ content, campaign }: Send): Purpose | null => content.purpose ?? (campaign ? 'marketing' : null);

const sendable = (send: Send, open: OpenChannel | undefined) => ({
  ...send,
  purpose: purposeOf(send),
  current: reviveCurrent(send.currentConsent),
  channel: {
    type: send.channelType,
    status: open?.channel.status ?? ('active' as const),
    sendGuarantee: open?.channel.sendGuarantee ?? ('at_most_once' as const),
    isConnected: open !== undefined,
    settings: open?.channel.settings ?? {},
  },
});

async function trySend(
  ctx: Ctx,
  deps: Sender,
  send: Send,
  open: OpenChannel,
  isRepeat: boolean,
): Promise<SendResult | undefined> {
  const wait = await takeTurn(ctx, deps, open);
  if (wait) return putOff(send, wait);
  const composed = await composeOrFail(ctx, deps, send);
  if ('failed' in composed) return composed.failed;
  const { destination, most, mostPerTenant } = open.connections;
  const release = await deps.slots.take(destination, { most, mostPerOwner: mostPerTenant }, ctx.tenantId);
  if (!release) return putOff(send, connectionAgainAt(ctx.clock.now()));
  try {
    return await callOnce(ctx, deps, { send, open, composed, isRepeat });
  } finally {
    release();
  }
}

type Try = { send: Send; open: OpenChannel; composed: Outgoing; isRepeat: boolean };

/** Writes the intent and calls the provider over a free connection: a crash leaves at most as many unknown sends as there are connections. */
async function callOnce(ctx: Ctx, deps: Sender, { send, open, composed, isRepeat }: Try): Promise<SendResult | undefined> {
  const begun = await deps.begin(ctx, {
    id: send.id,
    jobId: send.jobId,
    attempt: send.attempt,
    attemptId: composed.attemptId,
    isRepeat,
  });
  if (begun === 'taken') return undefined;
  if (begun === 'held') return held(send, ctx.clock.now());
  const { attemptId } = begun;
  const startedAt = performance.now();
  const span = ctx.tracing?.start(`send ${send.channelType}`, {
    kind: 'client',
    parent: ctx.origin?.traceparent,
    attributes: { 'patchbay.message_id': send.id, 'patchbay.channel_id': send.channelId, 'patchbay.send_attempt': attemptId },
  });
  const outcome = await call(open, { ...composed, attemptId });
  span?.set({ 'patchbay.outcome': outcome.kind });
  span?.end(outcome.kind === 'accepted' ? undefined : new Error(reasonOf(outcome)));
  deps.metrics.sendSeconds.record((performance.now() - startedAt) / 1000, { channel: send.channelType, outcome: outcome.kind });
  const result = afterCall({ ...send, attemptId, tries: send.tries + 1 }, open, outcome, ctx.clock.now());
  if (result.slowDownMs) await deps.bucket.pause(bucketOf(open.channel.id), result.slowDownMs);
  return result;
}

function connectionAgainAt(now: Date): Date {
  const [least, most] = CONNECTION_AGAIN_MS;
  return new Date(now.getTime() + least + Math.random() * (most - least));
}

/** Waits for the channel's rate limit. Returns when to retry where that would take too long. */
async function takeTurn(ctx: Ctx, deps: Sender, { channel, adapter, settings }: OpenChannel): Promise<Date | undefined> {
  const rate = channel.ratePerSecond ?? adapter.ratePerSecond?.(settings) ?? channelDefinitions[channel.type].ratePerSecond;
  const turn = await deps.bucket.take(bucketOf(channel.id), rate);
  if (!turn.taken) return new Date(ctx.clock.now().getTime() + turn.waitMs);
  if (turn.waitMs > 0) await sleep(turn.waitMs);
  return undefined;
}

const bucketOf = (channelId: string): string => `send:${channelId}`;

async function composeOrFail(ctx: Ctx, deps: Sender, send: Send): Promise<Outgoing | { failed: SendResult }> {
  try {
    return await compose(ctx, deps, send, idOfTry(ctx, send));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (send.campaign && send.type === 'template' && error.key === 'conflict')
      return { failed: blocked(send, error.message, ctx.clock.now()) };
    return { failed: over(send, { kind: 'failed', error: { key: error.key, code: null, message: error.message } }) };
  }
}

const reasonOf = (outcome: Exclude<SendOutcome, { kind: 'accepted' }>): string =>
  outcome.kind === 'refused' ? outcome.error.message : outcome.message;

/** Returns a new attempt id after a refusal, and the present one after a call that was cut off. */
const idOfTry = (ctx: Ctx, { sendState, attemptId }: Send): string =>
  sendState === 'queued' || attemptId === null ? newId(ctx.clock) : attemptId;

/** Calls the adapter. If it throws, the outcome is unknown. Characters that cannot be stored are removed from the answer. */
const call = (open: OpenChannel, message: Outgoing): Promise<SendOutcome> =>
  open.adapter
    .send(open.depsFor(message.messageId), open.settings, message)
    .catch((error: unknown) => ({ kind: 'unknown' as const, message: (error as Error).message }))
    .then(sanitizeText);
