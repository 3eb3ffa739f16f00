import { Failure } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Upserted, upsertContacts } from '../contacts/index.ts';
import { openFile } from '../files/index.ts';
import { unlessFull } from '../quotas/index.ts';
import { endImport, insertRefusals, lockImport, moveOn, type OpenImport } from './imports.store.ts';
import { readFrom } from './imports.ts';
import { type CsvLine, type CsvPage, noLines } from './read-csv.ts';
import { readLine } from './read-line.ts';

const LINES_AT_ONCE = 500;

/**
 * Takes in the next lines of a file, in one transaction with the place it has come to: a worker that dies in between leaves
 * neither. True when there are more.
 */
export async function importPage(ctx: Ctx, store: FileStore, id: string): Promise<boolean> {
  const open = await lockImport(ctx, id);
  if (open?.status !== 'running') return false;
  const page = await readNext(ctx, store, open);
  const taken = await unlessFull(ctx, async () => page.lines.length > 0 && (await takeIn(ctx, open, page)));
  if (taken.isFull) {
    await endImport(ctx, id, 'failed', taken.message); // labels or attributes: the lines before this page are in
    return false;
  }
  if (page.lines.length === LINES_AT_ONCE && page.error === null) return true;
  await endImport(ctx, id, page.error === null ? 'completed' : 'failed', page.error);
  return false;
}

async function readNext(ctx: Ctx, store: FileStore, open: OpenImport): Promise<CsvPage> {
  const place = { offset: open.offset, line: open.line };
  try {
    return await readFrom(await openFile(ctx, store, open.fileId), place, open.delimiter, LINES_AT_ONCE);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...noLines(place), error: 'The file was deleted before it was read to its end' };
  }
}

async function takeIn(ctx: Ctx, { id, header, mapping, defaultCountry }: OpenImport, { lines, next }: CsvPage): Promise<void> {
  const results = await upsertContacts(
    ctx,
    lines.map(({ cells }) => readLine(header, mapping, cells, defaultCountry)),
  );
  const refused = results.flatMap((result, i) => refusalOf(result, lines[i] as CsvLine));
  const created = new Set(results.flatMap((result) => (result.contactId !== null && result.isNew ? [result.contactId] : [])))
    .size;
  await insertRefusals(ctx, id, refused);
  await moveOn(ctx, id, { next, created, updated: lines.length - refused.length - created, refused: refused.length });
}

const refusalOf = ({ faults }: Upserted, { line, text }: CsvLine) =>
  faults.length === 0 ? [] : [{ line, text, reason: faults.map(({ path, message }) => `${path}: ${message}`).join('; ') }];
