import type { ChannelType } from '../channels/index.ts';

/** The purpose of a message. Consent is given per purpose. */
export const purposes = ['marketing', 'utility', 'service'] as const;
export type Purpose = (typeof purposes)[number];

export type ConsentState = 'granted' | 'withdrawn';

/** Sources that a caller of the API can give. */
type StatedSource = 'api' | 'web_form' | 'double_opt_in' | 'import' | 'agent';
/**
 * Sources that the server sets: a word such as STOP, a provider's callback or refusal, a complaint, one-click unsubscribe, the flag from
 * before consents existed, a new address of a contact who has stopped marketing at every other one, and an erasure.
 */
type OwnSource = 'keyword' | 'provider' | 'complaint' | 'one_click' | 'migration' | 'inherited' | 'erasure';
export type ConsentSource = StatedSource | OwnSource;

/** What a statement covers: one channel, all channels of a kind (`channelId` null), or all channels (both null). */
export type ConsentScope = { channelId: string | null; channelType: ChannelType | null };

export type NewStatement = ConsentScope & {
  handleId: string;
  purpose: Purpose;
  state: ConsentState;
  source: ConsentSource;
  /** When the person made the statement. */
  at: Date;
  evidence: Record<string, unknown>;
};

/** A stored statement. It is never changed. */
export type Consent = NewStatement & {
  id: string;
  contactId: string;
  handle: { id: string; type: string; value: string };
  recordedAt: Date;
};

/** The latest statement on each purpose that covers a channel. No entry: there is no statement. */
export type CurrentConsent = Partial<Record<Purpose, { state: ConsentState; at: Date }>>;
