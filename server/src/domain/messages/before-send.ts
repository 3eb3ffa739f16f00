import type { Channel, SendGuarantee } from '../channels/index.ts';
import { channelDefinitions } from '../channels/index.ts';
import { type CurrentConsent, decideConsent, type Purpose, refusalMessage } from '../consents/index.ts';
import type { MessageError, MessageStatus, MessageType } from './message.ts';
import type { SendState } from './status.ts';

/** What decides whether a queued message goes out, all of it as it is now and not as it was when it was accepted. */
export type Sendable = {
  type: MessageType;
  status: MessageStatus;
  sendState: SendState | null;
  /** What it is for, if it says so, and what the contact said about that. */
  purpose: Purpose | null;
  current: CurrentConsent;
  lastInboundAt: Date | null;
  openUntil: Date | null;
  /** How the campaign it belongs to stands, if it belongs to one. */
  campaign: { status: string } | null;
  channel: Pick<Channel, 'type' | 'status' | 'settings'> & { sendGuarantee: SendGuarantee; isConnected: boolean };
};

export type Decision =
  | { do: 'send'; isRepeat: boolean }
  /** Not now: the channel is paused, or somebody must mend it first. */
  | { do: 'wait'; until: Date }
  | { do: 'fail'; error: MessageError }
  /** The last try was cut off while the provider was being called. */
  | { do: 'mark_unknown' }
  /** Its campaign is paused: not before it is resumed. */
  | { do: 'hold' }
  /** Its campaign was cancelled: it is taken back. */
  | { do: 'cancel' }
  /** Nothing is left to do. */
  | { do: 'end' };

const LOOK_AGAIN_MS = 30_000;
/** A campaign that was deleted is gone. */
const OVER: ReadonlySet<string> = new Set(['cancelled', 'failed', 'gone']);

/** Decides what to do with a send when its job comes up. */
export function beforeSend(send: Sendable, now: Date): Decision {
  const { channel, campaign } = send;
  if (send.sendState === 'sending') {
    const next = afterCutOff(channel.sendGuarantee);
    if (next.do === 'send' && campaign?.status === 'paused') return { do: 'hold' }; // the first try may never have left
    return next.do === 'send' && channel.status !== 'active' ? lookAgain(now) : next;
  }
  if (send.sendState !== 'queued') return { do: 'end' };
  if (campaign && OVER.has(campaign.status)) return { do: 'cancel' };
  if (campaign?.status === 'paused') return { do: 'hold' };
  if (!channel.isConnected) return { do: 'fail', error: notConnected };
  if (channel.status !== 'active') return lookAgain(now);
  const verdict = decideConsent({ ...send, channelType: channel.type });
  if (!verdict.allowed)
    return { do: 'fail', error: { key: 'contact_unsubscribed', code: null, message: refusalMessage(verdict) } };
  if (isOutsideWindow(send, now) && !isDirectSend(send)) return { do: 'fail', error: outsideWindow };
  return { do: 'send', isRepeat: false };
}

const lookAgain = (now: Date): Decision => ({ do: 'wait', until: new Date(now.getTime() + LOOK_AGAIN_MS) });

/** A free message needs an open window; a template does not. */
export const isOutsideWindow = (
  send: Pick<Sendable, 'type' | 'openUntil'> & { channel: Pick<Channel, 'type'> },
  now: Date,
): boolean =>
  channelDefinitions[send.channel.type].window !== null &&
  send.type !== 'template' &&
  (send.openUntil === null || send.openUntil <= now);

/** Returns whether a message needs no open window, such as a text of purpose utility on a WhatsApp account with Direct Send. */
export const isDirectSend = ({
  type,
  purpose,
  channel,
}: Pick<Sendable, 'type' | 'purpose'> & { channel: Pick<Channel, 'type' | 'settings'> }): boolean => {
  const exempt = channelDefinitions[channel.type].window?.exempt;
  return exempt?.type === type && exempt.purpose === purpose && channel.settings[exempt.setting] === true;
};

function afterCutOff(guarantee: SendGuarantee): Decision {
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

/** Said of a send that was cut off; taken away as soon as the provider reports on it. */
export const outcomeUnknown: MessageError = {
  key: 'outcome_unknown',
  code: null,
  message: 'The provider was called and its answer was not seen. The message may have been sent; it is not sent again.',
};

const RETRY_AFTER_SECONDS = [5, 30, 120, 600, 1800, 3600, 3600, 3600] as const;

/** When a refused send is tried again, or nothing when it was refused often enough. `refusals` counts this one. */
export function retryAt(refusals: number, retryAfterSeconds: number | undefined, now: Date): Date | undefined {
  const wait = RETRY_AFTER_SECONDS[refusals - 1];
  return wait === undefined ? undefined : new Date(now.getTime() + Math.max(wait, retryAfterSeconds ?? 0) * 1000);
}
