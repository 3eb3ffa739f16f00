import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { BulkAction, BulkChange, BulkStatus } from './bulk-action.ts';

export const bulkColumns = sql`id, parameters as change, chat_ids as "chatIds", query, search, status, error,
  json_build_object('matched', matched, 'processed', processed, 'changed', changed, 'failed', failed) as counts,
  json_build_object('tokenId', token_id, 'userId', user_id, 'requestId', request_id) as actor,
  position, reported_at as "reportedAt", created_at as "createdAt", updated_at as "updatedAt", ended_at as "endedAt"`;

/** A row as it is stored: times in the change are texts. */
export type BulkRow = Omit<BulkAction, 'change'> & { change: Record<string, unknown> };

export const reviveBulk = ({ change, ...one }: BulkRow): BulkAction => ({
  ...one,
  change: (typeof change.snoozedUntil === 'string'
    ? { ...change, snoozedUntil: new Date(change.snoozedUntil) }
    : change) as BulkChange,
});

export type NewBulkAction = Pick<BulkAction, 'id' | 'change' | 'chatIds' | 'query' | 'search' | 'actor'>;

export async function insertBulkAction(ctx: Ctx, { id, change, chatIds, query, search, actor }: NewBulkAction): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into bulk_actions (tenant_id, id, action, parameters, chat_ids, query, search, status, token_id, user_id, request_id,
          created_at, updated_at)
        values (${ctx.tenantId}, ${id}, ${change.action}, ${JSON.stringify(change)}, ${chatIds}::uuid[], ${query}, ${search}, 'running',
          ${actor.tokenId}, ${actor.userId}, ${actor.requestId}, ${now}, ${now})`,
  );
}

export async function selectBulkAction(ctx: Ctx, id: string): Promise<BulkAction | undefined> {
  const found = await row<BulkRow>(
    ctx,
    sql`select ${bulkColumns} from bulk_actions where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );
  return found && reviveBulk(found);
}

/** Locks a bulk action until the transaction ends, so that a page and a cancellation do not overlap. */
export async function lockBulkAction(ctx: Ctx, id: string): Promise<BulkAction | undefined> {
  const found = await row<BulkRow>(
    ctx,
    sql`select ${bulkColumns} from bulk_actions where tenant_id = ${ctx.tenantId} and id = ${id} for update`,
  );
  return found && reviveBulk(found);
}

/** Returns which of these chats exist. */
export const selectExisting = async (ctx: Ctx, chatIds: string[]): Promise<Set<string>> => {
  const statement = sql`select id from chats where tenant_id = ${ctx.tenantId} and id = any(${chatIds}::uuid[])`;
  return new Set((await rows<{ id: string }>(ctx, statement)).map(({ id }) => id));
};

/** Stores the progress of a page. */
export const saveProgress = (ctx: Ctx, { id, counts, position, error, reportedAt }: BulkAction) =>
  rows(
    ctx,
    sql`update bulk_actions set matched = ${counts.matched}, processed = ${counts.processed}, changed = ${counts.changed},
          failed = ${counts.failed}, position = ${position}, error = ${error}, reported_at = ${reportedAt}, updated_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );

export const endBulkAction = (ctx: Ctx, id: string, status: BulkStatus) =>
  rows(
    ctx,
    sql`update bulk_actions set status = ${status}, updated_at = ${ctx.clock.now()}, ended_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );

/** Deletes ended bulk actions, except the newest ones. */
export const deleteOldest = (ctx: Ctx, kept: number) =>
  rows(
    ctx,
    sql`delete from bulk_actions where tenant_id = ${ctx.tenantId} and status <> 'running' and id < (
          select id from bulk_actions where tenant_id = ${ctx.tenantId} order by id desc offset ${kept} limit 1)`,
  );

/** Deletes searches that contain one of the terms. Those of running bulk actions stay until they end. */
export const eraseSearches = (ctx: Ctx, terms: string[]) =>
  rows(
    ctx,
    sql`update bulk_actions set query = null, search = null
        where tenant_id = ${ctx.tenantId} and status <> 'running' and exists (select 1 from unnest(${terms}::text[]) as t(term)
          where position(lower(t.term) in lower(concat_ws(' ', query, search))) > 0)`,
  );
