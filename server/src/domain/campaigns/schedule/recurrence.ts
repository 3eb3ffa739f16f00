import { RRuleTemporal } from 'rrule-temporal';
import { invalidParam } from '../../../platform/errors.ts';
import { type Budget, checkedBefore } from './budget.ts';
import { endOf, instantOf, type LocalTime, localTimeOf } from './local-time.ts';
import { parseRule, weekdays } from './rule.ts';

/** How many days the library searches: nine years, so that every 29 February is found. */
const MAX_ITERATIONS = 3_300;
/** A schedule without an instant for so long has ended. Also ends the search of a rule whose local times are all skipped. */
const HORIZON_MS = 100 * 366 * 86_400_000;

/** Returns the first instant after the given one; null if there is none. */
export type Recurrence = (after: Date) => Date | null;

/**
 * Compiles a rule for one time zone and start. The library produces local times as if there were no zones, and each is converted to
 * an instant: "every six hours" follows local hours, and COUNT counts instants that exist.
 */
export function recurrence(
  path: string,
  text: string,
  timeZone: string,
  start: Date,
  budget: Budget = checkedBefore,
): Recurrence {
  const rule = parseRule(path, text);
  const from = new Date(Math.floor(start.getTime() / 1000) * 1000); // rules have no fractions of a second
  const localStart = localTimeOf(from, timeZone);
  const until = rule.until === null ? null : endOf(rule.until, timeZone, from);
  const library = parseWithLibrary(path, withDay(rule.steps, localStart), localStart, budget.candidates);
  const toInstant = (local: LocalTime) => instantOf(local, timeZone, from);
  const instantsAfter = (local: LocalTime) => instants(library, local, toInstant, budget);
  if (rule.count !== null) return amongFirst(firstOf(library, localStart, rule.count, toInstant, budget));
  const fromStart = () => instantsAfter(localStart.subtract({ milliseconds: 1 }));
  return (after) => {
    const next = (after < from ? fromStart() : instantsAfter(localTimeOf(after, timeZone))).find((instant) => instant > after);
    return next && !(until && next > until) ? next : null;
  };
}

/** Computes the instants of a rule with COUNT once, on first use. */
function amongFirst(walk: () => Date[]): Recurrence {
  let counted: Date[] | undefined;
  return (after) => {
    counted ??= walk();
    return counted.find((instant) => instant > after) ?? null;
  };
}

type ToInstant = (local: LocalTime) => Date | null;

/**
 * Returns the first instants in one pass: a search for each of them would compute its period every time. If the library gives up
 * after many empty periods, the search continues from the last instant.
 */
const firstOf = (library: RRuleTemporal, start: LocalTime, count: number, toInstant: ToInstant, budget: Budget) => (): Date[] => {
  const found: Date[] = [];
  const horizon = horizonFrom(start);
  let last = start.subtract({ milliseconds: 1 });
  const take = ({ epochMilliseconds }: { epochMilliseconds: number }): boolean => {
    if (budget.isSpent() || epochMilliseconds >= horizon) return false;
    last = localTimeOf(new Date(epochMilliseconds), 'UTC');
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

function nextLocalTime(library: RRuleTemporal, after: LocalTime): LocalTime | null {
  try {
    const step = library.next(new Date(epochOf(after)));
    return step && localTimeOf(new Date(step.epochMilliseconds), 'UTC');
  } catch {
    return null; // the library has reached its limit
  }
}

/** Returns a local time as the library sees it: as if it were UTC. */
const epochOf = (local: LocalTime): number => local.toZonedDateTime('UTC').epochMilliseconds;

const horizonFrom = (local: LocalTime): number => epochOf(local) + HORIZON_MS;

/**
 * Adds the weekday of the start to a rule with BYWEEKNO and no day. The library loses the day in this case when the search starts in
 * the middle of the rule.
 */
const withDay = (steps: string, start: LocalTime): string =>
  /BYWEEKNO=/.test(steps) && !/BY(DAY|MONTHDAY|YEARDAY)=/.test(steps) ? `${steps};BYDAY=${weekdays[start.dayOfWeek - 1]}` : steps;

/** Parses a rule with the library. It knows which parts can be combined, and its messages can be shown. */
function parseWithLibrary(path: string, rruleString: string, start: LocalTime, candidates: number): RRuleTemporal {
  try {
    const dtstart = start.toZonedDateTime('UTC');
    const limits = { maxIterations: MAX_ITERATIONS, maxCandidateEvaluations: candidates, cache: false };
    return new RRuleTemporal({ rruleString, dtstart, strict: true, ...limits });
  } catch (error) {
    throw invalidParam(path, 'custom', (error as Error).message);
  }
}

/** Yields instants. Omits local times that a clock change skips, so they are not counted. */
function* instants(library: RRuleTemporal, from: LocalTime, toInstant: ToInstant, budget: Budget): Generator<Date> {
  const horizon = horizonFrom(from);
  for (let local = nextLocalTime(library, from); local && epochOf(local) < horizon; local = nextLocalTime(library, local)) {
    const instant = toInstant(local);
    if (instant) yield instant;
    if (budget.isSpent()) return;
  }
}
