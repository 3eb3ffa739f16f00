import { type CsvPage, type CsvRecord, readCsvPage } from '../../platform/csv/index.ts';
import { Failure } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Upserted, upsertContacts } from '../contacts/index.ts';
import { openFile } from '../files/index.ts';
import { unlessFull } from '../quotas/index.ts';
import { columnsOf, readContact } from './contact-record.ts';
import { csvSourceOf } from './csv-file.ts';
import { addProgress, endImport, insertRefusals, lockImport, type OpenImport } from './imports.store.ts';
import { publishProgress } from './progress.ts';

/** A page runs on the event loop and in one transaction. Pages of 100 delay jobs of other tenants by up to 27 ms, of 50 by up to 20 ms (`bench:fairness`). */
const RECORDS_PER_PAGE = 50;

/**
 * Imports the next records of a file. The contacts and the new position commit together, so a worker that dies leaves neither.
 * Returns true if there are more records.
 */
export async function importPage(ctx: Ctx, store: FileStore, id: string): Promise<boolean> {
  const open = await lockImport(ctx, id);
  if (open?.status !== 'running') return false;
  const page = await readNext(ctx, store, open);
  const saved = await unlessFull(ctx, () => savePage(ctx, open, page));
  if (saved.isFull) {
    await endImport(ctx, id, 'failed', saved.message); // the quota of labels or attributes; earlier pages stay imported
    await publishProgress(ctx, id);
    return false;
  }
  const hasMore = !page.isLast && page.error === null;
  if (!hasMore) await endImport(ctx, id, page.error === null ? 'completed' : 'failed', page.error);
  if (!hasMore || isMilestone(open.line, page.next.line)) await publishProgress(ctx, id);
  return hasMore;
}

const LINES_BETWEEN_EVENTS = 1_000;

/** Returns whether a page passes a thousand lines: progress is published about once a second, not for every page. */
const isMilestone = (before: number, after: number): boolean =>
  Math.floor(before / LINES_BETWEEN_EVENTS) < Math.floor(after / LINES_BETWEEN_EVENTS);

async function readNext(ctx: Ctx, store: FileStore, open: OpenImport): Promise<CsvPage> {
  const from = { offset: open.offset, line: open.line };
  try {
    const source = csvSourceOf(await openFile(ctx, store, open.fileId));
    const format = { delimiter: open.delimiter, columns: null };
    return await readCsvPage(source, { from, format, maxRecords: RECORDS_PER_PAGE });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { records: [], next: from, steps: 0, isLast: true, error: 'The file was deleted before it was read to its end' };
  }
}

const LABEL_SEPARATOR = /;/;

async function savePage(ctx: Ctx, open: OpenImport, { records, next }: CsvPage): Promise<void> {
  const columns = columnsOf(open.header, open.mapping);
  const options = { defaultCountry: open.defaultCountry, labelSeparator: LABEL_SEPARATOR };
  const valid = records.flatMap((record) => ('cells' in record ? [record] : []));
  const results = await upsertContacts(
    ctx,
    valid.map(({ cells }) => readContact(columns, cells, options)),
  );
  const invalid = records.flatMap((record) => ('reason' in record ? [record] : []));
  const refused = [...invalid, ...results.flatMap((result, i) => refusalOf(result, valid[i] as CsvRecord))];
  const created = new Set(results.flatMap((result) => (result.contactId !== null && result.isNew ? [result.contactId] : [])))
    .size;
  await insertRefusals(ctx, open.id, refused);
  await addProgress(ctx, open.id, { next, created, updated: records.length - refused.length - created, refused: refused.length });
}

const refusalOf = ({ faults }: Upserted, { line, text }: CsvRecord) =>
  faults.length === 0 ? [] : [{ line, text, reason: reasonOf(faults) }];

/** Returns the faults of one record as a sentence of its report. */
export const reasonOf = (faults: Upserted['faults']): string =>
  faults.map(({ path, message }) => `${path}: ${message}`).join('; ');
