import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { type ContactExport, exportFields } from './exports.store.ts';
import { type ContactImport, importColumns, type Refusal } from './imports.store.ts';
import { getImport } from './imports.ts';

const imports: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    status: { sql: sql`status`, type: 'text' },
    fileId: { sql: sql`file_id`, type: 'id' },
  },
  searchIn: sql`coalesce(error, '')`,
  defaultSort: 'desc(createdAt)',
};

const exports: Searchable = {
  ...imports,
  fields: { ...imports.fields, fileId: { sql: sql`file_id`, type: 'id', nullable: true } },
};

const refusals: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    line: { sql: sql`line`, type: 'number' },
    reason: { sql: sql`reason`, type: 'text' },
  },
  searchIn: sql`concat_ws(' ', reason, text)`,
  defaultSort: 'asc(line)',
};

export const searchImports = (ctx: Ctx, request: SearchRequest): Promise<Found<ContactImport>> =>
  search<ContactImport>(
    ctx,
    { from: sql`contact_imports`, tenant: sql`tenant_id`, columns: importColumns, searchable: imports },
    request,
  );

export const searchExports = (ctx: Ctx, request: SearchRequest): Promise<Found<ContactExport>> =>
  search<ContactExport>(
    ctx,
    { from: sql`contact_exports`, tenant: sql`tenant_id`, columns: exportFields, searchable: exports },
    request,
  );

/** Searches the refused lines of an import. `search` covers their text and their reasons. */
export async function searchRefusals(ctx: Ctx, importId: string, request: SearchRequest): Promise<Found<Refusal>> {
  const { id } = await getImport(ctx, importId);
  const from = sql`(select * from contact_import_refusals where tenant_id = ${ctx.tenantId} and import_id = ${id}) as refused`;
  const columns = sql`id, line, reason, text`;
  return search<Refusal>(ctx, { from, tenant: sql`tenant_id`, columns, searchable: refusals }, request);
}
