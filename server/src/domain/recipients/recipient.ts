export const recipientStates = ['planned', 'queued', 'sent', 'failed', 'unknown', 'skipped', 'cancelled'] as const;
export type RecipientState = (typeof recipientStates)[number];

/** Why a recipient was skipped or failed. */
export type RecipientError = { key: string; code: string | null; message: string };

/** One contact of one run on one channel. Gets at most one message, even if steps are repeated. */
export type Recipient = {
  id: string;
  campaignId: string;
  runId: string;
  contactId: string;
  channelId: string;
  state: RecipientState;
  receipt: 'delivered' | 'read' | null;
  error: RecipientError | null;
  attempts: number;
  messageId: string | null;
  automationRunId: string | null;
  createdAt: Date;
  updatedAt: Date;
};

/** How many recipients are in each state. `delivered` is part of `sent`, and `read` of `delivered`. */
export type Counts = { recipients: number; delivered: number; read: number } & Record<RecipientState, number>;

export const noCounts: Counts = {
  recipients: 0,
  planned: 0,
  queued: 0,
  sent: 0,
  failed: 0,
  unknown: 0,
  skipped: 0,
  cancelled: 0,
  delivered: 0,
  read: 0,
};

export const addCounts = (a: Counts, b: Counts): Counts =>
  Object.fromEntries(Object.entries(a).map(([key, n]) => [key, n + b[key as keyof Counts]])) as Counts;
