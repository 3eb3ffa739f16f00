import { Failure, type InvalidParams, invalidParam, within } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { schedule } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { findChannel } from '../channels/index.ts';
import type { Purpose } from '../consents/index.ts';
import { contactFilter } from '../contacts/index.ts';
import { findFile } from '../files/index.ts';
import { lockLabels } from '../labels/index.ts';
import { type AudienceCounts, type CountedAudience, countAudience } from './audience.store.ts';
import type { Audience, NewAudience } from './campaign.ts';
import { insertImport, replaceAudience } from './campaigns.store.ts';
import { checkMapping } from './csv-mapping.ts';

/** Returns the audience as the campaign's row stores it. Refuses unknown ids. A run selects the contacts when it expands the audience. */
export async function toAudience(ctx: Ctx, wanted: NewAudience): Promise<Audience> {
  if ('contactIds' in wanted) return { kind: 'contacts', count: new Set(wanted.contactIds.map(fold)).size };
  if ('query' in wanted) {
    await within('audience', () => contactFilter(wanted.query));
    return { kind: 'query', query: wanted.query };
  }
  if ('labelIds' in wanted) {
    const labelIds = [...new Set(wanted.labelIds.map(fold))];
    const known = await lockLabels(ctx, labelIds.filter(isId));
    refuseMissing(wanted.labelIds, known, 'audience.labelIds', 'There is no label with this id');
    return { kind: 'labels', labelIds };
  }
  if ('upload' in wanted) {
    checkMapping(wanted.upload.mapping);
    const file = isId(wanted.upload.fileId) ? await findFile(ctx, wanted.upload.fileId) : undefined;
    if (file?.status !== 'ready')
      throw invalidParam('audience.upload.fileId', 'not_found', 'There is no file with this id, or its bytes have not arrived');
    return { kind: 'upload', fileId: file.id, mapping: wanted.upload.mapping };
  }
  return { kind: 'all' };
}

/** Saves the contacts of an audience, or starts to import them from a file. Those of a search or of labels are selected by each run. */
export async function saveAudience(ctx: Ctx, campaignId: string, wanted: NewAudience, audience: Audience): Promise<void> {
  const named = 'contactIds' in wanted ? wanted.contactIds : [];
  const known = await replaceAudience(ctx, campaignId, [...new Set(named.map(fold))].filter(isId));
  refuseMissing(named, known, 'audience.contactIds', 'There is no contact with this id');
  if (audience.kind !== 'upload') return;
  await insertImport(ctx, campaignId, audience);
  await schedule(ctx, jobs.importAudience, { id: campaignId, input: { campaignId } });
}

const fold = (id: string): string => id.toLowerCase();

function refuseMissing(wanted: string[], known: ReadonlySet<string>, path: string, message: string): void {
  const missing = wanted.flatMap((id, i) =>
    known.has(fold(id)) ? [] : [[`${path}.${i}`, { key: 'not_found', message }] as const],
  );
  if (missing.length > 0)
    throw new Failure('invalid_body_params', { invalidParams: Object.fromEntries(missing) as InvalidParams });
}

/** So many contacts are looked at: the answer comes within a second or two, also for a tenant with millions. */
const MOST_COUNTED = 50_000;

export type NewCountedAudience = Exclude<NewAudience, { upload: unknown }>;

/** Counts the contacts of an audience, and how many a message of this purpose would reach on the channel. */
export async function countNewAudience(
  ctx: Ctx,
  { channelId, audience: wanted, purpose }: { channelId: string; audience: NewCountedAudience; purpose: Purpose },
): Promise<AudienceCounts & { isExact: boolean }> {
  const channel = await findChannel(ctx, channelId);
  if (!channel) throw invalidParam('channelId', 'not_found', 'There is no channel with this id');
  const audience = await inTransaction(ctx, (ctx) => countedAudience(ctx, wanted));
  const counts = await countAudience(ctx, { audience, channel, purpose }, MOST_COUNTED);
  return { ...counts, isExact: counts.listed < MOST_COUNTED };
}

async function countedAudience(ctx: Ctx, wanted: NewCountedAudience): Promise<CountedAudience> {
  if ('contactIds' in wanted) return { kind: 'contacts', contactIds: [...new Set(wanted.contactIds.map(fold))].filter(isId) };
  return (await toAudience(ctx, wanted)) as CountedAudience;
}
