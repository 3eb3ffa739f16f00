import type { Ctx } from '../../storage/context.ts';
import { emptyStands, explainStands, lockStands, moveStands, retireStands, selectStands, skipPlanned } from './privacy.store.ts';
import type { RecipientError } from './recipient.ts';
import { type Settlement, type Stand, settleMerged } from './settle-merged.ts';

const idsOf = (stands: Stand[]): string[] => stands.map(({ id }) => id);

/**
 * Holds what is planned for these contacts. Whoever hands recipients over holds them before their contacts, so whoever changes
 * contacts and their recipients begins here.
 */
export async function holdPlanned(ctx: Ctx, contactIds: string[]): Promise<void> {
  const planned = (await selectStands(ctx, contactIds)).filter(({ state }) => state === 'planned');
  if (planned.length > 0) await lockStands(ctx, idsOf(planned));
}

/** The messages that are on their way to these contacts, by all their campaigns. */
export const queuedFor = async (ctx: Ctx, contactIds: string[]): Promise<string[]> =>
  (await selectStands(ctx, contactIds)).flatMap(({ state, messageId }) => (state === 'queued' && messageId ? [messageId] : []));

export type Merged = { baseId: string; otherId: string; contactIds: string[] };

/** What is to become of the rows of two contacts; they are held until the transaction ends. */
export async function holdMerged(ctx: Ctx, { baseId, otherId, contactIds }: Merged): Promise<Settlement> {
  const stands = await selectStands(ctx, contactIds);
  return settleMerged(await lockStands(ctx, idsOf(stands)), baseId, otherId);
}

/** Settles them; `takenBack` are those messages that had not left. The others are told of when they arrive. */
export async function recordMerged(ctx: Ctx, { baseId }: Merged, settlement: Settlement, takenBack: Set<string>): Promise<void> {
  const { move, skip, takeBack, retire } = settlement;
  const isBack = ({ messageId }: Stand): boolean => messageId !== null && takenBack.has(messageId);
  if (move.length > 0) await moveStands(ctx, idsOf(move), baseId);
  const [back, late] = [takeBack.filter(isBack), takeBack.filter((stand) => !isBack(stand))];
  if (back.length > 0) await explainStands(ctx, idsOf(back), merged);
  if (retire.length + late.length > 0) await retireStands(ctx, idsOf([...retire, ...late]));
  await skipPlanned(ctx, idsOf(skip), merged);
}

const merged: RecipientError = {
  key: 'contact_merged',
  code: null,
  message: 'The contact was merged with one who is in this run already, and is written to once',
};

export const erased: RecipientError = { key: 'contact_erased', code: null, message: 'The contact was erased' };

/** Nothing more is said to somebody who is erased, and what was to be said is forgotten. */
export async function emptyRecipients(ctx: Ctx, contactIds: string[]): Promise<void> {
  const ids = idsOf(await selectStands(ctx, contactIds));
  if (ids.length === 0) return;
  const planned = (await lockStands(ctx, ids)).filter(({ state }) => state === 'planned');
  await emptyStands(ctx, ids);
  await skipPlanned(ctx, idsOf(planned), erased);
}
