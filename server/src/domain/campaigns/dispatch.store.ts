import sql from 'sql-template-tag';
import { type Ctx, prepared, rows } from '../../storage/context.ts';
import { type CurrentConsent, type CurrentJson, currentJson, reviveCurrent } from '../consents/index.ts';
import type { Planned } from '../recipients/index.ts';

/** The current contact of an address, with consent and window. */
export type Reachable = { id: string; contactId: string; current: CurrentConsent; openUntil: Date | null };
type ReachableRow = Omit<Reachable, 'current'> & { current: CurrentJson };

const reading = prepared(
  'campaign_reach',
  sql`select r.id, k.id as "contactId", ${currentJson('h', 'ch')} as current, c.open_until as "openUntil"
    from unnest($3::uuid[], $4::uuid[]) as r(id, handle_id)
    cross join lateral (select tenant_id, id, alias_of, contact_id from handles where tenant_id = $1 and id = r.handle_id offset 0) h
    cross join lateral (select id from contacts where tenant_id = $1 and id = h.contact_id offset 0) k
    cross join lateral (select id, type from channels where tenant_id = $1 and id = $2 offset 0) ch
    left join lateral (select open_until from chats where tenant_id = $1 and channel_id = $2 and handle_id = r.handle_id offset 0) c on true`,
);

/** Returns the recipients whose address still exists, with the current contact: contacts may have been merged since. */
export async function selectReachable(ctx: Ctx, channelId: string, planned: Planned[]): Promise<Map<string, Reachable>> {
  if (planned.length === 0) return new Map();
  const found = await rows<ReachableRow>(
    ctx,
    reading(
      ctx.tenantId,
      channelId,
      planned.map(({ id }) => id),
      planned.map(({ handleId }) => handleId),
    ),
  );
  return new Map(found.map((one) => [one.id, { ...one, current: reviveCurrent(one.current) }]));
}
