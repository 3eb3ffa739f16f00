import { type ChannelType, channelDefinitions } from '../channels/index.ts';
import type { CurrentConsent, Purpose } from './consent.ts';

/** The kind of a message, as far as consent depends on it. `free`: no template, no campaign and no declared purpose. */
export type MessageKind = 'free' | 'campaign' | `template_${'marketing' | 'utility' | 'authentication'}` | `declared_${Purpose}`;

const purposeOfKind: Record<Exclude<MessageKind, 'free'>, Purpose> = {
  campaign: 'marketing',
  template_marketing: 'marketing',
  template_utility: 'utility',
  template_authentication: 'utility',
  declared_marketing: 'marketing',
  declared_utility: 'utility',
  declared_service: 'service',
};

/** Returns the purpose that a message is stored with. Null for a free message: its purpose depends on the contact's last message. */
export const declaredPurpose = (kind: MessageKind): Purpose | null => (kind === 'free' ? null : purposeOfKind[kind]);

export type Question = {
  channelType: ChannelType;
  /** Null for a free message. */
  purpose: Purpose | null;
  current: CurrentConsent;
  /** When the contact last wrote in this chat; automatic replies do not count. */
  lastInboundAt: Date | null;
};

export type Verdict = { allowed: true; purpose: Purpose } | { allowed: false; purpose: Purpose; since: Date };

/** Refuses a message if the latest statement on its purpose that covers the channel withdraws consent. */
export function decideConsent(question: Question): Verdict {
  const purpose = purposeOf(question);
  const latest = question.current[purpose];
  return latest?.state === 'withdrawn' ? { allowed: false, purpose, since: latest.at } : { allowed: true, purpose };
}

/**
 * Returns the purpose of a message. On a channel with a messaging window a free message is service: the open window shows that the
 * contact wrote. Elsewhere it is service if the contact wrote after the last stop of marketing, and otherwise marketing.
 */
export function purposeOf({ channelType, purpose, current, lastInboundAt }: Question): Purpose {
  if (purpose !== null) return purpose;
  if (channelDefinitions[channelType].window !== null) return 'service';
  const stoppedAt = current.marketing?.state === 'withdrawn' ? current.marketing.at : null;
  return lastInboundAt !== null && (stoppedAt === null || lastInboundAt > stoppedAt) ? 'service' : 'marketing';
}

/** Returns the message of a refusal: what was withdrawn, when, and what can be sent instead. */
export const refusalMessage = ({ purpose, since }: Extract<Verdict, { allowed: false }>): string =>
  `The contact withdrew consent to ${purpose} messages on this channel at ${since.toISOString()}${
    purpose === 'marketing' ? '; a message for another purpose says so in purpose' : ''
  }`;
