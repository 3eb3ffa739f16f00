import { Failure, type InvalidParams, invalidParam } from '../../../platform/errors.ts';
import { type Parser, ParserError } from '../../../platform/parser-pool.ts';
import type { Ctx } from '../../../storage/context.ts';
import { checkSchedule, TOO_SLOW } from './check.ts';
import { dueInstant, type Schedule } from './schedule.ts';

export type CheckTask = { schedule: Schedule; now: Date };
export type NextTask = CheckTask & { after: Date };

/** Rules are counted and measured one by one in the thread; this is only how much is handed over to it. */
const MAX_BYTES = 65_536;
const DEADLINE_MS = 5_000;

const sizeOf = ({ schedule }: CheckTask): number =>
  schedule.recurrenceRules.reduce((sum, rule) => sum + Buffer.byteLength(rule), schedule.timeZone.length);

/** Answers what is wrong with a schedule: a `Failure` does not survive the way between threads. */
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

/** Refuses a schedule that nobody can have meant. Rules are checked in a worker thread; without any there is nothing to work out. */
export async function checkInPool(ctx: Ctx, wanted: Schedule): Promise<void> {
  const task = { schedule: scheduleOf(wanted), now: ctx.clock.now() };
  if (wanted.recurrenceRules.length === 0) return checkSchedule(task.schedule, task.now);
  const invalidParams = await ctx.parsers.parse(recurrenceCheck, task, ctx.tenantId).catch(refuseSchedule);
  if (invalidParams) throw new Failure('invalid_body_params', { invalidParams });
}

/** Returns which instant after the given one is to be run, worked out in a worker thread where there are rules. */
export async function dueInPool(ctx: Ctx, campaign: Schedule, after: Date): Promise<Date | null> {
  const task = { schedule: scheduleOf(campaign), after, now: ctx.clock.now() };
  if (campaign.recurrenceRules.length === 0) return dueInstant(task.schedule, after, task.now);
  return ctx.parsers.parse(recurrenceNext, task, ctx.tenantId).catch(refuseSchedule);
}

/** A busy pool is no fault of the schedule; everything else comes again for the same one. */
function refuseSchedule(error: unknown): never {
  if (!(error instanceof ParserError)) throw error;
  if (error.reason === 'busy') throw new Failure('service_unavailable');
  const isLarge = error.reason === 'too_large';
  throw invalidParam('recurrenceRules', isLarge ? 'too_big' : 'custom', isLarge ? TOO_LARGE : TOO_SLOW);
}

const TOO_LARGE = 'These rules are too long; a campaign has at most 5 rules of 500 characters';

/** What a schedule is about, of a campaign that has more: all of it must survive structured cloning. */
const scheduleOf = ({ scheduledAt, recurrenceRules, timeZone, missed, createdAt }: Schedule): Schedule => ({
  scheduledAt,
  recurrenceRules,
  timeZone,
  missed,
  ...(createdAt && { createdAt }),
});
