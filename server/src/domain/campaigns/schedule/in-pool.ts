import { Failure, type InvalidParams, invalidParam } from '../../../platform/errors.ts';
import { type Parser, ParserError } from '../../../platform/parser-pool.ts';
import type { Ctx } from '../../../storage/context.ts';
import { checkSchedule, TOO_SLOW } from './check.ts';
import { dueInstant, type Schedule } from './schedule.ts';

export type CheckTask = { schedule: Schedule; now: Date };
export type NextTask = CheckTask & { after: Date };
export type PreviewTask = CheckTask & { count: number };

/** Limits what is passed to the thread. The thread checks number and length of the rules. */
const MAX_BYTES = 65_536;
const DEADLINE_MS = 5_000;

const sizeOf = ({ schedule }: CheckTask): number =>
  schedule.recurrenceRules.reduce((sum, rule) => sum + Buffer.byteLength(rule), schedule.timeZone.length);

/** Returns the invalid params instead of throwing: a `Failure` cannot be cloned between threads. */
export const recurrenceCheck: Parser<CheckTask, InvalidParams | null> = {
  name: 'recurrence_check',
  module: new URL('./check-thread.ts', import.meta.url),
  maxBytes: MAX_BYTES,
  deadlineMs: DEADLINE_MS,
  sizeOf,
};

export const recurrenceNext: Parser<NextTask, Date | null> = {
  name: 'recurrence_next',
  module: new URL('./next-thread.ts', import.meta.url),
  maxBytes: MAX_BYTES,
  deadlineMs: DEADLINE_MS,
  sizeOf,
};

export const recurrencePreview: Parser<PreviewTask, Date[]> = {
  name: 'recurrence_preview',
  module: new URL('./preview-thread.ts', import.meta.url),
  maxBytes: MAX_BYTES,
  deadlineMs: DEADLINE_MS,
  sizeOf,
};

/** Returns the next instants of a schedule that no campaign has yet. Refuses an invalid one, as a campaign does. */
export async function previewInPool(ctx: Ctx, wanted: Omit<Schedule, 'missed'>, count: number): Promise<Date[]> {
  const now = ctx.clock.now();
  const schedule = scheduleOf({ ...wanted, missed: 'skip', createdAt: now });
  await checkInPool(ctx, schedule);
  return ctx.parsers.parse(recurrencePreview, { schedule, now, count }, ctx.tenantId).catch(refuseSchedule);
}

/** Refuses an invalid schedule. Rules are checked in a worker thread; a schedule without rules is checked here. */
export async function checkInPool(ctx: Ctx, wanted: Schedule): Promise<void> {
  const task = { schedule: scheduleOf(wanted), now: ctx.clock.now() };
  if (wanted.recurrenceRules.length === 0) return checkSchedule(task.schedule, task.now);
  const invalidParams = await ctx.parsers.parse(recurrenceCheck, task, ctx.tenantId).catch(refuseSchedule);
  if (invalidParams) throw new Failure('invalid_body_params', { invalidParams });
}

/** Returns the instant to run after the given one. Rules are computed in a worker thread. */
export async function dueInPool(ctx: Ctx, campaign: Schedule, after: Date): Promise<Date | null> {
  const task = { schedule: scheduleOf(campaign), after, now: ctx.clock.now() };
  if (campaign.recurrenceRules.length === 0) return dueInstant(task.schedule, after, task.now);
  return ctx.parsers.parse(recurrenceNext, task, ctx.tenantId).catch(refuseSchedule);
}

/** Maps parser errors. A busy pool is temporary; all others recur for the same schedule. */
function refuseSchedule(error: unknown): never {
  if (!(error instanceof ParserError)) throw error;
  if (error.reason === 'busy') throw new Failure('service_unavailable');
  const isLarge = error.reason === 'too_large';
  throw invalidParam('recurrenceRules', isLarge ? 'too_big' : 'custom', isLarge ? TOO_LARGE : TOO_SLOW);
}

const TOO_LARGE = 'These rules are too long; a campaign has at most 5 rules of 500 characters';

/** Returns the schedule of a campaign: only fields that can be cloned between threads. */
const scheduleOf = ({ scheduledAt, recurrenceRules, timeZone, missed, createdAt }: Schedule): Schedule => ({
  scheduledAt,
  recurrenceRules,
  timeZone,
  missed,
  ...(createdAt && { createdAt }),
});
