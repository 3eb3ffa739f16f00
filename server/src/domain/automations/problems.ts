import type { Ctx } from '../../storage/context.ts';
import { type Problem, templateProblems } from '../templates/index.ts';
import type { Automation } from './automation.ts';
import { kindOf } from './steps/index.ts';

/** Returns the problems of each automation: templates of the active version that were deleted. */
export const automationProblems = (ctx: Ctx, automations: Automation[]): Promise<Problem[][]> =>
  templateProblems(ctx, automations, ({ activeVersion }) =>
    (activeVersion?.definition.steps ?? [])
      .flatMap((step) => kindOf(step).references?.(step) ?? [])
      .flatMap(({ kind, id }) => (kind === 'template' ? [id] : [])),
  );
