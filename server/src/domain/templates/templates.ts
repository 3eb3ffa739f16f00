import { Failure, found, invalidParam } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { publish } from '../../registry/publish.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, deleteByIds } from '../../storage/deletion.ts';
import { channelDefinitions, findChannel } from '../channels/index.ts';
import { requireWellFormed } from './check.ts';
import { insertDeleted, selectUses } from './deleted.store.ts';
import { setReviewStatus } from './review-status.ts';
import { withSample } from './sample.ts';
import type { Template, TemplateStatus, TemplateText } from './template.ts';
import { insertTemplate, lockTemplate, selectTemplate, updateText } from './templates.store.ts';

const nameTaken = { message_templates_name: 'There is a template of this name and language on this channel already' };

export const createTemplate = (ctx: Ctx, channelId: string, text: TemplateText): Promise<Template> =>
  inTransaction(ctx, async (ctx) => {
    const channel = await findChannel(ctx, channelId);
    if (!channel) throw invalidParam('channelId', 'not_found', 'There is no channel with this id');
    requireWellFormed(text, channel.type);
    const header = await withSample(ctx, text.header);
    const id = idFor(ctx);
    await explainConflicts(nameTaken, () => insertTemplate(ctx, id, channel.id, { ...text, header }));
    return getTemplate(ctx, id);
  });

export const findTemplate = async (ctx: Ctx, id: string): Promise<Template | undefined> =>
  isId(id) ? selectTemplate(ctx, id) : undefined;

/** Returns templates in the order of the ids. Each template is read once. */
export async function findTemplates(ctx: Ctx, ids: string[]): Promise<(Template | undefined)[]> {
  const known = await Promise.all([...new Set(ids)].map(async (id) => [id, await findTemplate(ctx, id)] as const));
  const byId = new Map(known);
  return ids.map((id) => byId.get(id));
}

export const getTemplate = async (ctx: Ctx, id: string): Promise<Template> =>
  found(await findTemplate(ctx, id), 'message_template_not_found');

/** Changes the given fields. The template becomes a draft: the earlier verdict was about another text. */
export const updateTemplate = (ctx: Ctx, id: string, changes: Partial<TemplateText>): Promise<Template> =>
  inTransaction(ctx, async (ctx) => {
    const template = await openTemplate(ctx, id, 'changed');
    const text: TemplateText = { ...template, ...given(changes) };
    requireWellFormed(text, template.channelType);
    if (changes.header) text.header = await withSample(ctx, changes.header);
    if (template.vendorId !== null) requireSameName(template, text);
    await explainConflicts(nameTaken, () => updateText(ctx, template.id, text));
    await setReviewStatus(ctx, template, { status: 'draft', reason: null });
    return getTemplate(ctx, id);
  });

/** Submits a template by a job. On a channel without review it is approved at once. */
export const submitTemplate = (ctx: Ctx, id: string): Promise<Template> =>
  inTransaction(ctx, async (ctx) => {
    const template = await openTemplate(ctx, id, 'submitted');
    const hasReview = channelDefinitions[template.channelType].templates.isReviewed;
    if (hasReview) requireSampleGiven(template);
    await setReviewStatus(ctx, template, { status: hasReview ? 'pending' : 'approved', reason: null });
    if (hasReview) await enqueue(ctx, jobs.submitTemplate, { templateId: template.id });
    return getTemplate(ctx, id);
  });

/** Throws if the header is a file without a sample: reviewers reject it. */
function requireSampleGiven({ header }: Template): void {
  if (!header || header.kind === 'text' || header.fileId) return;
  const message = `The header of this template is a file of kind ${header.kind}: give a sample of it as header.fileId first`;
  throw new Failure('conflict', { message });
}

/**
 * Deletes a template; a job deletes it at the provider. A template whose submission is not answered yet is deleted there afterwards, by
 * its id: a deletion by name would delete all its languages.
 */
export const deleteTemplate = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const template = isId(id) ? await lockTemplate(ctx, id) : undefined;
    const result = await deleteByIds(ctx, 'message_templates', [id]);
    if (template) await publishDeletion(ctx, template);
    if (template?.vendorId) {
      const { channelId, name, vendorId } = template;
      await enqueue(ctx, jobs.removeTemplate, { channelId, name, vendorId });
    }
    return result;
  });

/** Stores the name for later error messages, and publishes what still uses the template. */
async function publishDeletion(ctx: Ctx, { id, name, language, channelId, channelType }: Template): Promise<void> {
  const uses = (await selectUses(ctx, id)) ?? { automationIds: [], campaignIds: [] };
  await insertDeleted(ctx, { id, name, language });
  await publish(ctx, 'template.deleted', { id: channelId, type: channelType }, { id, name, language, ...uses });
}

const closed: Partial<Record<TemplateStatus, string>> = {
  pending: 'is being reviewed; wait for the verdict',
  disabled: 'is disabled by the provider; make another one',
};
const decided: Partial<Record<TemplateStatus, string>> = {
  approved: 'is approved; change it first',
  paused: 'is paused by the provider; change it first, or wait',
};

/** Locks a template that can be changed or submitted; throws for one that cannot. */
async function openTemplate(ctx: Ctx, id: string, what: 'changed' | 'submitted'): Promise<Template> {
  const template = found(isId(id) ? await lockTemplate(ctx, id) : undefined, 'message_template_not_found');
  const { status } = template;
  const why = closed[status] ?? (what === 'submitted' ? decided[status] : undefined);
  if (!why) return template;
  const message =
    what === 'submitted'
      ? 'Only a draft or a rejected template can be submitted'
      : 'A template that is under review or disabled cannot be changed';
  throw new Failure('conflict', { message: `${message}, and this one ${why}` });
}

const given = (changes: Partial<TemplateText>): Partial<TemplateText> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** Throws if a template that the provider knows gets another name or language. */
function requireSameName(template: Template, { name, language }: TemplateText): void {
  const message = 'The provider knows this template by its name and language; make another template instead';
  if (name !== template.name) throw invalidParam('name', 'custom', message);
  if (language !== template.language) throw invalidParam('language', 'custom', message);
}
