import type { LockedSend, Send } from './ledger.store.ts';
import type { Address, MessageError } from './message.ts';
import { advance, type Track } from './status.ts';

/** The outcome of an attempt. A late one still counts: the provider's answer is a fact, even if another worker has the job. */
export type SendResult = {
  send: Send;
  /** The intent of this outcome; null if the provider was not called. */
  attemptId: string | null;
  outcome:
    | { kind: 'accepted'; vendorId: string; knownAs?: Address | undefined }
    | { kind: 'failed'; error: MessageError }
    | { kind: 'unknown'; error: MessageError }
    /** Its campaign was cancelled before the send. */
    | { kind: 'cancelled' }
    /** Refused temporarily, or not attempted. */
    | { kind: 'queued' }
    /** Nothing was left to do. */
    | { kind: 'ended' };
  /** When the job runs again; null ends it. */
  dueAt: Date | null;
  /** Refused temporarily, or the connection failed: the next delay is longer. */
  isRefusal?: boolean | undefined;
  /** It waits for its campaign to be resumed. */
  isHeld?: boolean | undefined;
  implies?: 'opted_out' | 'window_closed' | undefined;
  stopChannel?: { reason: string; settingsVersion: number } | undefined;
  /** Why the whole campaign cannot be sent, if the refusal says so. */
  blocksCampaign?: string | undefined;
  /** The provider can look the message up. */
  canLookUp?: boolean | undefined;
};

export type Change = { result: SendResult; before: LockedSend; after: LockedSend; rose: boolean };

/** Returns the change that a result makes to the current message; nothing if another outcome came first. */
export function changeOf(before: LockedSend | undefined, { send, attemptId, outcome }: SendResult, now: Date): Change[] {
  if (!before) return [];
  const isOurs = attemptId !== null && before.attemptId === attemptId;
  const isLast = isOurs && before.tries === send.tries; // no other worker has repeated the call with this attempt id
  const result = { send, attemptId, outcome } as SendResult;
  const to = (track: Partial<LockedSend>): Change[] => {
    const after = { ...before, ...track };
    return [{ result, before, after, rose: after.status !== before.status }];
  };
  switch (outcome.kind) {
    case 'accepted':
      return isOurs ? to({ ...accepted(before, now), vendorId: before.vendorId ?? outcome.vendorId }) : [];
    case 'failed':
      return before.sendState === 'queued' || (isLast && isOpen(before)) ? to(failed(before, outcome.error, now)) : [];
    case 'unknown':
      return before.sendState === 'sending' && (isOurs || attemptId === null)
        ? to({ sendState: 'unknown', errors: [outcome.error] })
        : [];
    case 'cancelled':
      return before.sendState === 'queued'
        ? to({ ...advance(before, { status: 'deleted', at: now }), sendState: 'cancelled' })
        : [];
    case 'queued':
      return isLast && isOpen(before) ? to({ sendState: 'queued', errors: [] }) : [];
    case 'ended':
      return [];
    default:
      return outcome satisfies never;
  }
}

/** The worker of the intent may record its outcome even after the send was marked unknown. */
const isOpen = ({ sendState }: LockedSend): boolean => sendState === 'sending' || sendState === 'unknown';

/** A receipt may arrive before the response of the send: its status stays. */
const accepted = (before: Track, at: Date): Track => {
  const after = advance(before, { status: 'sent', at });
  return before.status === 'failed' ? after : { ...after, sendState: 'accepted', errors: [] };
};
const failed = (before: Track, error: MessageError, at: Date): Track => ({
  ...advance(before, { status: 'failed', at, error }),
  sendState: 'failed',
});
