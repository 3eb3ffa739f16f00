import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import type { TemplateChange, TemplateVerdict } from '../messages/index.ts';
import { setReviewStatus } from './review-status.ts';
import type { Template } from './template.ts';
import { lockByVendor, lockTemplate, updateRating } from './templates.store.ts';

/** A provider's decision on a template. It can come at any time, and more than once. */
export type Verdict = { vendorId: string; name: string; language: string; status: TemplateVerdict; reason: string | null };

/** Records verdicts in the order they came. A repeated verdict, and one about an unknown template, change nothing. */
export const recordVerdicts = (ctx: Ctx, channelId: string, verdicts: Verdict[]): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    for (const verdict of verdicts) {
      const template = await lockByVendor(ctx, channelId, verdict);
      const change = template && afterVerdict(template, verdict);
      if (change) await setReviewStatus(ctx, template, change);
    }
  });

/** Records a new category or quality of a template. A repeated change does nothing. */
export const recordTemplateChanges = (ctx: Ctx, channelId: string, changes: TemplateChange[]): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    for (const change of changes) {
      const template = await lockByVendor(ctx, channelId, change);
      const { category = template?.category, quality = template?.quality } = change;
      if (template && category) await updateRating(ctx, template.id, { category, quality: quality ?? null });
    }
  });

type Reviewed = Pick<Template, 'status' | 'reason' | 'vendorId'>;

/**
 * Returns what a verdict changes. A draft is not under review, so a verdict is about an older text or another template. `pending`
 * changes only the provider's id: a late one must not undo a decision.
 */
export function afterVerdict(template: Reviewed, { vendorId, status, reason }: Verdict): Reviewed | undefined {
  if (template.status === 'draft') return undefined;
  switch (status) {
    case 'pending':
      return { ...template, vendorId };
    case 'approved':
      return { status, vendorId, reason: null };
    case 'deleted':
      // Without our vendor id it is about another template that had this name before.
      return template.vendorId === vendorId
        ? { status: 'disabled', vendorId, reason: reason ?? 'It was deleted at the provider' }
        : undefined;
    case 'rejected':
    case 'paused':
    case 'disabled':
      return { status, vendorId, reason: reason ?? (template.status === status ? template.reason : null) };
    default:
      return status satisfies never;
  }
}

/** The result of a submission. `waiting`: the job retries it, and the reason is shown on the template. */
export type SubmissionResult =
  | { kind: 'submitted'; vendorId: string; status: 'pending' | 'approved' | 'rejected' }
  | { kind: 'approved' }
  | { kind: 'rejected'; reason: string }
  | { kind: 'waiting'; reason: string };

/**
 * Records the result, under the fence of its job. A verdict that arrived before the response is kept, unless it was about another template of
 * that name. If the template was deleted meanwhile, a job removes it at the provider.
 */
export async function recordSubmission(ctx: Ctx, submitted: Template, result: SubmissionResult): Promise<void> {
  const template = await lockTemplate(ctx, submitted.id);
  const vendorId = result.kind === 'submitted' ? result.vendorId : (template?.vendorId ?? null);
  if (!template) {
    const { channelId, name } = submitted;
    if (vendorId !== null) await enqueue(ctx, jobs.removeTemplate, { channelId, name, vendorId });
    return;
  }
  const isDecided = template.status !== 'pending' && (template.status === 'draft' || template.vendorId === vendorId);
  await setReviewStatus(ctx, template, { ...(!isDecided && reviewStatusAfter(result)), vendorId });
}

const REJECTED_BEFORE =
  'The provider rejected it at once and gave no reason; if it does so again, make another template under a new name';

function reviewStatusAfter(result: SubmissionResult): Pick<Template, 'status' | 'reason'> {
  switch (result.kind) {
    case 'submitted':
      return { status: result.status, reason: result.status === 'rejected' ? REJECTED_BEFORE : null };
    case 'approved':
      return { status: 'approved', reason: null };
    case 'rejected':
      return { status: 'rejected', reason: result.reason };
    case 'waiting':
      return { status: 'pending', reason: result.reason };
    default:
      return result satisfies never;
  }
}
