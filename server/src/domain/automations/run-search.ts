import sql from 'sql-template-tag';
import { invalidParam } from '../../platform/errors.ts';
import type { Searchable, SearchRequest } from '../../platform/search/index.ts';
import type { Ctx } from '../../storage/context.ts';
import { type Found, search } from '../../storage/search.ts';
import { getAutomation } from './automations.ts';
import type { Run } from './run.ts';
import { countSteps, runColumns, type StepCount } from './runs.store.ts';

const searchable: Searchable = {
  fields: {
    id: { sql: sql`id`, type: 'id' },
    createdAt: { sql: sql`created_at`, type: 'time' },
    updatedAt: { sql: sql`updated_at`, type: 'time' },
    endedAt: { sql: sql`ended_at`, type: 'time', nullable: true },
    status: { sql: sql`status`, type: 'text' },
    automationId: { sql: sql`automation_id`, type: 'id' },
    versionId: { sql: sql`version_id`, type: 'id' },
    contactId: { sql: sql`contact_id`, type: 'id' },
    chatId: { sql: sql`chat_id`, type: 'id', nullable: true },
    stepId: { sql: sql`step_id`, type: 'text', nullable: true },
  },
  searchIn: sql`coalesce(step_id, '')`,
  defaultSort: 'desc(id)',
};

/** `search` looks for the step a run is at. */
export const searchRuns = (ctx: Ctx, request: SearchRequest): Promise<Found<Run>> =>
  search<Run>(ctx, { from: sql`automation_runs`, tenant: sql`tenant_id`, columns: runColumns, searchable }, request);

const DAY_MS = 86_400_000;

/** How often each step came to each outcome: the figures a funnel picture is drawn from. */
export async function stepCounts(ctx: Ctx, automationId: string, range: { from?: Date; until?: Date }): Promise<StepCount[]> {
  const { id } = await getAutomation(ctx, automationId);
  const until = range.until ?? ctx.clock.now();
  const from = range.from ?? new Date(until.getTime() - 30 * DAY_MS);
  if (from >= until) throw invalidParam('until', 'invalid_date', 'until must be after from');
  return countSteps(ctx, id, from, until);
}
