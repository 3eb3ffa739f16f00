import { Failure, found, type InvalidParams } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store/index.ts';
import { isId } from '../../platform/ids.ts';
import type { SearchRequest } from '../../platform/search/index.ts';
import { cancel, enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { listAttributes } from '../attributes/index.ts';
import { checkContactSearch, searchContacts } from '../contacts/index.ts';
import { dropUnclaimed, type Received, receive, saveFile } from '../files/index.ts';
import { requireFileRoom, unlessFull } from '../quotas/index.ts';
import { attributeOf } from './contact-record.ts';
import { defaultColumns, toCells, toCsv } from './export-record.ts';
import { type ContactExport, endExport, insertExport, lockExport, selectExport, setExportCancelled } from './exports.store.ts';

export type ExportRequest = ContactExport['request'] & { columns?: string[] | undefined };

export const startExport = (ctx: Ctx, { columns = defaultColumns, ...request }: ExportRequest): Promise<ContactExport> =>
  inTransaction(ctx, async (ctx) => {
    checkContactSearch(request);
    await checkColumns(ctx, columns);
    const id = idFor(ctx);
    await insertExport(ctx, { id, request, columns });
    await enqueue(ctx, jobs.exportContacts, { exportId: id }, { id });
    return getExport(ctx, id);
  });

async function checkColumns(ctx: Ctx, columns: string[]): Promise<void> {
  const known = new Set((await listAttributes(ctx)).map(({ externalId }) => externalId));
  const mistakes: InvalidParams = {};
  for (const [i, column] of columns.entries()) {
    const externalId = attributeOf(column);
    if (externalId !== undefined && !known.has(externalId))
      mistakes[`columns.${i}`] = { key: 'not_found', message: `There is no attribute with the externalId ${externalId}` };
  }
  if (Object.keys(mistakes).length > 0) throw new Failure('invalid_body_params', { invalidParams: mistakes });
}

export const getExport = async (ctx: Ctx, id: string): Promise<ContactExport> =>
  found(isId(id) ? await selectExport(ctx, id) : undefined, 'contact_export_not_found');

/** Cancels an export that waits or is being written. The bytes written so far have no owner and are deleted later. */
export const cancelExport = (ctx: Ctx, id: string): Promise<ContactExport> =>
  inTransaction(ctx, async (ctx) => {
    if (isId(id)) await cancel(ctx, jobs.exportContacts, [id]);
    const open = found(isId(id) ? await lockExport(ctx, id) : undefined, 'contact_export_not_found');
    if (open.status !== 'running')
      throw new Failure('conflict', { message: `Only a running export can be cancelled; this one is ${open.status}` });
    await setExportCancelled(ctx, open.id);
    return getExport(ctx, open.id);
  });

/** The result of an export. `recordExport` stores it in the transaction that ends the job. */
export type Written = { received: Received; lines: number } | { error: string };

/**
 * Writes the file outside any transaction. Unclaimed bytes are deleted later, so a worker that dies leaves none behind; the next
 * attempt starts from the beginning.
 */
export async function writeExport(ctx: Ctx, store: FileStore, id: string, maxBytes: number): Promise<Written | undefined> {
  const one = await selectExport(ctx, id);
  if (one?.status !== 'running') return undefined;
  const counter = { lines: 0 };
  try {
    await requireFileRoom(ctx, { files: 1, bytes: 1 });
    const name = `contacts-${one.createdAt.toISOString().slice(0, 10)}.csv`;
    const received = await receive(ctx, store, { name, stream: csvOf(ctx, one, counter), maxBytes });
    return { received, lines: counter.lines };
  } catch (error) {
    if (error instanceof Failure) return { error: error.message };
    throw error;
  }
}

const CONTACTS_PER_PAGE = 100;

/** Yields the file page by page, in constant memory. */
async function* csvOf(ctx: Ctx, { id, request, columns }: ContactExport, counter: { lines: number }): AsyncGenerator<Buffer> {
  yield Buffer.from(toCsv([columns]));
  let pagination: SearchRequest['pagination'] = { page: 0, limit: CONTACTS_PER_PAGE };
  while (pagination) {
    const { items, nextCursor }: Awaited<ReturnType<typeof searchContacts>> = await searchContacts(ctx, {
      ...request,
      pagination,
    });
    counter.lines += items.length;
    if (await isCancelled(ctx, id)) throw new Failure('conflict', { message: 'The export was cancelled' });
    if (items.length > 0) yield Buffer.from(toCsv(items.map((contact) => toCells(contact, columns))));
    pagination = nextCursor === null ? undefined : { cursor: nextCursor, limit: CONTACTS_PER_PAGE };
  }
}

const isCancelled = async (ctx: Ctx, id: string): Promise<boolean> => (await selectExport(ctx, id))?.status !== 'running';

/** Stores the result, in the transaction that ends the job: the file and the status commit together. */
export async function recordExport(ctx: Ctx, id: string, written: Written): Promise<void> {
  if ((await lockExport(ctx, id))?.status !== 'running') return;
  if ('error' in written) await endExport(ctx, id, written);
  else await endExport(ctx, id, await saveExport(ctx, written));
}

/** Saves the file. If the tenant's file quota is full, the export fails with that reason. */
async function saveExport(ctx: Ctx, { received, lines }: { received: Received; lines: number }) {
  const saved = await unlessFull(ctx, () => saveFile(ctx, received, 'export'));
  if (!saved.isFull) return { fileId: saved.value.id, lines };
  await dropUnclaimed(ctx, received);
  return { error: saved.message };
}
