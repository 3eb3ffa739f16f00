import type { ChannelType } from '../channels/index.ts';

/** What a message is for. A person can want one kind and not another. */
export const purposes = ['marketing', 'utility', 'service'] as const;
export type Purpose = (typeof purposes)[number];

export type ConsentState = 'granted' | 'withdrawn';

/** What a caller of the API can name as the source of a statement. */
type StatedSource = 'api' | 'web_form' | 'double_opt_in' | 'import' | 'agent';
/**
 * The others are set by the server: a word such as STOP, a provider's callback or refusal, a complaint, one-click unsubscribe, the flag
 * of the time before consents, and a new address of a contact who had stopped marketing at every other one, and an erasure.
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
  /** When the person said it. */
  at: Date;
  evidence: Record<string, unknown>;
};

/** A statement as it is kept. It is never changed. */
export type Consent = NewStatement & {
  id: string;
  contactId: string;
  handle: { id: string; type: string; value: string };
  recordedAt: Date;
};

/** The latest statement on each purpose that covers a channel. No entry: the person has said nothing. */
export type CurrentConsent = Partial<Record<Purpose, { state: ConsentState; at: Date }>>;
