import { type CsvLine, type CsvPage, PART_BYTES, readPage } from '../../platform/csv/index.ts';
import { Failure } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Upserted, upsertContacts } from '../contacts/index.ts';
import { openFile, readBytes } from '../files/index.ts';
import { unlessFull } from '../quotas/index.ts';
import { endImport, insertRefusals, lockImport, moveOn, type OpenImport } from './imports.store.ts';
import { readLine, targetsOf } from './read-line.ts';

const LINES_AT_ONCE = 500;

type Read = CsvPage & { isOver: boolean };

/**
 * Takes in the next lines of a file, in one transaction with the place it has come to: a worker that dies in between leaves
 * neither. True when there are more. A step reads no more than `PART_BYTES`.
 */
export async function importPage(ctx: Ctx, store: FileStore, id: string): Promise<boolean> {
  const open = await lockImport(ctx, id);
  if (open?.status !== 'running') return false;
  const page = await readNext(ctx, store, open);
  const taken = await unlessFull(ctx, () => takeIn(ctx, open, page));
  if (taken.isFull) {
    await endImport(ctx, id, 'failed', taken.message); // labels or attributes: the lines before this page are in
    return false;
  }
  if (!page.isOver && page.error === null) return true;
  await endImport(ctx, id, page.error === null ? 'completed' : 'failed', page.error);
  return false;
}

async function readNext(ctx: Ctx, store: FileStore, open: OpenImport): Promise<Read> {
  const from = { offset: open.offset, line: open.line };
  try {
    const opened = await openFile(ctx, store, open.fileId);
    const bytes = await readBytes(opened, from.offset, PART_BYTES);
    const isEnd = from.offset + bytes.length >= opened.file.sizeBytes;
    const page = readPage({ bytes, isEnd, from }, { delimiter: open.delimiter, columns: null }, LINES_AT_ONCE);
    return { ...page, isOver: page.next.offset >= opened.file.sizeBytes };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { lines: [], next: from, steps: 0, isOver: true, error: 'The file was deleted before it was read to its end' };
  }
}

async function takeIn(ctx: Ctx, { id, header, mapping, defaultCountry }: OpenImport, { lines, next }: CsvPage): Promise<void> {
  const targets = targetsOf(header, mapping);
  const readable = lines.flatMap((line) => ('cells' in line ? [line] : []));
  const results = await upsertContacts(
    ctx,
    readable.map(({ cells }) => readLine(targets, cells, defaultCountry)),
  );
  const unreadable = lines.flatMap((line) => ('reason' in line ? [line] : []));
  const refused = [...unreadable, ...results.flatMap((result, i) => refusalOf(result, readable[i] as CsvLine))];
  const created = new Set(results.flatMap((result) => (result.contactId !== null && result.isNew ? [result.contactId] : [])))
    .size;
  await insertRefusals(ctx, id, refused);
  await moveOn(ctx, id, { next, created, updated: lines.length - refused.length - created, refused: refused.length });
}

const refusalOf = ({ faults }: Upserted, { line, text }: CsvLine) =>
  faults.length === 0 ? [] : [{ line, text, reason: faults.map(({ path, message }) => `${path}: ${message}`).join('; ') }];
