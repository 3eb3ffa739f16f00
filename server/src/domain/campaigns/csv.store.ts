import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import { type Ctx, idFor, row, rows } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { Mapping } from './csv-mapping.ts';

/** An import of a campaign's audience from a file. `lines`: lines read so far, header included. */
export type AudienceImport = {
  campaignId: string;
  fileId: string;
  status: 'reading' | 'completed' | 'failed';
  reason: string | null;
  lines: number;
  accepted: number;
  refused: number;
  createdAt: Date;
  updatedAt: Date;
};

export type OpenImport = AudienceImport & { mapping: Mapping; position: number };

const columns = sql`campaign_id as "campaignId", file_id as "fileId", status, reason, lines, accepted, refused,
  created_at as "createdAt", updated_at as "updatedAt"`;

export const selectImport = (ctx: Ctx, campaignId: string) =>
  row<AudienceImport>(
    ctx,
    sql`select ${columns} from campaign_imports where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId}`,
  );

/** Locks a campaign against changes until the transaction ends. Returns false if it is gone or locked by another transaction. */
export const lockCampaignKey = async (ctx: Ctx, campaignId: string): Promise<boolean> =>
  (await row(
    ctx,
    sql`select 1 from campaigns where tenant_id = ${ctx.tenantId} and id = ${campaignId} for key share skip locked`,
  )) !== undefined;

/** Locks the import of a campaign if it has not ended. */
export const lockOpenImport = (ctx: Ctx, campaignId: string) =>
  row<OpenImport>(
    ctx,
    sql`select ${columns}, mapping, position::float8 as position from campaign_imports
        where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId} and status = 'reading' for update`,
  );

export type Progress = Pick<OpenImport, 'status' | 'reason' | 'position' | 'lines' | 'accepted' | 'refused'>;

export async function updateImport(ctx: Ctx, campaignId: string, now: Progress): Promise<void> {
  await rows(
    ctx,
    sql`update campaign_imports set status = ${now.status}, reason = ${now.reason}, position = ${now.position}, lines = ${now.lines},
          accepted = ${now.accepted}, refused = ${now.refused}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId}`,
  );
}

export type AudienceMember = { contactId: string; variables: Record<string, string> };

/** Adds contacts to the audience. Returns the ids of those that were not in it. */
export async function insertAudience(ctx: Ctx, campaignId: string, members: AudienceMember[]): Promise<Set<string>> {
  const added = await rows<{ id: string }>(
    ctx,
    sql`insert into campaign_audience (tenant_id, campaign_id, contact_id, variables)
        select ${ctx.tenantId}, ${campaignId}, p.contact_id, p.variables
        from unnest(${members.map(({ contactId }) => contactId)}::uuid[],
          ${members.map(({ variables }) => JSON.stringify(variables))}::jsonb[]) as p(contact_id, variables)
        on conflict do nothing returning contact_id as id`,
  );
  return new Set(added.map(({ id }) => id));
}

export type RefusedLine = { id: string; line: number; reason: string; text: string };

export async function insertRefused(ctx: Ctx, campaignId: string, refused: Omit<RefusedLine, 'id'>[]): Promise<void> {
  if (refused.length === 0) return;
  await rows(
    ctx,
    sql`insert into campaign_refused_lines (tenant_id, id, campaign_id, line, reason, text)
        select ${ctx.tenantId}, r.id, ${campaignId}, r.line, r.reason, r.text
        from unnest(${refused.map(() => idFor(ctx))}::uuid[], ${refused.map(({ line }) => line)}::int[], ${refused.map(({ reason }) => reason)}::text[],
          ${refused.map(({ text }) => text)}::text[]) as r(id, line, reason, text)`,
  );
}

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    line: { sql: sql`line`, type: 'number' },
    reason: { sql: sql`reason`, type: 'text' },
    text: { sql: sql`text`, type: 'text' },
  },
  searchIn: sql`text`,
  defaultSort: 'asc(line)',
};

export const searchRefused = (ctx: Ctx, campaignId: string, request: SearchRequest): Promise<Found<RefusedLine>> => {
  const from = sql`(select * from campaign_refused_lines where tenant_id = ${ctx.tenantId} and campaign_id = ${campaignId}) refused`;
  return search<RefusedLine>(ctx, { from, tenant: sql`tenant_id`, columns: sql`id, line, reason, text`, searchable }, request);
};
