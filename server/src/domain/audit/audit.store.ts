import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import { type Ctx, prepared, rows } from '../../storage/context.ts';
import type { Statement } from '../../storage/database.ts';
import { type Found, search } from '../../storage/search.ts';
import type { AuditEntry } from './audit.ts';

const inserting = prepared(
  'insert_audit_entry',
  sql`insert into audit_log (tenant_id, id, created_at, operation_id, resource_type, resource_id, token_id, user_id, request_id, changes)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

export const insertEntry = (ctx: Ctx, entry: AuditEntry): Statement =>
  inserting(
    ctx.tenantId,
    entry.id,
    entry.createdAt,
    entry.operationId,
    entry.resourceType,
    entry.resourceId,
    entry.tokenId,
    entry.userId,
    entry.requestId,
    JSON.stringify(entry.changes),
  );

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    operationId: { sql: sql`operation_id`, type: 'text' },
    resourceType: { sql: sql`resource_type`, type: 'text' },
    resourceId: { sql: sql`resource_id`, type: 'id', nullable: true },
    tokenId: { sql: sql`token_id`, type: 'id' },
    userId: { sql: sql`user_id`, type: 'id', nullable: true },
    requestId: { sql: sql`request_id`, type: 'text' },
  },
  searchIn: sql`operation_id`,
  defaultSort: 'desc(id)',
};

const columns = sql`id, created_at as "createdAt", operation_id as "operationId", resource_type as "resourceType",
  resource_id as "resourceId", token_id as "tokenId", user_id as "userId", request_id as "requestId", changes`;

export const searchEntries = (ctx: Ctx, request: SearchRequest): Promise<Found<AuditEntry>> =>
  search<AuditEntry>(ctx, { from: sql`audit_log`, tenant: sql`tenant_id`, columns, searchable }, request);

/** Returns the entries about these resources. Looks up each one by its index, so the length of the log does not matter. */
const selectAbout = async (ctx: Ctx, ids: string[], chatIds: string[]): Promise<string[]> => {
  const about = await rows<{ id: string }>(
    ctx,
    sql`select a.id from (
          select unnest(${ids}::uuid[]) as id
          union select id from chat_notes where tenant_id = ${ctx.tenantId} and chat_id = any(${chatIds}::uuid[])) thing
        cross join lateral (select id from audit_log
          where tenant_id = ${ctx.tenantId} and resource_id = thing.id and changes <> '[]' offset 0) a`,
  );
  return about.map(({ id }) => id);
};

export async function removeValues(ctx: Ctx, ids: string[], chatIds: string[]): Promise<void> {
  const entries = await selectAbout(ctx, ids, chatIds);
  if (entries.length === 0) return;
  await rows(
    ctx,
    sql`update audit_log set changes = (select coalesce(jsonb_agg(change || '{"from": null, "to": null}'), '[]')
          from jsonb_array_elements(changes) change)
        where tenant_id = ${ctx.tenantId} and id = any(${entries}::uuid[])`,
  );
}
