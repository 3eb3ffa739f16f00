import { type Delimiter, MAX_COLUMNS, readCsvHeader } from '../../platform/csv/index.ts';
import { Failure, found, type InvalidParams, invalidParam, shortened } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store/index.ts';
import { isId } from '../../platform/ids.ts';
import { cancel, enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { listAttributes } from '../attributes/index.ts';
import { type OpenFile, openFile } from '../files/index.ts';
import { attributeOf, type Mapping } from './contact-record.ts';
import { csvSourceOf } from './csv-file.ts';
import { type ContactImport, emptyRefusals, endImport, insertImport, lockImport, selectImport } from './imports.store.ts';
import { publishProgress } from './progress.ts';

export type ImportRequest = { fileId: string; mapping: Mapping; defaultCountry: string | null; delimiter: Delimiter };

/** Starts an import. Reads the header first, so that a missing column is refused in the request. */
export const startImport = (ctx: Ctx, store: FileStore, request: ImportRequest): Promise<ContactImport> =>
  inTransaction(ctx, async (ctx) => {
    const file = await findCsv(ctx, store, request.fileId);
    const first = await readCsvHeader(csvSourceOf(file), request.delimiter);
    if (!first) throw invalidParam('fileId', 'custom', NO_HEADER);
    const header = first.cells.map((cell) => cell.trim());
    await checkMapping(ctx, request.mapping, header);
    const id = idFor(ctx);
    await insertImport(ctx, { ...request, id, fileId: file.file.id, header, next: first.next });
    await enqueue(ctx, jobs.importContacts, {}, { id });
    return getImport(ctx, id);
  });

const NO_HEADER = `The first line of this file cannot be read: it must be CSV in UTF-8 and name at most ${MAX_COLUMNS} columns`;

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
  const names = new Set(header);
  const mistakes: InvalidParams = Object.create(null);
  for (const [column, target] of Object.entries(mapping)) {
    const externalId = attributeOf(target);
    if (!names.has(column))
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

/** Cancels an import. Contacts imported so far stay. */
export const cancelImport = (ctx: Ctx, id: string): Promise<ContactImport> =>
  inTransaction(ctx, async (ctx) => {
    if (isId(id)) await cancel(ctx, jobs.importContacts, [id]);
    const open = found(isId(id) ? await lockImport(ctx, id) : undefined, 'contact_import_not_found');
    if (open.status !== 'running')
      throw new Failure('conflict', { message: `Only a running import can be cancelled; this one is ${open.status}` });
    await endImport(ctx, open.id, 'cancelled', null);
    await publishProgress(ctx, open.id);
    return getImport(ctx, open.id);
  });

/** Deletes the text of refused lines that contain data of an erased contact. */
export const eraseRefusedLines = async (ctx: Ctx, terms: string[]): Promise<void> => {
  if (terms.length > 0) await emptyRefusals(ctx, terms);
};
