import type { SendOutcome } from '../adapters/adapter.ts';
import type { OpenChannel } from '../adapters/connector.ts';
import { type MessageError, outcomeUnknown, retryAt, type Send, type SendResult } from '../domain/messages/index.ts';

const LOOK_AGAIN_MS = 30_000;
const SLOW_DOWN_MS = 1_000;

export const over = (send: Send, outcome: SendResult['outcome'], more: Partial<SendResult> = {}): SendResult => ({
  send,
  attemptId: send.attemptId,
  outcome,
  dueAt: null,
  ...more,
});

/**
 * Reschedules the send. One whose earlier call was cut off keeps its state and its idempotency key: the first call may have arrived.
 */
export const putOff = (send: Send, dueAt: Date, more: Partial<SendResult> = {}): SendResult =>
  over(send, { kind: send.sendState === 'sending' ? 'ended' : 'queued' }, { dueAt, ...more });

/** Holds a send whose campaign is paused or was just cancelled; resuming or cancelling reschedules it. A call that was cut off keeps its key. */
export const held = (send: Send, now: Date): SendResult =>
  putOff(send, new Date(now.getTime() + LOOK_AGAIN_MS), { isHeld: true });

/** Holds a send whose template was refused. The campaign is paused; the recipient has not failed. */
export const blocked = (send: Send, reason: string, now: Date): SendResult =>
  putOff(send, new Date(now.getTime() + LOOK_AGAIN_MS), { isHeld: true, blocksCampaign: reason });

/** Sets the outcome to unknown. A provider that can be asked is asked soon; otherwise a callback may bring the outcome. */
export const unknown = (send: Send, error: MessageError, open: OpenChannel | undefined): SendResult =>
  over(send, { kind: 'unknown', error }, { canLookUp: open?.adapter.lookUp !== undefined });

/** `slowDownMs`: how long nothing more is sent on the channel. */
export type Called = SendResult & { slowDownMs?: number };

/** Decides what a provider's answer, or its silence, means for the send. */
export function afterCall(send: Send, open: OpenChannel, outcome: SendOutcome, now: Date): Called {
  if (outcome.kind === 'accepted') return over(send, outcome);
  if (outcome.kind === 'unknown') return afterUnknown(send, open, outcome.message, now);
  const { error, next, retryAfterSeconds } = outcome;
  const implies = outcome.implies === 'template_changed' ? undefined : outcome.implies;
  switch (next) {
    case 'fail':
      if (send.campaign && outcome.implies === 'template_changed') return blocked(send, error.message, now);
      return over(send, { kind: 'failed', error }, { implies });
    case 'stop_channel':
      return putOff(send, new Date(now.getTime() + LOOK_AGAIN_MS), { stopChannel: stopOf(open, error) });
    case 'slow_down': {
      const pauseMs = (retryAfterSeconds ?? 0) * 1000 || SLOW_DOWN_MS;
      return { ...putOff(send, new Date(now.getTime() + pauseMs)), slowDownMs: pauseMs };
    }
    case 'retry': {
      const dueAt = retryAt(send.refusals + 1, retryAfterSeconds, now);
      return dueAt ? putOff(send, dueAt, { isRefusal: true }) : over(send, { kind: 'failed', error });
    }
    default:
      return next satisfies never;
  }
}

/** A refusal stops the channel only with the settings that the send used. */
const stopOf = ({ channel }: OpenChannel, { message }: MessageError): SendResult['stopChannel'] => ({
  reason: message,
  settingsVersion: channel.settingsVersion,
});

/** The call was made and the connection broke. An idempotent provider is called again with the same key. */
function afterUnknown(send: Send, open: OpenChannel, message: string, now: Date): SendResult {
  const { sendGuarantee } = open.channel;
  const again = retryAt(send.refusals + 1, undefined, now);
  if (sendGuarantee !== 'at_most_once' && again) return over(send, { kind: 'ended' }, { dueAt: again, isRefusal: true });
  return unknown(send, { ...outcomeUnknown, message: `${outcomeUnknown.message} (${message})` }, open);
}
