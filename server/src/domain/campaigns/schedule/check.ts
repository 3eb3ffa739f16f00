import { invalidParam } from '../../../platform/errors.ts';
import { isNamedTimeZone } from '../../../platform/time-zone.ts';
import { type Budget, cpuBudget } from './budget.ts';
import { partsFault } from './combinations.ts';
import type { Recurrence } from './recurrence.ts';
import { parseRule } from './rule.ts';
import { ON_TIME_MS, recurrencesOf, type Schedule } from './schedule.ts';

const MAX_RULES = 5;
/** A rule whose first instant is later than this is refused. */
const FIRST_WITHIN_MS = 10 * 366 * 86_400_000;
/** How many instants of each rule are compared with those of other rules. */
const COMPARED_INSTANTS = 20;
const CLOSEST_MS = ON_TIME_MS;
/** CPU time for all rules of a schedule. Usual rules take a few milliseconds. */
const MAX_CPU_MS = 2_000;
/** How many local times are examined for one instant: six periods with the maximum of combinations. */
const MAX_CANDIDATES = 30_000;

/**
 * Refuses an invalid schedule, with the path and how to fix it. Checks the parts of each rule first, which is cheap, then computes
 * instants within a budget. This can take two seconds, so schedules with rules are checked in a worker thread (`in-pool.ts`).
 */
export function checkSchedule(schedule: Schedule, now: Date): void {
  const { timeZone, recurrenceRules } = schedule;
  if (!isNamedTimeZone(timeZone))
    throw invalidParam('timeZone', 'custom', 'timeZone must be a name of the IANA time zone database, such as Europe/Berlin');
  if (recurrenceRules.length > MAX_RULES)
    throw invalidParam('recurrenceRules', 'too_big', `A campaign has at most ${MAX_RULES} rules`);
  for (const [i, text] of recurrenceRules.entries()) checkParts(pathOf(i), text);
  const budget = cpuBudget(MAX_CPU_MS, MAX_CANDIDATES);
  const rules = recurrencesOf({ ...schedule, createdAt: schedule.createdAt ?? now }, budget).map(memoized);
  const start = schedule.scheduledAt ?? schedule.createdAt ?? now;
  for (const [i, rule] of rules.entries()) checkFires(pathOf(i), rule, start, budget);
  for (const [i, rule] of rules.entries()) checkApart(pathOf(i), rule, rules.toSpliced(i, 1), start, budget);
}

/** Tolerates clock skew of the client; a wrong year must not send at once. */
const MAX_PAST_MS = 5 * 60_000;

/** Returns whether the time of a campaign without rules has passed. With rules, the time is only their start. */
export const hasPassed = (
  { scheduledAt, recurrenceRules }: Pick<Schedule, 'scheduledAt' | 'recurrenceRules'>,
  now: Date,
): boolean => recurrenceRules.length === 0 && scheduledAt !== null && scheduledAt.getTime() < now.getTime() - MAX_PAST_MS;

/** Refuses a new time in the past. */
export function requireTimeToCome(schedule: Pick<Schedule, 'scheduledAt' | 'recurrenceRules'>, now: Date): void {
  if (hasPassed(schedule, now))
    throw invalidParam('scheduledAt', 'invalid_date', 'scheduledAt has passed; leave it out to start at once');
}

const pathOf = (i: number): string => `recurrenceRules.${i}`;

function checkParts(path: string, text: string): void {
  const fault = partsFault(parseRule(path, text));
  if (fault) throw invalidParam(path, 'custom', fault);
}

/** Returns the rule with its last result cached: between the two times there is no other instant. */
function memoized(rule: Recurrence): Recurrence {
  let last: { after: Date; next: Date | null } | undefined;
  return (after) => {
    if (!last || after < last.after || (last.next && after >= last.next)) last = { after, next: rule(after) };
    return last.next;
  };
}

export const TOO_SLOW = 'These rules take too long to work out; use fewer rules, a smaller COUNT or fewer parts';

function checkBudget(path: string, budget: Budget): void {
  if (!budget.isSpent()) return;
  throw invalidParam(path, 'custom', TOO_SLOW);
}

function checkFires(path: string, rule: Recurrence, start: Date, budget: Budget): void {
  const first = rule(beforeStart(start));
  checkBudget(path, budget);
  if (first && first.getTime() - start.getTime() <= FIRST_WITHIN_MS) return;
  throw invalidParam(
    path,
    'custom',
    first
      ? `This rule fires for the first time on ${first.toISOString()}, more than ten years after its start`
      : 'This rule never fires: no time after its start fits all its parts, or it ends before the first one that does',
  );
}

/** Refuses instants that are closer than the minimum distance: almost always a mistake, and faster than audiences expand. */
function checkApart(path: string, rule: Recurrence, others: Recurrence[], start: Date, budget: Budget): void {
  let instant = rule(beforeStart(start));
  for (let i = 0; instant && i < COMPARED_INSTANTS; i++) {
    const at = instant;
    const next = rule(at);
    const close = [next, ...others.map((other) => other(new Date(at.getTime() - CLOSEST_MS)))].find((other) =>
      isClose(at, other),
    );
    if (close) throw invalidParam(path, 'custom', tooClose(at, close));
    checkBudget(path, budget);
    instant = next;
  }
}

const isClose = (one: Date, other: Date | null): boolean =>
  other !== null && one.getTime() !== other.getTime() && other.getTime() < one.getTime() + CLOSEST_MS;

function tooClose(one: Date, other: Date): string {
  const [first, second] = one < other ? [one, other] : [other, one];
  return `A campaign runs at most every five minutes; this would run at ${first.toISOString()} and at ${second.toISOString()}`;
}

const beforeStart = (start: Date): Date => new Date(start.getTime() - 1_000);
