import type { RecipientState } from './recipient.ts';

/** A recipient of one run and channel, under one of the merged contact ids. */
export type RecipientRow = {
  id: string;
  runId: string;
  channelId: string;
  contactId: string;
  state: RecipientState;
  messageId: string | null;
  handleId: string | null;
};

/** What becomes of the rows of two merged contacts. Rows in none of the lists stay unchanged. */
export type Settlement = {
  /** Get the id of the base contact. */
  move: RecipientRow[];
  /** Planned rows that are skipped. */
  skip: RecipientRow[];
  /** Rows with a queued message, which is cancelled if it was not sent yet. */
  cancel: RecipientRow[];
  /** Keep their state and are not retried. */
  retire: RecipientRow[];
};

/** Of the rows of one contact, the one with the highest rank stays open. */
const rank: Record<RecipientState, number> = {
  sent: 5,
  unknown: 4,
  queued: 3,
  planned: 2,
  failed: 1,
  skipped: 0,
  cancelled: 0,
};

const isOpen = ({ state }: RecipientRow): boolean => rank[state] > 0;

/**
 * Decides which of the rows of two merged contacts stays open in each run, so that the contact gets one message. A row keeps its
 * contact id if the base contact has a row of its own: the key allows one per run, contact and channel. No row is deleted.
 */
export function settleMerged(recipientRows: readonly RecipientRow[], baseId: string, otherId: string): Settlement {
  const settlement: Settlement = { move: [], skip: [], cancel: [], retire: [] };
  for (const group of Map.groupBy(recipientRows, ({ runId, channelId }) => `${runId} ${channelId}`).values()) {
    const open = highest(group.filter(isOpen), baseId);
    for (const recipient of group)
      if (isOpen(recipient) && recipient !== open) settlement[settlementOf(recipient)].push(recipient);
    const baseHasRow = group.some(({ contactId }) => contactId === baseId);
    // A skipped row is not moved: the base contact may still be planned, with its own consent.
    if (!baseHasRow) settlement.move.push(...group.filter((recipient) => recipient.contactId === otherId && isOpen(recipient)));
  }
  return settlement;
}

function highest(open: RecipientRow[], baseId: string): RecipientRow | undefined {
  const order = (a: RecipientRow, b: RecipientRow): number =>
    rank[b.state] - rank[a.state] || Number(b.contactId === baseId) - Number(a.contactId === baseId) || (a.id < b.id ? -1 : 1);
  return open.toSorted(order)[0];
}

function settlementOf({ state }: RecipientRow): 'skip' | 'cancel' | 'retire' {
  if (state === 'planned') return 'skip';
  return state === 'queued' ? 'cancel' : 'retire';
}
