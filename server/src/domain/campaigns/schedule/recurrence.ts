import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { invalidParam } from '../../../platform/errors.ts';
import { parseRule, weekdays } from './rule.ts';
import { endOf, instantOf, type Wall, wallOf } from './wall.ts';

/** How far the library looks for a day that fits before it gives up: nine years of days, so that every 29 February is found. */
const MOST_ITERATIONS = 3_300;
/** A schedule that pauses for longer is over. It also ends the search of a rule whose every wall time is one that clocks skip. */
const HORIZON_MS = 100 * 366 * 86_400_000;

/** Answers the first instant after the given one, or null when there is none any more. */
export type Recurrence = (after: Date) => Date | null;

/**
 * A rule made ready for one place and one start. The library steps through wall times as if there were no zones, and each is
 * looked up on the clocks of the place: so "every six hours" keeps to the hours people see, and COUNT counts what happens.
 */
export function recurrence(path: string, text: string, timeZone: string, start: Date): Recurrence {
  const rule = parseRule(path, text);
  const from = new Date(Math.floor(start.getTime() / 1000) * 1000); // a rule knows no parts of a second
  const startWall = wallOf(from, timeZone);
  const until = rule.until === null ? null : endOf(rule.until, timeZone, from);
  const stepAfter = stepper(path, rule.steps, startWall);
  const instantsAfter = (wall: Wall) => instants(stepAfter, wall, timeZone, from);
  const fromStart = () => instantsAfter(startWall.subtract({ milliseconds: 1 }));
  if (rule.count !== null) return amongFirst(rule.count, fromStart);
  return (after) => {
    const next = (after < from ? fromStart() : instantsAfter(wallOf(after, timeZone))).find((instant) => instant > after);
    return next && !(until && next > until) ? next : null;
  };
}

/** A rule that counts is walked through once, when it is asked for the first time. */
function amongFirst(count: number, fromStart: () => Generator<Date>): Recurrence {
  let counted: Date[] | undefined;
  return (after) => {
    counted ??= fromStart().take(count).toArray();
    return counted.find((instant) => instant > after) ?? null;
  };
}

type Step = (after: Wall) => Wall | null;

function stepper(path: string, steps: string, start: Wall): Step {
  const rule = readByLibrary(path, withDay(steps, start), start);
  return (after) => {
    try {
      const step = rule.next(new Date(after.toZonedDateTime('UTC').epochMilliseconds));
      return step && wallOf(new Date(step.epochMilliseconds), 'UTC');
    } catch {
      return null; // it has looked far enough
    }
  };
}

/**
 * What a rule does not say is that of its start. The library knows, but of a week's number without a day it loses the day when
 * it is asked from the middle of the row.
 */
const withDay = (steps: string, start: Wall): string =>
  /BYWEEKNO=/.test(steps) && !/BY(DAY|MONTHDAY|YEARDAY)=/.test(steps) ? `${steps};BYDAY=${weekdays[start.dayOfWeek - 1]}` : steps;

/** Which parts go together is for the library to know; it says so in sentences that can be shown. */
function readByLibrary(path: string, rruleString: string, start: Wall): RRuleTemporal {
  try {
    const dtstart = start.toZonedDateTime('UTC');
    return new RRuleTemporal({ rruleString, dtstart, strict: true, maxIterations: MOST_ITERATIONS });
  } catch (error) {
    throw invalidParam(path, 'custom', (error as Error).message);
  }
}

/** Wall times that the clocks of the place skip are left out, and so they are not counted either. */
function* instants(stepAfter: Step, from: Wall, timeZone: string, start: Date): Generator<Date> {
  const horizon = from.add({ milliseconds: HORIZON_MS });
  for (let wall = stepAfter(from); wall && Temporal.PlainDateTime.compare(wall, horizon) < 0; wall = stepAfter(wall)) {
    const instant = instantOf(wall, timeZone, start);
    if (instant) yield instant;
  }
}
