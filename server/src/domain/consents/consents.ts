import sql from 'sql-template-tag';
import { found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import { publishMany } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { type Consent, type NewStatement, purposes } from './consent.ts';
import {
  consentColumns,
  consentSource,
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

const searchable: Searchable = {
  fields: {
    id: { sql: sql`s.id`, type: 'id' },
    contactId: { sql: sql`h.contact_id`, type: 'id' },
    handleId: { sql: sql`s.handle_id`, type: 'id' },
    channelId: { sql: sql`s.channel_id`, type: 'id' },
    channelType: { sql: sql`s.channel_type`, type: 'text' },
    purpose: { sql: sql`s.purpose`, type: 'text' },
    state: { sql: sql`s.state`, type: 'text' },
    source: { sql: sql`s.source`, type: 'text' },
    at: { sql: sql`s.at`, type: 'time' },
    recordedAt: { sql: sql`s.recorded_at`, type: 'time' },
  },
  searchIn: sql`h.value`,
  defaultSort: 'desc(at)',
};

/** Searches the history of statements. */
export const searchConsents = (ctx: Ctx, request: SearchRequest): Promise<Found<Consent>> =>
  search<Consent>(ctx, { from: consentSource, tenant: sql`s.tenant_id`, columns: consentColumns, searchable }, request);

/** One address, channel and purpose. `state` is null without a statement. */
export type ConsentCell = StateRow;

const MOST_CELLS = 3_000;

/** Returns a contact's consent at a time, on one channel or on all. */
export const consentStates = (ctx: Ctx, contactId: string, asOf: Date, channelId: string | null): Promise<ConsentCell[]> =>
  selectStates(ctx, contactId, asOf, channelId, MOST_CELLS);
