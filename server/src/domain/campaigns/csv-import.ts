import { type CsvPage, type CsvRecord, readCsvHeader, readCsvPage } from '../../platform/csv/index.ts';
import { Failure, found } from '../../platform/errors.ts';
import type { FileStore } from '../../platform/file-store/index.ts';
import { isId } from '../../platform/ids.ts';
import type { SearchRequest } from '../../platform/search/index.ts';
import type { StepwiseHandler } from '../../queue/index.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Found } from '../../storage/search.ts';
import { type Column, csvSourceOf, reasonOf } from '../contact-imports/index.ts';
import { upsertContacts } from '../contacts/index.ts';
import { openFile } from '../files/index.ts';
import { unlessFull } from '../quotas/index.ts';
import { selectCampaign } from './campaigns.store.ts';
import {
  type AudienceImport,
  insertAudience,
  insertRefused,
  lockCampaignKey,
  lockOpenImport,
  type OpenImport,
  type Progress,
  type RefusedLine,
  searchRefused,
  selectImport,
  updateImport,
} from './csv.store.ts';
import { columnsOf, readAudienceRecord } from './csv-mapping.ts';

const RECORDS_PER_PAGE = 1_000;

/**
 * Imports an uploaded file into the audience of a campaign, one page per step. Contacts, audience, refused lines and the position in
 * the file commit together, so every line counts once even if a worker dies.
 */
export const createAudienceReader =
  ({ files }: { files: FileStore }): StepwiseHandler<{ campaignId: string }> =>
  async (ctx, input) => {
    if (!(await lockCampaignKey(ctx, input.campaignId))) return retryLater(ctx, input);
    const open = await lockOpenImport(ctx, input.campaignId);
    if (!open) return undefined;
    const progress = await importPage(ctx, files, open);
    await updateImport(ctx, input.campaignId, progress);
    return progress.status === 'reading' ? { input } : undefined;
  };

/** Retries later instead of waiting for the lock: a change of the campaign locks the campaign, then this job, so waiting would deadlock. */
async function retryLater(ctx: Ctx, input: { campaignId: string }) {
  const campaign = await selectCampaign(ctx, input.campaignId);
  return campaign && { input, at: new Date(ctx.clock.now().getTime() + LOCKED_RETRY_MS) };
}

const LOCKED_RETRY_MS = 500;

async function importPage(ctx: Ctx, files: FileStore, open: OpenImport): Promise<Progress> {
  const fail = (reason: string): Progress => ({ ...open, status: 'failed', reason });
  const opened = await openFile(ctx, files, open.fileId).catch(ifMissing);
  if (!opened) return fail('The file was deleted before it was read');
  const source = csvSourceOf(opened);
  const header = await readCsvHeader(source);
  if (!header) return fail('The file is no CSV in UTF-8 with the names of its columns in the first line');
  const columns = columnsOf(header.cells, open.mapping);
  if ('missing' in columns) return fail(columns.missing);
  const from = open.position === 0 ? header.next : { offset: open.position, line: open.lines };
  const page = await readCsvPage(source, { from, format: header.format, maxRecords: RECORDS_PER_PAGE });
  const records = page.records.filter(isFilled);
  const saved = await unlessFull(ctx, () => saveRecords(ctx, open.campaignId, records, columns));
  if (saved.isFull) return fail(saved.message);
  const refused = saved.value;
  await insertRefused(ctx, open.campaignId, refused);
  return progressAfter(open, page, { accepted: records.length - refused.length, refused: refused.length });
}

/** A record whose cells are all blank counts neither as accepted nor as refused. */
const isFilled = (record: CsvRecord): boolean => 'reason' in record || record.cells.some((cell) => cell.trim() !== '');

type Counts = { accepted: number; refused: number };

function progressAfter(open: OpenImport, { next, error, isLast }: CsvPage, { accepted, refused }: Counts): Progress {
  return {
    status: error !== null ? 'failed' : isLast ? 'completed' : 'reading',
    reason: error,
    position: next.offset,
    lines: next.line,
    accepted: open.accepted + accepted,
    refused: open.refused + refused,
  };
}

/** Saves the contacts of these records and adds them to the audience. Returns the refused lines. */
async function saveRecords(
  ctx: Ctx,
  campaignId: string,
  records: CsvRecord[],
  columns: Column[],
): Promise<Omit<RefusedLine, 'id'>[]> {
  const valid = records.flatMap((one) => ('cells' in one ? [{ line: one.line, ...readAudienceRecord(one.cells, columns) }] : []));
  const upserted = await upsertContacts(
    ctx,
    valid.map(({ contact }) => contact),
  );
  const contacts = valid.map((record, i) => ({
    ...record,
    contactId: upserted[i]?.contactId ?? null,
    faults: upserted[i]?.faults ?? [],
  }));
  const members = contacts.flatMap(({ contactId, variables }) => (contactId === null ? [] : [{ contactId, variables }]));
  const added = await insertAudience(ctx, campaignId, members);
  const reasons = new Map(
    contacts.map(({ line, contactId, faults }) => {
      if (contactId === null) return [line, reasonOf(faults)];
      return [line, added.delete(contactId) ? undefined : DUPLICATE];
    }),
  );
  return records.flatMap((one) => {
    const reason = 'reason' in one ? one.reason : reasons.get(one.line);
    return reason === undefined ? [] : [{ line: one.line, text: one.text, reason }];
  });
}

const DUPLICATE = 'The same person as on an earlier line; they get one message, with the variables of the first line';

function ifMissing(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
}

/** Returns the import of a campaign's audience; null if the audience is not a file. */
export const getImport = async (ctx: Ctx, campaignId: string): Promise<AudienceImport | null> =>
  (await selectImport(ctx, await requireCampaign(ctx, campaignId))) ?? null;

/** Searches the refused lines of a campaign's file. */
export const searchRefusedLines = async (ctx: Ctx, campaignId: string, request: SearchRequest): Promise<Found<RefusedLine>> =>
  searchRefused(ctx, await requireCampaign(ctx, campaignId), request);

const requireCampaign = async (ctx: Ctx, id: string): Promise<string> =>
  found(isId(id) ? await selectCampaign(ctx, id) : undefined, 'campaign_not_found').id;
