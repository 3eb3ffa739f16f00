import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { publishMany } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Consent, type NewStatement, purposes } from './consent.ts';
import {
  insertStatements,
  type StateRow,
  selectConsents,
  selectNewAtStopped,
  selectRootsOf,
  selectStates,
  withoutRepeats,
} from './consents.store.ts';

/** Saves statements and publishes an event for each. Repeated statements are left out unless `isRepeatable`. */
export async function saveStatements(ctx: Ctx, statements: NewStatement[], isRepeatable = false): Promise<Consent[]> {
  const news = isRepeatable ? statements : await withoutRepeats(ctx, statements);
  const recorded = await selectConsents(ctx, await insertStatements(ctx, news));
  for (const [, group] of Map.groupBy(recorded, ({ channelId }) => channelId)) {
    const [{ channelId, channelType }] = group as [Consent];
    const channel = channelId !== null && channelType !== null ? { id: channelId, type: channelType } : null;
    await publishMany(ctx, 'consent.recorded', channel, group.map(consentData));
  }
  return recorded;
}

const consentData = ({ at, recordedAt, ...consent }: Consent) => ({
  id: consent.id,
  contactId: consent.contactId,
  handle: consent.handle,
  channelId: consent.channelId,
  channelType: consent.channelType,
  purpose: consent.purpose,
  state: consent.state,
  source: consent.source,
  at: at.toISOString(),
  recordedAt: recordedAt.toISOString(),
});

/** Withdraws marketing for new addresses of contacts who have withdrawn it at all their other addresses. */
export async function inheritStops(ctx: Ctx, contactIds: string[]): Promise<void> {
  const handleIds = contactIds.length === 0 ? [] : await selectNewAtStopped(ctx, contactIds);
  const stop = { channelId: null, channelType: null, purpose: 'marketing', state: 'withdrawn', source: 'inherited' } as const;
  await insertStatements(
    ctx,
    handleIds.map((handleId) => ({ ...stop, handleId, at: ctx.clock.now(), evidence: {} })),
  );
}

/** Withdraws every purpose for an erased contact: messages that wait in their chats must not be sent. */
export async function withdrawAll(ctx: Ctx, contactId: string): Promise<void> {
  const handleIds = await selectRootsOf(ctx, contactId);
  const stop = {
    channelId: null,
    channelType: null,
    state: 'withdrawn',
    source: 'erasure',
    at: ctx.clock.now(),
    evidence: {},
  } as const;
  await insertStatements(
    ctx,
    handleIds.flatMap((handleId) => purposes.map((purpose) => ({ ...stop, handleId, purpose }))),
  );
}

export const getConsent = async (ctx: Ctx, id: string): Promise<Consent> =>
  found(isId(id) ? (await selectConsents(ctx, [id]))[0] : undefined, 'consent_not_found');

/** One address, channel and purpose. `state` is null without a statement. */
export type ConsentCell = StateRow;

const MOST_CELLS = 3_000;

/** Returns a contact's consent at a time, on one channel or on all. */
export const consentStates = (ctx: Ctx, contactId: string, asOf: Date, channelId: string | null): Promise<ConsentCell[]> =>
  selectStates(ctx, contactId, asOf, channelId, MOST_CELLS);
