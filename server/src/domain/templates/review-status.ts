import { publish } from '../../registry/publish.ts';
import type { Ctx } from '../../storage/context.ts';
import type { Template } from './template.ts';
import { type ReviewStatus, updateReviewStatus } from './templates.store.ts';

/** Changes the review status of a template and publishes a new status. Does nothing if nothing changes. */
export async function setReviewStatus(ctx: Ctx, template: Template, change: Partial<ReviewStatus>): Promise<void> {
  const { id, name, channelId, channelType } = template;
  const { status, reason, vendorId }: ReviewStatus = { ...template, ...change };
  if (status === template.status && reason === template.reason && vendorId === template.vendorId) return;
  await updateReviewStatus(ctx, id, { status, reason, vendorId });
  if (status === template.status) return;
  const channel = { id: channelId, type: channelType };
  await publish(ctx, 'template.status_changed', channel, { id, name, status, previousStatus: template.status, reason });
}
