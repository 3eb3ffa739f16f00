import { RRuleTemporal } from 'rrule-temporal';
import { invalidParam } from '../../../platform/errors.ts';
import { type Budget, checkedBefore } from './budget.ts';
import { endOf, instantOf, type Wall, wallOf } from './local-time.ts';
import { parseRule, weekdays } from './rule.ts';

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
export function recurrence(
  path: string,
  text: string,
  timeZone: string,
  start: Date,
  budget: Budget = checkedBefore,
): Recurrence {
  const rule = parseRule(path, text);
  const from = new Date(Math.floor(start.getTime() / 1000) * 1000); // a rule knows no parts of a second
  const startWall = wallOf(from, timeZone);
  const until = rule.until === null ? null : endOf(rule.until, timeZone, from);
  const library = readByLibrary(path, withDay(rule.steps, startWall), startWall, budget.candidates);
  const toInstant = (wall: Wall) => instantOf(wall, timeZone, from);
  const instantsAfter = (wall: Wall) => instants(library, wall, toInstant, budget);
  if (rule.count !== null) return amongFirst(firstOf(library, startWall, rule.count, toInstant, budget));
  const fromStart = () => instantsAfter(startWall.subtract({ milliseconds: 1 }));
  return (after) => {
    const next = (after < from ? fromStart() : instantsAfter(wallOf(after, timeZone))).find((instant) => instant > after);
    return next && !(until && next > until) ? next : null;
  };
}

/** A rule that counts is walked through once, when it is asked for the first time. */
function amongFirst(walk: () => Date[]): Recurrence {
  let counted: Date[] | undefined;
  return (after) => {
    counted ??= walk();
    return counted.find((instant) => instant > after) ?? null;
  };
}

type ToInstant = (wall: Wall) => Date | null;

/**
 * The first instants, in one walk through the rule: asking for each of them anew would work out its period again each time.
 * Where the library gives up after many empty periods, it is asked from the last one on.
 */
const firstOf = (library: RRuleTemporal, start: Wall, count: number, toInstant: ToInstant, budget: Budget) => (): Date[] => {
  const found: Date[] = [];
  const horizon = horizonFrom(start);
  let last = start.subtract({ milliseconds: 1 });
  const take = ({ epochMilliseconds }: { epochMilliseconds: number }): boolean => {
    if (budget.isSpent() || epochMilliseconds >= horizon) return false;
    last = wallOf(new Date(epochMilliseconds), 'UTC');
    const instant = toInstant(last);
    if (instant) found.push(instant);
    return found.length < count;
  };
  try {
    library.all(take);
    return found;
  } catch {
    return [...found, ...instants(library, last, toInstant, budget).take(count - found.length)];
  }
};

function nextWall(library: RRuleTemporal, after: Wall): Wall | null {
  try {
    const step = library.next(new Date(epochOf(after)));
    return step && wallOf(new Date(step.epochMilliseconds), 'UTC');
  } catch {
    return null; // it has looked far enough
  }
}

/** Wall times as the library sees them: as if there were no time zones. */
const epochOf = (wall: Wall): number => wall.toZonedDateTime('UTC').epochMilliseconds;

const horizonFrom = (wall: Wall): number => epochOf(wall) + HORIZON_MS;

/**
 * What a rule does not say is that of its start. The library knows, but of a week's number without a day it loses the day when
 * it is asked from the middle of the row.
 */
const withDay = (steps: string, start: Wall): string =>
  /BYWEEKNO=/.test(steps) && !/BY(DAY|MONTHDAY|YEARDAY)=/.test(steps) ? `${steps};BYDAY=${weekdays[start.dayOfWeek - 1]}` : steps;

/** Which parts go together is for the library to know; it says so in sentences that can be shown. */
function readByLibrary(path: string, rruleString: string, start: Wall, candidates: number): RRuleTemporal {
  try {
    const dtstart = start.toZonedDateTime('UTC');
    const limits = { maxIterations: MOST_ITERATIONS, maxCandidateEvaluations: candidates, cache: false };
    return new RRuleTemporal({ rruleString, dtstart, strict: true, ...limits });
  } catch (error) {
    throw invalidParam(path, 'custom', (error as Error).message);
  }
}

/** Wall times that the clocks of the place skip are left out, and so they are not counted either. */
function* instants(library: RRuleTemporal, from: Wall, toInstant: ToInstant, budget: Budget): Generator<Date> {
  const horizon = horizonFrom(from);
  for (let wall = nextWall(library, from); wall && epochOf(wall) < horizon; wall = nextWall(library, wall)) {
    const instant = toInstant(wall);
    if (instant) yield instant;
    if (budget.isSpent()) return;
  }
}
