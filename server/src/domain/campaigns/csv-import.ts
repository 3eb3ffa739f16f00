import { type CsvLine, type CsvPage, HEADER_BYTES, PART_BYTES, readHeader, readPage } from '../../platform/csv/index.ts';
import { Failure, found } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store/index.ts';
import { isId } from '../../platform/ids.ts';
import type { SearchRequest } from '../../platform/search/index.ts';
import type { Continuation } from '../../queue/worker.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Found } from '../../storage/search.ts';
import { upsertContacts } from '../contacts/index.ts';
import { openFile, readBytes } from '../files/index.ts';
import { unlessFull } from '../quotas/index.ts';
import { selectCampaign } from './campaigns.store.ts';
import {
  type AudienceImport,
  holdCampaign,
  insertAudience,
  insertRefused,
  lockReading,
  type Progress,
  type Reading,
  type RefusedLine,
  searchRefused,
  selectImport,
  updateImport,
} from './csv.store.ts';
import { columnsOf, personOf } from './csv-mapping.ts';

const LINES_A_STEP = 1_000;

/**
 * Reads an uploaded file into the audience of a campaign, a thousand lines a step. Contacts, audience, refused lines and the
 * place in the file commit together: whatever dies, every line counts once.
 */
export const createAudienceReader =
  ({ files }: { files: FileStore }): Continuation<{ campaignId: string }> =>
  async (ctx, input) => {
    if (!(await holdCampaign(ctx, input.campaignId))) return lookAgain(ctx, input);
    const reading = await lockReading(ctx, input.campaignId);
    if (!reading) return undefined;
    const now = await step(ctx, files, reading);
    await updateImport(ctx, input.campaignId, now);
    return now.status === 'reading' ? { input } : undefined;
  };

/** Whoever changes a campaign holds it before its job, and this holds the job: waiting for each other would never end. */
async function lookAgain(ctx: Ctx, input: { campaignId: string }) {
  const isThere = await selectCampaign(ctx, input.campaignId);
  return isThere && { input, at: new Date(ctx.clock.now().getTime() + LOOK_AGAIN_MS) };
}

const LOOK_AGAIN_MS = 500;

async function step(ctx: Ctx, files: FileStore, reading: Reading): Promise<Progress> {
  const fail = (reason: string): Progress => ({ ...reading, status: 'failed', reason });
  const opened = await openFile(ctx, files, reading.fileId).catch(missing);
  if (!opened) return fail('The file was deleted before it was read');
  const start = await readBytes(opened, 0, HEADER_BYTES);
  const header = readHeader(start, start.length === opened.file.sizeBytes);
  if (!header) return fail('The file is no CSV in UTF-8 with the names of its columns in the first line');
  const columns = columnsOf(header.cells, reading.mapping);
  if ('missing' in columns) return fail(columns.missing);
  const from = reading.position === 0 ? header.next : { offset: reading.position, line: reading.lines };
  const bytes = await readBytes(opened, from.offset, PART_BYTES);
  const isEnd = from.offset + bytes.length >= opened.file.sizeBytes;
  const page = readPage({ bytes, isEnd, from }, header.shape, LINES_A_STEP);
  const lines = page.lines.filter(isSomebody);
  const taken = await unlessFull(ctx, () => takeIn(ctx, reading.campaignId, lines, columns));
  if (taken.isFull) return fail(taken.message);
  const refused = taken.value;
  await insertRefused(ctx, reading.campaignId, refused);
  const counts = { accepted: lines.length - refused.length, refused: refused.length };
  return after(reading, page, counts, page.next.offset >= opened.file.sizeBytes);
}

/** A line without a single cell filled is nobody. */
const isSomebody = (line: CsvLine): boolean => 'reason' in line || line.cells.some((cell) => cell.trim() !== '');

type Counts = { accepted: number; refused: number };

function after(reading: Reading, { next, error }: CsvPage, { accepted, refused }: Counts, isOver: boolean): Progress {
  return {
    status: error !== null ? 'failed' : isOver ? 'completed' : 'reading',
    reason: error,
    position: next.offset,
    lines: next.line,
    accepted: reading.accepted + accepted,
    refused: reading.refused + refused,
  };
}

/** The people of these lines become contacts and join the audience; answers the lines that were refused. */
async function takeIn(
  ctx: Ctx,
  campaignId: string,
  lines: CsvLine[],
  columns: { field: string; at: number }[],
): Promise<Omit<RefusedLine, 'id'>[]> {
  const readable = lines.flatMap((line) => ('cells' in line ? [{ ...line, ...personOf(line.cells, columns) }] : []));
  const upserted = await upsertContacts(
    ctx,
    readable.map(({ contact }) => contact),
  );
  const people = readable.map((line, i) => ({
    ...line,
    contactId: upserted[i]?.contactId ?? null,
    faults: upserted[i]?.faults ?? [],
  }));
  const known = people.flatMap(({ contactId, variables }) => (contactId === null ? [] : [{ contactId, variables }]));
  const firsts = await insertAudience(ctx, campaignId, known);
  const reasons = new Map(
    people.map(({ line, contactId, faults }) => {
      if (contactId === null) return [line, faults.map(({ path, message }) => `${path}: ${message}`).join('; ')];
      return [line, firsts.delete(contactId) ? undefined : TWICE];
    }),
  );
  return lines.flatMap((one) => {
    const reason = 'reason' in one ? one.reason : reasons.get(one.line);
    return reason === undefined ? [] : [{ line: one.line, text: one.text, reason }];
  });
}

const TWICE = 'The same person as on an earlier line; they get one message, with the variables of the first line';

function missing(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
}

/** How the reading of a campaign's file stands; null where its audience is no file. */
export const getImport = async (ctx: Ctx, campaignId: string): Promise<AudienceImport | null> =>
  (await selectImport(ctx, await requireCampaign(ctx, campaignId))) ?? null;

/** The lines of the file that brought nobody in, each with its reason. */
export const searchRefusedLines = async (ctx: Ctx, campaignId: string, request: SearchRequest): Promise<Found<RefusedLine>> =>
  searchRefused(ctx, await requireCampaign(ctx, campaignId), request);

const requireCampaign = async (ctx: Ctx, id: string): Promise<string> =>
  found(isId(id) ? await selectCampaign(ctx, id) : undefined, 'campaign_not_found').id;
