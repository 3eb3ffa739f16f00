import { type ChannelType, channelDefinitions } from '../channels/index.ts';
import type { CurrentConsent, Purpose } from './consent.ts';

/** What decides about consent. `free`: neither a template nor part of a campaign, and its author did not say what it is for. */
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

/** The purpose that a message is stored with; null for a free message, whose purpose depends on what the contact did last. */
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

/** Decides whether a message may be sent: not where the latest statement on its purpose that covers the channel withdraws it. */
export function decideConsent(question: Question): Verdict {
  const purpose = purposeOf(question);
  const latest = question.current[purpose];
  return latest?.state === 'withdrawn' ? { allowed: false, purpose, since: latest.at } : { allowed: true, purpose };
}

/**
 * Returns what a message is for. A free message on a channel with a messaging window answers the contact, or the window would be closed.
 * Elsewhere it is an answer (service) when the contact wrote after the last stop of marketing, and otherwise counts as marketing.
 */
export function purposeOf({ channelType, purpose, current, lastInboundAt }: Question): Purpose {
  if (purpose !== null) return purpose;
  if (channelDefinitions[channelType].window !== null) return 'service';
  const stoppedAt = current.marketing?.state === 'withdrawn' ? current.marketing.at : null;
  return lastInboundAt !== null && (stoppedAt === null || lastInboundAt > stoppedAt) ? 'service' : 'marketing';
}

/** The text of a refusal: what was withdrawn, when, and what else can be sent. */
export const refusalMessage = ({ purpose, since }: Extract<Verdict, { allowed: false }>): string =>
  `The contact withdrew consent to ${purpose} messages on this channel at ${since.toISOString()}${
    purpose === 'marketing' ? '; a message for another purpose says so in purpose' : ''
  }`;
