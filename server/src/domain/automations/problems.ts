import type { Ctx } from '../../storage/context.ts';
import { type Problem, templateProblems } from '../templates/index.ts';
import type { Automation } from './automation.ts';

/** What keeps each of these automations from working as published: templates of the active version that were deleted. */
export const automationProblems = (ctx: Ctx, automations: Automation[]): Promise<Problem[][]> =>
  templateProblems(ctx, automations, ({ activeVersion }) =>
    (activeVersion?.definition.steps ?? []).flatMap((step) => (step.type === 'send_template' ? [step.templateId] : [])),
  );
