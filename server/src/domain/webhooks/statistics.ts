import type { Ctx } from '../../storage/context.ts';
import { checkedPeriods, explainZone, type Periods } from '../reports/index.ts';
import { countDeliveries, type DeliveryPeriod } from './statistics.store.ts';
import { getWebhook } from './webhooks.ts';

/** So many deliveries are counted, the newest first. */
const MOST_COUNTED = 50_000;

/** `isExact` is false if there were more deliveries than were counted. */
export type DeliveryStatistics = { periods: DeliveryPeriod[]; isExact: boolean };

/** Counts the deliveries of a webhook by period and status. */
export async function deliveryStatistics(ctx: Ctx, webhookId: string, wanted: Periods): Promise<DeliveryStatistics> {
  const { id } = await getWebhook(ctx, webhookId);
  const periods = await countDeliveries(ctx, id, checkedPeriods(wanted), MOST_COUNTED).catch(explainZone);
  return { periods, isExact: periods.reduce((sum, { deliveries }) => sum + deliveries, 0) < MOST_COUNTED };
}
