import { publish } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import type { BulkAction } from './bulk-action.ts';

const REPORT_EVERY_MS = 1_000;

/** Returns whether a running bulk action may publish its progress again: about once a second. */
export const isReportDue = ({ reportedAt }: Pick<BulkAction, 'reportedAt'>, now: Date): boolean =>
  reportedAt === null || now.getTime() - reportedAt.getTime() >= REPORT_EVERY_MS;

export async function publishProgress(ctx: Ctx, { id, change, status, counts, actor }: BulkAction): Promise<void> {
  await publish(ctx, 'bulk_action.progressed', null, { id, action: change.action, status, counts, userId: actor.userId });
}
