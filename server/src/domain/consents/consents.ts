import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { publishMany } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Consent, type NewStatement, purposes } from './consent.ts';
import {
  insertStatements,
  onlyNews,
  type StateRow,
  selectConsents,
  selectNewAtStopped,
  selectRootsOf,
  selectStates,
} from './consents.store.ts';

/** Adds statements to the history, with an event for each. What providers repeat is left out. */
export async function keepStatements(ctx: Ctx, statements: NewStatement[], isRepeatable = false): Promise<Consent[]> {
  const news = isRepeatable ? statements : await onlyNews(ctx, statements);
  const kept = await selectConsents(ctx, await insertStatements(ctx, news));
  for (const [, group] of Map.groupBy(kept, ({ channelId }) => channelId)) {
    const [{ channelId, channelType }] = group as [Consent];
    const channel = channelId !== null && channelType !== null ? { id: channelId, type: channelType } : null;
    await publishMany(ctx, 'consent.recorded', channel, group.map(consentData));
  }
  return kept;
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

/** A new address of somebody who has stopped marketing everywhere begins as stopped, too. */
export async function inheritStops(ctx: Ctx, contactIds: string[]): Promise<void> {
  const handleIds = contactIds.length === 0 ? [] : await selectNewAtStopped(ctx, contactIds);
  const stop = { channelId: null, channelType: null, purpose: 'marketing', state: 'withdrawn', source: 'inherited' } as const;
  await insertStatements(
    ctx,
    handleIds.map((handleId) => ({ ...stop, handleId, at: ctx.clock.now(), evidence: {} })),
  );
}

/** Nobody writes to somebody who was erased: their chats stay, and what waits in them must not be sent. */
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

/** One address on one channel and one purpose; `state` is null where the person has said nothing. */
export type ConsentCell = StateRow;

const MOST_CELLS = 3_000;

/** What holds for a contact, or held at a time, on one channel or on all. */
export const consentStates = (ctx: Ctx, contactId: string, asOf: Date, channelId: string | null): Promise<ConsentCell[]> =>
  selectStates(ctx, contactId, asOf, channelId, MOST_CELLS);
