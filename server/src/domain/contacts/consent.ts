import { invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { type ChannelType, findChannel } from '../channels/index.ts';
import {
  type Consent,
  type ConsentCell,
  consentStates,
  type NewStatement,
  saveStatements,
  selectRoots,
} from '../consents/index.ts';
import { getContact, tellUpdated } from './contacts.ts';
import { refreshSubscribed } from './subscription.store.ts';
import { lockContacts } from './upsert-many.store.ts';

/**
 * Records what people said about being written to, and derives isSubscribed of their contacts again. What a provider repeats changes
 * nothing; `isRepeatable` keeps it all the same.
 */
export const recordStatements = (ctx: Ctx, statements: NewStatement[], isRepeatable = false): Promise<Consent[]> =>
  inTransaction(ctx, async (ctx) => {
    const roots = new Map(
      (
        await selectRoots(
          ctx,
          statements.map(({ handleId }) => handleId),
        )
      ).map((root) => [root.handleId, root]),
    );
    const contactIds = [...new Set([...roots.values()].map(({ contactId }) => contactId))];
    if (contactIds.length === 0) return [];
    await lockContacts(ctx, contactIds); // of two statements at once, the second derives from both
    const now = ctx.clock.now();
    const placed = statements.flatMap((one) => {
      const root = roots.get(one.handleId);
      return root ? [{ ...one, handleId: root.rootId, at: one.at < now ? one.at : now }] : [];
    });
    const kept = await saveStatements(ctx, placed, isRepeatable);
    for (const id of kept.length > 0 ? await refreshSubscribed(ctx, contactIds) : []) await tellUpdated(ctx, id, {});
    return kept;
  });

export type StatementInput = Omit<NewStatement, 'channelId' | 'channelType' | 'at'> & {
  channelId?: string | undefined;
  channelType?: ChannelType | undefined;
  at?: Date | undefined;
};

/** Clocks differ; a statement of tomorrow is a mistake. */
const MOST_AHEAD_MS = 5 * 60_000;

/** Records one statement for a caller who names the address, and the channel or the kind of channels. */
export async function recordConsent(ctx: Ctx, wanted: StatementInput): Promise<Consent> {
  const now = ctx.clock.now();
  const { at = now } = wanted;
  if (at.getTime() > now.getTime() + MOST_AHEAD_MS) throw invalidParam('at', 'invalid_date', 'This time has not come yet');
  const scope = await scopeOf(ctx, wanted);
  const statement = { ...wanted, ...scope, at };
  const [kept] = isId(wanted.handleId) ? await recordStatements(ctx, [statement], true) : [];
  if (!kept) throw invalidParam('handleId', 'not_found', 'There is no handle with this id');
  return kept;
}

async function scopeOf(
  ctx: Ctx,
  { channelId, channelType }: StatementInput,
): Promise<{ channelId: string | null; channelType: ChannelType | null }> {
  if (channelId === undefined) return { channelId: null, channelType: channelType ?? null };
  const channel = await findChannel(ctx, channelId);
  if (!channel) throw invalidParam('channelId', 'not_found', 'There is no channel with this id');
  if (channelType !== undefined && channelType !== channel.type)
    throw invalidParam('channelType', 'custom', `The channel is of the kind ${channel.type}; leave channelType out`);
  return { channelId: channel.id, channelType: channel.type };
}

export type ConsentStates = { contactId: string; asOf: Date; isSubscribed: boolean; cells: ConsentCell[] };

/** What holds for a contact now, or held at a time. */
export async function readConsentStates(
  ctx: Ctx,
  contactId: string,
  { asOf = ctx.clock.now(), channelId }: { asOf?: Date | undefined; channelId?: string | undefined },
): Promise<ConsentStates> {
  const contact = await getContact(ctx, contactId);
  if (channelId !== undefined && !(await findChannel(ctx, channelId)))
    throw invalidParam('channelId', 'not_found', 'There is no channel with this id');
  const cells = await consentStates(ctx, contact.id, asOf, channelId ?? null);
  return { contactId: contact.id, asOf, isSubscribed: contact.isSubscribed, cells };
}
