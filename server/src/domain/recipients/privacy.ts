import type { Ctx } from '../../storage/context.ts';
import {
  eraseRecipientRows,
  lockRecipientRows,
  moveRecipientRows,
  recordCancelled,
  retireRecipientRows,
  selectRecipientRows,
  skipPlanned,
} from './privacy.store.ts';
import type { RecipientError } from './recipient.ts';
import { type RecipientRow, type Settlement, settleMerged } from './settle-merged.ts';

const idsOf = (recipientRows: RecipientRow[]): string[] => recipientRows.map(({ id }) => id);

/** Locks the planned rows of these contacts. Call it before locking the contacts (lock order: recipient, contact). */
export async function holdPlanned(ctx: Ctx, contactIds: string[]): Promise<void> {
  const planned = (await selectRecipientRows(ctx, contactIds)).filter(({ state }) => state === 'planned');
  if (planned.length > 0) await lockRecipientRows(ctx, idsOf(planned));
}

/** Returns the ids of queued campaign messages to these contacts. */
export const queuedFor = async (ctx: Ctx, contactIds: string[]): Promise<string[]> =>
  (await selectRecipientRows(ctx, contactIds)).flatMap(({ state, messageId }) =>
    state === 'queued' && messageId ? [messageId] : [],
  );

export type Merged = { baseId: string; otherId: string; contactIds: string[] };

/** Locks the rows of two contacts and decides what becomes of them when they are merged. */
export async function holdMerged(ctx: Ctx, { baseId, otherId, contactIds }: Merged): Promise<Settlement> {
  const recipientRows = await selectRecipientRows(ctx, contactIds);
  return settleMerged(await lockRecipientRows(ctx, idsOf(recipientRows)), baseId, otherId);
}

/** Applies the settlement. `cancelled`: messages that were cancelled in time; the outcome of the others is recorded when it arrives. */
export async function recordMerged(ctx: Ctx, { baseId }: Merged, settlement: Settlement, cancelled: Set<string>): Promise<void> {
  const { move, skip, cancel, retire } = settlement;
  const isCancelled = ({ messageId }: RecipientRow): boolean => messageId !== null && cancelled.has(messageId);
  if (move.length > 0) await moveRecipientRows(ctx, idsOf(move), baseId);
  const [inTime, late] = [cancel.filter(isCancelled), cancel.filter((recipient) => !isCancelled(recipient))];
  if (inTime.length > 0) await recordCancelled(ctx, idsOf(inTime), merged);
  if (retire.length + late.length > 0) await retireRecipientRows(ctx, idsOf([...retire, ...late]));
  await skipPlanned(ctx, idsOf(skip), merged);
}

const merged: RecipientError = {
  key: 'contact_merged',
  code: null,
  message: 'The contact was merged with one who is in this run already, and is written to once',
};

export const erased: RecipientError = { key: 'contact_erased', code: null, message: 'The contact was erased' };

/** Skips planned recipients of erased contacts and deletes their personal data. */
export async function emptyRecipients(ctx: Ctx, contactIds: string[]): Promise<void> {
  const ids = idsOf(await selectRecipientRows(ctx, contactIds));
  if (ids.length === 0) return;
  const planned = (await lockRecipientRows(ctx, ids)).filter(({ state }) => state === 'planned');
  await eraseRecipientRows(ctx, ids);
  await skipPlanned(ctx, idsOf(planned), erased);
}
