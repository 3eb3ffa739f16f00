import type { Ctx } from '../../storage/context.ts';
import { checkedPeriods, explainZone, type Periods } from '../reports/index.ts';
import { countRequests, type RequestGroup, type RequestPeriod } from './statistics.store.ts';

/** So many requests are counted, the newest first. */
const MOST_COUNTED = 50_000;
const MOST_ROWS = 5_000;

/** `isExact` is false if there were more requests, or more groups, than were counted. */
export type RequestStatistics = { rows: RequestPeriod[]; isExact: boolean };

/** Counts requests by period, and by route, status or token. */
export async function requestStatistics(
  ctx: Ctx,
  { groupBy, ...wanted }: Periods & { groupBy: RequestGroup | null },
): Promise<RequestStatistics> {
  const rows = await countRequests(ctx, checkedPeriods(wanted), groupBy, { requests: MOST_COUNTED, rows: MOST_ROWS }).catch(
    explainZone,
  );
  const counted = rows.reduce((sum, { requests }) => sum + requests, 0);
  return { rows, isExact: counted < MOST_COUNTED && rows.length < MOST_ROWS };
}
