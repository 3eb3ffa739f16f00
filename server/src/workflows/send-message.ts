import { setTimeout as sleep } from 'node:timers/promises';
import type { SendOutcome } from '../adapters/adapter.ts';
import type { ChannelDesk, OpenChannel } from '../adapters/desk.ts';
import { capabilities } from '../domain/channels/index.ts';
import {
  type Begun,
  beforeSend,
  beginSends,
  type MessageError,
  type Outgoing,
  outcomeUnknown,
  recordSends,
  retryAt,
  type Send,
  type SendResult,
  selectSends,
  selectShared,
} from '../domain/messages/index.ts';
import { findTemplates } from '../domain/templates/index.ts';
import type { JobRef } from '../engine/job.ts';
import { settleJobs } from '../engine/jobs.store.ts';
import type { BatchHandler } from '../engine/worker.ts';
import { Failure } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Metrics } from '../platform/metrics.ts';
import { storable } from '../platform/storable.ts';
import type { TokenBucket } from '../platform/token-bucket.ts';
import type { Ctx } from '../storage/context.ts';
import { mayPass } from '../storage/database.ts';
import { createGatherer } from '../storage/gather.ts';
import { type ComposeDeps, compose, type TemplateLookUp } from './compose.ts';

export type SendDeps = ComposeDeps & { desk: ChannelDesk; bucket: TokenBucket; metrics: Metrics };

const LOOK_AGAIN_MS = 30_000;
const SLOW_DOWN_MS = 1_000;

type Sender = SendDeps & {
  template: TemplateLookUp;
  begin: (ctx: Ctx, intent: Parameters<typeof beginSends>[1][number]) => Promise<Begun>;
  record: (ctx: Ctx, result: SendResult) => Promise<undefined>;
  end: (ctx: Ctx, ref: JobRef) => Promise<undefined>;
};

/**
 * Sends messages: takes the channel's turn, writes the intent down, calls the provider, records the outcome. A worker that
 * dies in between leaves the intent behind, and whoever finds it knows that the outcome is not known.
 */
export function createMessageSender(deps: SendDeps): { single: BatchHandler; shared: BatchHandler } {
  const sender: Sender = {
    ...deps,
    template: createGatherer(findTemplates),
    begin: createGatherer(beginSends),
    record: createGatherer(recordSends),
    end: createGatherer(endShared),
  };
  return {
    async single(ctx, refs, done) {
      const sends = new Map((await selectSends(ctx, refs)).map((send) => [send.id, send]));
      await allOf(refs, async (ref) => {
        const send = sends.get(ref.id);
        if (send) await sendAndRecord(ctx, sender, send);
        done(ref); // recorded now, or it is somebody else's
      });
    },
    async shared(ctx, refs, done) {
      const sends = Map.groupBy(await selectShared(ctx, refs), ({ jobId }) => jobId);
      await allOf(refs, async (ref) => {
        await allOf(sends.get(ref.id) ?? [], (send) => sendAndRecord(ctx, sender, send));
        await sender.end(ctx, ref); // every message of it is recorded; one that is not brings all of them up again
        done(ref);
      });
    },
  };
}

/** Throws what went wrong with one of them when all of them are over. */
async function allOf<T>(items: T[], act: (item: T) => Promise<void>): Promise<void> {
  for (const one of await Promise.allSettled(items.map(act))) if (one.status === 'rejected') throw one.reason;
}

async function endShared(ctx: Ctx, refs: JobRef[]): Promise<undefined> {
  await settleJobs(
    ctx,
    refs.map(({ id, attempt }) => ({ id, attempt, dueAt: null })),
  );
}

async function sendAndRecord(ctx: Ctx, sender: Sender, send: Send): Promise<void> {
  const result = await sendOne(ctx, sender, send);
  if (result) await recordSurely(ctx, sender, result);
}

const RECORD_AGAIN_MS = [200, 1_000, 3_000];

/** What a provider said is worth more than one try to write it down: lost, it would be unknown. */
async function recordSurely(ctx: Ctx, { record }: Sender, result: SendResult): Promise<void> {
  for (const ms of RECORD_AGAIN_MS) {
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

/** The result to record, or nothing when another worker has this send. */
async function sendOne(ctx: Ctx, deps: Sender, send: Send): Promise<SendResult | undefined> {
  const open = await deps.desk.open(ctx, send.channelId);
  const now = ctx.clock.now();
  const decision = beforeSend(sendable(send, open), now);
  switch (decision.do) {
    case 'end':
      return over(send, { kind: 'ended' });
    case 'wait':
      return over(send, { kind: 'queued' }, { dueAt: decision.until });
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

const sendable = (send: Send, open: OpenChannel | undefined) => ({
  ...send,
  channel: {
    type: send.channelType,
    status: open?.channel.status ?? ('active' as const),
    sendGuarantee: open?.channel.sendGuarantee ?? ('at_most_once' as const),
    isConnected: open !== undefined,
  },
});

const over = (send: Send, outcome: SendResult['outcome'], more: Partial<SendResult> = {}): SendResult => ({
  send,
  attemptId: send.attemptId,
  outcome,
  dueAt: null,
  ...more,
});

/** Its campaign is paused, or was cancelled a moment ago; whoever did that looks to what waits. A cut-off try keeps its name. */
const held = (send: Send, now: Date): SendResult =>
  over(
    send,
    { kind: send.sendState === 'sending' ? 'ended' : 'queued' },
    { dueAt: new Date(now.getTime() + LOOK_AGAIN_MS), isHeld: true },
  );

/** The template is what is refused, not this one recipient: the campaign pauses, and nobody has failed for it. */
const blocked = (send: Send, reason: string, now: Date): SendResult =>
  over(send, { kind: 'queued' }, { dueAt: new Date(now.getTime() + LOOK_AGAIN_MS), isHeld: true, blocksCampaign: reason });

/** A provider that can be asked is asked soon; of any other its callback tells. */
const unknown = (send: Send, error: MessageError, open: OpenChannel | undefined): SendResult =>
  over(send, { kind: 'unknown', error }, { canLookUp: open?.adapter.lookUp !== undefined });

async function trySend(
  ctx: Ctx,
  deps: Sender,
  send: Send,
  open: OpenChannel,
  isRepeat: boolean,
): Promise<SendResult | undefined> {
  const wait = await takeTurn(ctx, deps, open);
  if (wait) return over(send, { kind: 'queued' }, { dueAt: wait });
  const composed = await composeOrFail(ctx, deps, send);
  if ('failed' in composed) return composed.failed;
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
  const outcome = await call(open, { ...composed, attemptId });
  deps.metrics.sendSeconds.record((performance.now() - startedAt) / 1000, { channel: send.channelType, outcome: outcome.kind });
  return afterCall(ctx, deps, { ...send, attemptId, tries: send.tries + 1 }, open, outcome);
}

/** Waits for the channel's turn; a time to come back at when that would take too long. */
async function takeTurn(ctx: Ctx, deps: Sender, { channel }: OpenChannel): Promise<Date | undefined> {
  const rate = channel.ratePerSecond ?? capabilities[channel.type].ratePerSecond;
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

/** A refused send begins anew; one that was cut off goes on under the name it had. */
const idOfTry = (ctx: Ctx, { sendState, attemptId }: Send): string =>
  sendState === 'queued' || attemptId === null ? newId(ctx.clock) : attemptId;

/** An adapter that throws has a bug, and nobody knows how far it came. What a provider says is kept, whatever characters it uses. */
const call = (open: OpenChannel, message: Outgoing): Promise<SendOutcome> =>
  open.adapter
    .send(open.depsFor(message.messageId), open.settings, message)
    .catch((error: unknown) => ({ kind: 'unknown' as const, message: (error as Error).message }))
    .then(storable);

async function afterCall(ctx: Ctx, deps: Sender, send: Send, open: OpenChannel, outcome: SendOutcome): Promise<SendResult> {
  const now = ctx.clock.now();
  if (outcome.kind === 'accepted') return over(send, outcome);
  if (outcome.kind === 'unknown') return afterUnknown(send, open, outcome.message, now);
  const { error, next, retryAfterSeconds, learned: lesson } = outcome;
  const learned = lesson === 'template_changed' ? undefined : lesson;
  switch (next) {
    case 'fail':
      if (send.campaign && lesson === 'template_changed') return blocked(send, error.message, now);
      return over(send, { kind: 'failed', error }, { learned });
    case 'stop_channel':
      return over(send, { kind: 'queued' }, { dueAt: new Date(now.getTime() + LOOK_AGAIN_MS), stopChannel: stopOf(open, error) });
    case 'slow_down': {
      const pauseMs = (retryAfterSeconds ?? 0) * 1000 || SLOW_DOWN_MS;
      await deps.bucket.pause(bucketOf(open.channel.id), pauseMs);
      return over(send, { kind: 'queued' }, { dueAt: new Date(now.getTime() + pauseMs) });
    }
    case 'retry': {
      const dueAt = retryAt(send.tries, retryAfterSeconds, now);
      return dueAt ? over(send, { kind: 'queued' }, { dueAt }) : over(send, { kind: 'failed', error });
    }
    default:
      return next satisfies never;
  }
}

/** Settings that somebody changes while a send is under way are not judged by it. */
const stopOf = ({ channel }: OpenChannel, { message }: MessageError): SendResult['stopChannel'] => ({
  reason: message,
  settingsVersion: channel.settingsVersion,
});

/** We called, and the line broke. An idempotent provider is simply called again under the same key. */
function afterUnknown(send: Send, open: OpenChannel, message: string, now: Date): SendResult {
  const { sendGuarantee } = open.channel;
  const again = retryAt(send.tries, undefined, now);
  if (sendGuarantee !== 'at_most_once' && again) return over(send, { kind: 'ended' }, { dueAt: again });
  return unknown(send, { ...outcomeUnknown, message: `${outcomeUnknown.message} (${message})` }, open);
}
