import sql from 'sql-template-tag';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import type { File } from './file.ts';
import { fileColumns } from './files.store.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`f.id`, type: 'id' },
    createdAt: { sql: sql`f.created_at`, type: 'time' },
    updatedAt: { sql: sql`f.updated_at`, type: 'time' },
    name: { sql: sql`f.name`, type: 'text' },
    mimeType: { sql: sql`f.mime_type`, type: 'text' },
    sizeBytes: { sql: sql`f.size_bytes`, type: 'number', nullable: true },
    status: { sql: sql`f.status`, type: 'text' },
  },
  searchIn: sql`f.name`,
  defaultSort: 'desc(createdAt)',
};

export const searchFiles = (ctx: Ctx, request: SearchRequest): Promise<Found<File>> =>
  search<File>(ctx, { from: sql`files f`, tenant: sql`f.tenant_id`, columns: fileColumns, searchable }, request);
