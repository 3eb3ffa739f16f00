import { invalidParam } from '../../platform/errors.ts';
import type { Ctx } from '../../storage/context.ts';
import { getAutomation } from './automations.ts';
import { countSteps, type StepCount } from './runs.store.ts';

const DAY_MS = 86_400_000;

/** Counts how often each step had each outcome, by default in the last 30 days. Used to draw a funnel. */
export async function stepCounts(ctx: Ctx, automationId: string, range: { from?: Date; until?: Date }): Promise<StepCount[]> {
  const { id } = await getAutomation(ctx, automationId);
  const until = range.until ?? ctx.clock.now();
  const from = range.from ?? new Date(until.getTime() - 30 * DAY_MS);
  if (from >= until) throw invalidParam('until', 'invalid_date', 'until must be after from');
  return countSteps(ctx, id, from, until);
}
