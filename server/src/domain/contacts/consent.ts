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
import { getContact, publishUpdated } from './contacts.ts';
import { refreshSubscribed } from './subscription.store.ts';
import { lockContacts } from './upsert-many.store.ts';

/**
 * Saves consent statements and derives isSubscribed of their contacts again. A statement that repeats the latest one is not
 * saved, unless `isRepeatable` is set.
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
    await lockContacts(ctx, contactIds); // of two concurrent statements, the second derives isSubscribed from both
    const now = ctx.clock.now();
    const byRoot = statements.flatMap((one) => {
      const root = roots.get(one.handleId);
      return root ? [{ ...one, handleId: root.rootId, at: one.at < now ? one.at : now }] : [];
    });
    const saved = await saveStatements(ctx, byRoot, isRepeatable);
    for (const id of saved.length > 0 ? await refreshSubscribed(ctx, contactIds) : []) await publishUpdated(ctx, id, {});
    return saved;
  });

export type StatementInput = Omit<NewStatement, 'channelId' | 'channelType' | 'at'> & {
  channelId?: string | undefined;
  channelType?: ChannelType | undefined;
  at?: Date | undefined;
};

/** Tolerates clock differences between the caller and the server. */
const MOST_AHEAD_MS = 5 * 60_000;

/** Saves one consent statement for a handle and, if given, a channel or a channel type. */
export async function recordConsent(ctx: Ctx, wanted: StatementInput): Promise<Consent> {
  const now = ctx.clock.now();
  const { at = now } = wanted;
  if (at.getTime() > now.getTime() + MOST_AHEAD_MS) throw invalidParam('at', 'invalid_date', 'This time has not come yet');
  const scope = await scopeOf(ctx, wanted);
  const statement = { ...wanted, ...scope, at };
  const [saved] = isId(wanted.handleId) ? await recordStatements(ctx, [statement], true) : [];
  if (!saved) throw invalidParam('handleId', 'not_found', 'There is no handle with this id');
  return saved;
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

/** Returns the consent of a contact now, or at an earlier time. */
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
