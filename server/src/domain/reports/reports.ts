import { invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { canonicalTimeZone, isNamedTimeZone } from '../../platform/time-zone.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Bucket, CampaignPeriod, ReportRequest, ReportRow } from './report.ts';
import { selectCampaignTimeline, selectReport } from './reports.store.ts';

const DAY_MS = 86_400_000;
/** Counts are kept per quarter hour: the offsets of all time zones are multiples of it. */
const SLOT_MS = 15 * 60_000;
/** The longest range of each bucket. It bounds the rows that a report reads. */
const LONGEST_DAYS: Record<Bucket, number> = { hour: 31, day: 366, week: 731, month: 1_096, total: 366 };
const MOST_ROWS = 5_000;
/** PostgreSQL's SQLSTATE for a time zone that it does not know. */
const INVALID_PARAMETER_VALUE = '22023';

export type Report = { request: ReportRequest; rows: ReportRow[] };

/** Returns the counts of a metric. The range is extended to whole quarter hours. */
export async function readReport(ctx: Ctx, wanted: ReportRequest): Promise<Report> {
  checkRange(wanted);
  const request = { ...wanted, ...wholeSlots(wanted), timeZone: zoneOf(wanted.timeZone), filters: knownIds(wanted.filters) };
  const rows = await selectReport(ctx, request, MOST_ROWS + 1).catch(explainZone);
  if (rows.length > MOST_ROWS)
    throw invalidParam('groupBy', 'too_big', `The report has more than ${MOST_ROWS} rows; use a shorter time or fewer groups`);
  return { request, rows };
}

/** Returns the outcomes of a campaign by period. The number of periods is bounded by the range. */
export async function readCampaignTimeline(
  ctx: Ctx,
  campaignId: string,
  wanted: { from: Date; to: Date; bucket: 'hour' | 'day'; timeZone: string },
): Promise<CampaignPeriod[]> {
  checkRange(wanted);
  const request = { ...wanted, ...wholeSlots(wanted), timeZone: zoneOf(wanted.timeZone), campaignId };
  return selectCampaignTimeline(ctx, request, MOST_ROWS).catch(explainZone);
}

/** PostgreSQL's list of time zones can be older than that of Node. */
function explainZone(error: unknown): never {
  throw (error as { code?: string }).code === INVALID_PARAMETER_VALUE ? unknownZone() : error;
}

type Range = { from: Date; to: Date };

const wholeSlots = ({ from, to }: Range): Range => ({
  from: new Date(Math.floor(from.getTime() / SLOT_MS) * SLOT_MS),
  to: new Date(Math.ceil(to.getTime() / SLOT_MS) * SLOT_MS),
});

function checkRange({ from, to, bucket }: Range & { bucket: Bucket }): void {
  if (from >= to) throw invalidParam('to', 'invalid_date', 'to must be after from');
  const days = LONGEST_DAYS[bucket];
  if (to.getTime() - from.getTime() > days * DAY_MS)
    throw invalidParam('to', 'too_big', `A report with the bucket ${bucket} covers at most ${days} days`);
}

const unknownZone = () =>
  invalidParam('timeZone', 'custom', 'timeZone must be a name of the IANA time zone database, such as Europe/Berlin');

function zoneOf(name: string): string {
  const zone = isNamedTimeZone(name) ? canonicalTimeZone(name) : undefined;
  if (zone === undefined) throw unknownZone();
  return zone;
}

/** A malformed id is that of nothing: it matches no row. */
function knownIds({ channelIds, userIds, teamIds }: ReportRequest['filters']): ReportRequest['filters'] {
  const known = (ids: string[] | undefined): string[] | undefined => ids?.filter(isId);
  return { channelIds: known(channelIds), userIds: known(userIds), teamIds: known(teamIds) };
}
