import type { Ctx } from '../../storage/context.ts';
import { type Problem, templateProblems } from '../templates/index.ts';
import type { Campaign } from './campaign.ts';

const over: ReadonlySet<Campaign['status']> = new Set(['completed', 'cancelled', 'failed']);

/** What keeps each of these campaigns from being sent: a template that was deleted. One that has ended has no problems left. */
export const campaignProblems = (ctx: Ctx, campaigns: Campaign[]): Promise<Problem[][]> =>
  templateProblems(ctx, campaigns, ({ status, content, messageTemplateId }) => {
    if (over.has(status)) return [];
    return [
      ...(content?.type === 'template' ? [content.template.id] : []),
      ...(messageTemplateId === null ? [] : [messageTemplateId]),
    ];
  });
