import sql from 'sql-template-tag';
import { type Delimiter, HEADER_BYTES, MOST_COLUMNS, readHeader } from '../../platform/csv/index.ts';
import { Failure, found, type InvalidParams, invalidParam, shortened } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store/index.ts';
import { isId } from '../../platform/ids.ts';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { endJobs } from '../../queue/jobs.store.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { listAttributes } from '../attributes/index.ts';
import { type OpenFile, openFile, readBytes } from '../files/index.ts';
import {
  type ContactImport,
  emptyRefusals,
  endImport,
  importColumns,
  insertImport,
  lockImport,
  type Refusal,
  selectImport,
} from './imports.store.ts';
import { attributeOf, type Mapping } from './read-line.ts';

export type ImportRequest = { fileId: string; mapping: Mapping; defaultCountry: string | null; delimiter: Delimiter };

/** Begins to take in a file. Its first line is looked at here, so that a column that is not there is told at once. */
export const startImport = (ctx: Ctx, store: FileStore, request: ImportRequest): Promise<ContactImport> =>
  inTransaction(ctx, async (ctx) => {
    const file = await findCsv(ctx, store, request.fileId);
    const start = await readBytes(file, 0, HEADER_BYTES);
    const first = readHeader(start, start.length === file.file.sizeBytes, request.delimiter);
    if (!first) throw invalidParam('fileId', 'custom', NO_HEADER);
    const header = first.cells.map((cell) => cell.trim());
    await checkMapping(ctx, request.mapping, header);
    const id = idFor(ctx);
    await insertImport(ctx, { ...request, id, fileId: file.file.id, header, next: first.next });
    await enqueue(ctx, jobs.importContacts, {}, { id });
    return getImport(ctx, id);
  });

const NO_HEADER = `The first line of this file cannot be read: it must be CSV in UTF-8 and name at most ${MOST_COLUMNS} columns`;

const isText = (mimeType: string): boolean => mimeType.startsWith('text/');

async function findCsv(ctx: Ctx, store: FileStore, fileId: string): Promise<OpenFile> {
  const file = await openFile(ctx, store, fileId).catch((error: unknown) => {
    if (error instanceof Failure)
      throw invalidParam('fileId', 'not_found', 'There is no file with this id, or it has no bytes yet');
    throw error;
  });
  if (!isText(file.file.mimeType)) throw invalidParam('fileId', 'custom', `This file is ${file.file.mimeType}, not CSV in UTF-8`);
  return file;
}

async function checkMapping(ctx: Ctx, mapping: Mapping, header: string[]): Promise<void> {
  const known = new Set((await listAttributes(ctx)).map(({ externalId }) => externalId));
  const there = new Set(header);
  const mistakes: InvalidParams = Object.create(null);
  for (const [column, target] of Object.entries(mapping)) {
    const externalId = attributeOf(target);
    if (!there.has(column))
      mistakes[`mapping.${column}`] = {
        key: 'not_found',
        message: `The file has no such column; it has: ${shortened(header.join(', '))}`,
      };
    else if (externalId !== undefined && !known.has(externalId))
      mistakes[`mapping.${column}`] = {
        key: 'not_found',
        message: `There is no attribute with the externalId ${shortened(externalId)}`,
      };
  }
  if (Object.keys(mistakes).length > 0) throw new Failure('invalid_body_params', { invalidParams: mistakes });
}

export const getImport = async (ctx: Ctx, id: string): Promise<ContactImport> =>
  found(isId(id) ? await selectImport(ctx, id) : undefined, 'contact_import_not_found');

/** What was taken in stays; the rest is not looked at. */
export const cancelImport = (ctx: Ctx, id: string): Promise<ContactImport> =>
  inTransaction(ctx, async (ctx) => {
    if (isId(id)) await endJobs(ctx, [id]);
    const open = found(isId(id) ? await lockImport(ctx, id) : undefined, 'contact_import_not_found');
    if (open.status !== 'running')
      throw new Failure('conflict', { message: `Only a running import can be cancelled; this one is ${open.status}` });
    await endImport(ctx, open.id, 'cancelled', null);
    return getImport(ctx, open.id);
  });

const searchable: Searchable = {
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

export const searchImports = (ctx: Ctx, request: SearchRequest): Promise<Found<ContactImport>> =>
  search<ContactImport>(ctx, { from: sql`contact_imports`, tenant: sql`tenant_id`, columns: importColumns, searchable }, request);

const searchableLines: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    line: { sql: sql`line`, type: 'number' },
    reason: { sql: sql`reason`, type: 'text' },
  },
  searchIn: sql`concat_ws(' ', reason, text)`,
  defaultSort: 'asc(line)',
};

/** The lines of an import that were not taken. `search` looks in their text and in the reasons. */
export async function searchRefusals(ctx: Ctx, importId: string, request: SearchRequest): Promise<Found<Refusal>> {
  const { id } = await getImport(ctx, importId);
  const from = sql`(select * from contact_import_refusals where tenant_id = ${ctx.tenantId} and import_id = ${id}) as refused`;
  const columns = sql`id, line, reason, text`;
  return search<Refusal>(ctx, { from, tenant: sql`tenant_id`, columns, searchable: searchableLines }, request);
}

/** Refused lines of somebody who is erased. */
export const forgetLinesWith = async (ctx: Ctx, terms: string[]): Promise<void> => {
  if (terms.length > 0) await emptyRefusals(ctx, terms);
};
