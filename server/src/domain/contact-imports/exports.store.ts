import sql from 'sql-template-tag';
import type { SearchRequest } from '../../platform/search/index.ts';
import { type Ctx, row, rows } from '../../storage/context.ts';

/** An export of contacts into a CSV file. */
export type ContactExport = {
  id: string;
  request: Pick<SearchRequest, 'query' | 'sortBy' | 'search'>;
  columns: string[];
  status: 'running' | 'completed' | 'cancelled' | 'failed';
  error: string | null;
  fileId: string | null;
  lines: number;
  createdAt: Date;
  updatedAt: Date;
  endedAt: Date | null;
};

export const exportFields = sql`id, request, columns, status, error, file_id as "fileId", lines, created_at as "createdAt",
  updated_at as "updatedAt", ended_at as "endedAt"`;

export async function insertExport(ctx: Ctx, one: Pick<ContactExport, 'id' | 'request' | 'columns'>): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`insert into contact_exports (tenant_id, id, request, columns, status, created_at, updated_at)
        values (${ctx.tenantId}, ${one.id}, ${JSON.stringify(one.request)}, ${JSON.stringify(one.columns)}, 'running', ${now}, ${now})`,
  );
}

export const selectExport = (ctx: Ctx, id: string) =>
  row<ContactExport>(ctx, sql`select ${exportFields} from contact_exports where tenant_id = ${ctx.tenantId} and id = ${id}`);

/** Locks an export until the transaction ends, so that recording and cancelling it do not overlap. */
export const lockExport = (ctx: Ctx, id: string) =>
  row<ContactExport>(
    ctx,
    sql`select ${exportFields} from contact_exports where tenant_id = ${ctx.tenantId} and id = ${id} for update`,
  );

export const setExportCancelled = (ctx: Ctx, id: string) =>
  rows(
    ctx,
    sql`update contact_exports set status = 'cancelled', updated_at = ${ctx.clock.now()}, ended_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );

export type ExportEnd = { fileId: string; lines: number } | { error: string };

export const endExport = (ctx: Ctx, id: string, end: ExportEnd) => {
  const { fileId, lines, error } = { fileId: null, lines: 0, error: null, ...end };
  return rows(
    ctx,
    sql`update contact_exports set status = ${error === null ? 'completed' : 'failed'}, error = ${error}, file_id = ${fileId},
          lines = ${lines}, updated_at = ${ctx.clock.now()}, ended_at = ${ctx.clock.now()}
        where tenant_id = ${ctx.tenantId} and id = ${id}`,
  );
};
