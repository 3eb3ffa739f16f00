import type { Channel, SendGuarantee } from '../channels/index.ts';
import { capabilities } from '../channels/index.ts';
import { type CurrentConsent, decideConsent, type Purpose, refusalMessage } from '../consents/index.ts';
import type { MessageError, MessageStatus, MessageType } from './message.ts';
import type { SendState } from './status.ts';

/** The current facts that decide whether a queued message is sent; not those of when it was accepted. */
export type Sendable = {
  type: MessageType;
  status: MessageStatus;
  sendState: SendState | null;
  /** The declared purpose, and the contact's consent to it. */
  purpose: Purpose | null;
  current: CurrentConsent;
  lastInboundAt: Date | null;
  openUntil: Date | null;
  /** The campaign of the message, if any. */
  campaign: { status: string } | null;
  channel: Pick<Channel, 'type' | 'status' | 'settings'> & { sendGuarantee: SendGuarantee; isConnected: boolean };
};

export type Decision =
  | { do: 'send'; isRepeat: boolean }
  /** The channel is paused or stopped. */
  | { do: 'wait'; until: Date }
  | { do: 'fail'; error: MessageError }
  /** The last attempt ended during the call to the provider. */
  | { do: 'mark_unknown' }
  /** Its campaign is paused. */
  | { do: 'hold' }
  /** Its campaign was cancelled. */
  | { do: 'cancel' }
  /** Nothing is left to do. */
  | { do: 'end' };

const CHANNEL_RETRY_MS = 30_000;
/** `gone`: the campaign was deleted. */
const ENDED: ReadonlySet<string> = new Set(['cancelled', 'failed', 'gone']);

/** Decides what to do with a send when its job runs. */
export function beforeSend(send: Sendable, now: Date): Decision {
  const { channel, campaign } = send;
  if (send.sendState === 'sending') {
    const next = afterInterrupted(channel.sendGuarantee);
    if (next.do === 'send' && campaign?.status === 'paused') return { do: 'hold' }; // the first attempt may not have reached the provider
    return next.do === 'send' && channel.status !== 'active' ? retryLater(now) : next;
  }
  if (send.sendState !== 'queued') return { do: 'end' };
  if (campaign && ENDED.has(campaign.status)) return { do: 'cancel' };
  if (campaign?.status === 'paused') return { do: 'hold' };
  if (!channel.isConnected) return { do: 'fail', error: notConnected };
  if (channel.status !== 'active') return retryLater(now);
  const verdict = decideConsent({ ...send, channelType: channel.type });
  if (!verdict.allowed)
    return { do: 'fail', error: { key: 'contact_unsubscribed', code: null, message: refusalMessage(verdict) } };
  if (isOutsideWindow(send, now) && !isDirectSend(send)) return { do: 'fail', error: outsideWindow };
  return { do: 'send', isRepeat: false };
}

const retryLater = (now: Date): Decision => ({ do: 'wait', until: new Date(now.getTime() + CHANNEL_RETRY_MS) });

/** Returns whether a message needs an open window and there is none. A template needs none. */
export const isOutsideWindow = (
  send: Pick<Sendable, 'type' | 'openUntil'> & { channel: Pick<Channel, 'type'> },
  now: Date,
): boolean =>
  capabilities[send.channel.type].windowHours !== null &&
  send.type !== 'template' &&
  (send.openUntil === null || send.openUntil <= now);

/** WhatsApp's Direct Send, for accounts that have it: a plain text that is declared as utility needs no window and no template. */
export const isDirectSend = ({
  type,
  purpose,
  channel,
}: Pick<Sendable, 'type' | 'purpose'> & { channel: Pick<Channel, 'type' | 'settings'> }): boolean =>
  channel.type === 'whatsapp' && channel.settings.directSend === true && type === 'text' && purpose === 'utility';

function afterInterrupted(guarantee: SendGuarantee): Decision {
  switch (guarantee) {
    case 'idempotent':
    case 'at_least_once':
      return { do: 'send', isRepeat: true };
    case 'at_most_once':
      return { do: 'mark_unknown' };
    default:
      return guarantee satisfies never;
  }
}

const notConnected: MessageError = {
  key: 'channel_not_connected',
  code: null,
  message: 'The channel has no settings for its provider',
};
const outsideWindow: MessageError = {
  key: 'outside_messaging_window',
  code: null,
  message: 'The window for free messages closed before this one was sent',
};

/** The error of an interrupted send. Removed when a receipt arrives. */
export const outcomeUnknown: MessageError = {
  key: 'outcome_unknown',
  code: null,
  message: 'The provider was called and its answer was not seen. The message may have been sent; it is not sent again.',
};

const RETRY_AFTER_SECONDS = [5, 30, 120, 600, 1800, 3600, 3600, 3600] as const;

/** Returns when a refused send is retried; undefined after the last attempt. `refusals` includes this one. */
export function retryAt(refusals: number, retryAfterSeconds: number | undefined, now: Date): Date | undefined {
  const wait = RETRY_AFTER_SECONDS[refusals - 1];
  return wait === undefined ? undefined : new Date(now.getTime() + Math.max(wait, retryAfterSeconds ?? 0) * 1000);
}
