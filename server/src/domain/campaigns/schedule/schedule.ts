import { canonicalTimeZone } from '../../../platform/time-zone.ts';
import type { Budget } from './budget.ts';
import { type Recurrence, recurrence } from './recurrence.ts';

/**
 * When a campaign runs. Its rules are of RFC 5545, on the clocks of its time zone, and count from scheduledAt, which a campaign with
 * rules has from its start on; before that, from when it was made.
 */
export type Schedule = {
  scheduledAt: Date | null;
  recurrenceRules: string[];
  timeZone: string;
  missed: 'run_late' | 'skip';
  createdAt?: Date;
};

/** So much later than its instant a run still counts as on time: a restart is no outage. Two instants are never closer. */
export const ON_TIME_MS = 5 * 60_000;

/** The first instant after the given one, or null when there is none any more. */
export const nextInstant = (schedule: Schedule, after: Date): Date | null => instantsOf(schedule)(after);

/** A schedule made ready to be asked. An instant of two rules is one. */
export function instantsOf(schedule: Schedule): Recurrence {
  const { scheduledAt, recurrenceRules } = schedule;
  if (recurrenceRules.length === 0) return (after) => (scheduledAt && scheduledAt > after ? scheduledAt : null);
  const rules = recurrencesOf(schedule);
  return (after) => earliest(rules.map((next) => next(after)));
}

/**
 * Which instant after the given one is to be run, now or later. Where some were missed, because everything was down or the run
 * before took so long, the latest of them is run once, or all are skipped, as the schedule says.
 */
export function dueInstant(schedule: Schedule, after: Date, now: Date): Date | null {
  const next = instantsOf(schedule);
  const first = next(after);
  const onTimeFrom = new Date(now.getTime() - ON_TIME_MS);
  if (!first || first > onTimeFrom) return first;
  return schedule.missed === 'skip' ? next(onTimeFrom) : latestInstant(next, first, now);
}

/** The last instant that is not to come, from one of them on. Halves what is left instead of walking through a year's outage. */
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

/** Each rule by itself, ready to be asked. The calendar library caches by the name of the time zone, so it gets the canonical one. */
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
