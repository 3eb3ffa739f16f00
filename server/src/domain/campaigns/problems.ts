import type { Ctx } from '../../storage/context.ts';
import { type Problem, templateProblems } from '../templates/index.ts';
import type { Campaign } from './campaign.ts';

const ended: ReadonlySet<Campaign['status']> = new Set(['completed', 'cancelled', 'failed']);

/** Returns what prevents each campaign from being sent: a deleted template. A campaign that has ended has no problems. */
export const campaignProblems = (ctx: Ctx, campaigns: Campaign[]): Promise<Problem[][]> =>
  templateProblems(ctx, campaigns, ({ status, content, messageTemplateId }) => {
    if (ended.has(status)) return [];
    return [
      ...(content?.type === 'template' ? [content.template.id] : []),
      ...(messageTemplateId === null ? [] : [messageTemplateId]),
    ];
  });
