import { canonicalTimeZone } from '../../../platform/time-zone.ts';
import type { Budget } from './budget.ts';
import { type Recurrence, recurrence } from './recurrence.ts';

/**
 * When a campaign runs. Rules are RFC 5545 in local time and start at scheduledAt, which a campaign with rules gets when it is started;
 * before that, at createdAt.
 */
export type Schedule = {
  scheduledAt: Date | null;
  recurrenceRules: string[];
  timeZone: string;
  missed: 'run_late' | 'skip';
  createdAt?: Date;
};

/** A run that starts at most this late is on time: a restart is no outage. Also the minimum distance of two instants. */
export const ON_TIME_MS = 5 * 60_000;

/** Returns the first instant after the given one; null if there is none. */
export const nextInstant = (schedule: Schedule, after: Date): Date | null => instantsOf(schedule)(after);

/** Returns the next instants after a time, at most so many. */
export function nextInstants(schedule: Schedule, after: Date, count: number): Date[] {
  const next = instantsOf(schedule);
  const instants: Date[] = [];
  for (let at = next(after); at && instants.length < count; at = next(at)) instants.push(at);
  return instants;
}

/** Compiles a schedule. An instant that two rules share counts once. */
export function instantsOf(schedule: Schedule): Recurrence {
  const { scheduledAt, recurrenceRules } = schedule;
  if (recurrenceRules.length === 0) return (after) => (scheduledAt && scheduledAt > after ? scheduledAt : null);
  const rules = recurrencesOf(schedule);
  return (after) => earliest(rules.map((next) => next(after)));
}

/**
 * Returns the next instant to run after the given one. If some were missed, because of an outage or a long run, the latest of them runs
 * once, or all are skipped, as the schedule says.
 */
export function dueInstant(schedule: Schedule, after: Date, now: Date): Date | null {
  const next = instantsOf(schedule);
  const first = next(after);
  const onTimeFrom = new Date(now.getTime() - ON_TIME_MS);
  if (!first || first > onTimeFrom) return first;
  return schedule.missed === 'skip' ? next(onTimeFrom) : latestInstant(next, first, now);
}

/** Returns the latest instant up to now, by bisection: a year of outage may have missed many. */
function latestInstant(next: Recurrence, first: Date, now: Date): Date {
  let [latest, high] = [first, now];
  for (let following = next(latest); following && following <= now; following = next(latest)) {
    const middle = new Date((following.getTime() + high.getTime()) / 2);
    const later = next(middle);
    if (later && later <= now) latest = later;
    else [latest, high] = [following, middle];
  }
  return latest;
}

/** Compiles each rule. Uses the canonical name of the time zone, by which the calendar library caches. */
export function recurrencesOf(schedule: Schedule, budget?: Budget): Recurrence[] {
  const { scheduledAt, createdAt, recurrenceRules, timeZone } = schedule;
  const zone = canonicalTimeZone(timeZone) ?? timeZone;
  const start = scheduledAt ?? createdAt ?? new Date(0);
  return recurrenceRules.map((text, i) => recurrence(`recurrenceRules.${i}`, text, zone, start, budget));
}

const earliest = (instants: (Date | null)[]): Date | null => {
  const there = instants.filter((instant) => instant !== null);
  return there.length > 0 ? new Date(Math.min(...there.map(Number))) : null;
};
