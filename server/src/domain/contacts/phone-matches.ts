import type { Ctx } from '../../storage/context.ts';
import { matchValue } from './handle-match.ts';
import { lockPhonePage, type PhoneRow, selectOwner, updateMatch } from './phone-matches.store.ts';

const PAGE = 500;

type Input = { afterId: string };

/** Recomputes the match values of one page of phone numbers. A repetition changes nothing. */
export async function matchPhoneNumbers(ctx: Ctx, { afterId }: Input): Promise<{ input: Input } | undefined> {
  const page = await lockPhonePage(ctx, afterId, PAGE);
  for (const one of page) await rematch(ctx, one);
  const last = page.at(-1);
  return last && page.length === PAGE ? { input: { afterId: last.id } } : undefined;
}

/**
 * Of two rows with the same number, the row that has the match value keeps it; the other one gets a value that nothing matches.
 */
async function rematch(ctx: Ctx, { id, value, matchValue: before }: PhoneRow): Promise<void> {
  const match = matchValue('phone_number', value);
  if (match === before) return;
  const owner = await selectOwner(ctx, match, id);
  const after = owner ? `${match} duplicate ${id}` : match;
  if (after !== before) await updateMatch(ctx, id, after, owner?.id ?? null);
}

/** Two contacts with the same phone number in two spellings. */
export type ContactDuplicate = {
  id: string;
  contactId: string;
  phoneNumber: string;
  otherContactId: string;
  otherPhoneNumber: string;
};
