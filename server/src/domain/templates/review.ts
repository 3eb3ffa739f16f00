import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import type { TemplateChange, TemplateVerdict } from '../messages/index.ts';
import { setStanding } from './review-status.ts';
import type { Template } from './template.ts';
import { lockByVendor, lockTemplate, updateRating } from './templates.store.ts';

/** What a provider says of a template, whenever it likes and as often as it likes. */
export type Verdict = { vendorId: string; name: string; language: string; status: TemplateVerdict; reason: string | null };

/** Keeps verdicts in the order they came. A repeat changes nothing; one about a template we do not have is nobody's. */
export const noteVerdicts = (ctx: Ctx, channelId: string, verdicts: Verdict[]): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    for (const verdict of verdicts) {
      const template = await lockByVendor(ctx, channelId, verdict);
      const change = template && afterVerdict(template, verdict);
      if (change) await setStanding(ctx, template, change);
    }
  });

/** Keeps what the provider says of a template beside its verdicts. A repeat changes nothing. */
export const noteTemplateChanges = (ctx: Ctx, channelId: string, changes: TemplateChange[]): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    for (const change of changes) {
      const template = await lockByVendor(ctx, channelId, change);
      const { category = template?.category, quality = template?.quality } = change;
      if (template && category) await updateRating(ctx, template.id, { category, quality: quality ?? null });
    }
  });

type Reviewed = Pick<Template, 'status' | 'reason' | 'vendorId'>;

/**
 * What a verdict changes. A draft is not under review, so whatever is said is about an older text or somebody else's.
 * `pending` is what we know since we submitted it: late, it must not undo a verdict that has overtaken it.
 */
export function afterVerdict(template: Reviewed, { vendorId, status, reason }: Verdict): Reviewed | undefined {
  if (template.status === 'draft') return undefined;
  switch (status) {
    case 'pending':
      return { ...template, vendorId };
    case 'approved':
      return { status, vendorId, reason: null };
    case 'deleted':
      // Heard of by name only, it is about a template that had this name before.
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

/** What a submission came to. `waiting`: it is tried again, and whoever looks sees why it takes so long. */
export type SubmissionResult =
  | { kind: 'submitted'; vendorId: string; status: 'pending' | 'approved' | 'rejected' }
  | { kind: 'approved' }
  | { kind: 'rejected'; reason: string }
  | { kind: 'waiting'; reason: string };

/**
 * Records it, under the fence of its job. A verdict may have come before the answer to the submission: then it stands,
 * unless it was about another template of that name. A template that was deleted meanwhile is removed at the provider, who has it only now.
 */
export async function noteSubmission(ctx: Ctx, submitted: Template, result: SubmissionResult): Promise<void> {
  const template = await lockTemplate(ctx, submitted.id);
  const vendorId = result.kind === 'submitted' ? result.vendorId : (template?.vendorId ?? null);
  if (!template) {
    const { channelId, name } = submitted;
    if (vendorId !== null) await enqueue(ctx, jobs.removeTemplate, { channelId, name, vendorId });
    return;
  }
  const isDecided = template.status !== 'pending' && (template.status === 'draft' || template.vendorId === vendorId);
  await setStanding(ctx, template, { ...(!isDecided && standingAfter(result)), vendorId });
}

const REJECTED_BEFORE =
  'The provider rejected it at once and gave no reason; if it does so again, make another template under a new name';

function standingAfter(result: SubmissionResult): Pick<Template, 'status' | 'reason'> {
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
