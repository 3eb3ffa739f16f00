import type { Chance } from '../simulation/chance.ts';
import { type Change, changesOf, wallAt } from './clocks.ts';
import { type RandomRule, type RandomSchedule, secondOpinion } from './second.ts';

const DAY_MS = 86_400_000;
const FROM = Date.UTC(2024, 0, 1);
const UNTIL = Date.UTC(2034, 0, 1);
const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A random schedule in a time zone, mostly with times of day of its clock changes, shortly before them. */
export function randomSchedule(chance: Chance, zone: string): RandomSchedule {
  const changes = chance.happens(0.75) ? changesOf(zone) : [];
  const change = changes.length > 0 ? chance.pick(changes) : null;
  const start = change ? startNear(chance, change.at) : Math.floor(chance.between(FROM, UNTIL) / 60_000) * 60_000;
  const hour = change ? hourOf(change, zone) : new Date(wallAt(start, zone)).getUTCHours();
  const hours = [hour, hour, (hour + 1) % 24, (hour + 23) % 24];
  const rules = Array.from({ length: chance.happens(0.2) ? 2 : 1 }, () => randomRule(chance, hours, zone, start));
  return { rules, zone, start: start + (chance.happens(0.1) ? chance.below(1000) : 0) };
}

/** The hour that is skipped, or occurs twice. */
const hourOf = ({ at, isForward }: Change, zone: string): number =>
  new Date(isForward ? wallAt(at - 1_000, zone) + 1_000 : wallAt(at, zone)).getUTCHours();

/** On the day of the change, or some days before, at about the time of day of the change. */
function startNear(chance: Chance, change: number): number {
  const daysBefore = chance.pick([0, 0, 1, 1, 2, 7, 14, 28]);
  const aside = chance.pick([-90, -60, -45, -30, -15, 0, 0, 15, 20, 30, 45, 60]) * 60_000;
  return change - daysBefore * DAY_MS + aside;
}

function randomRule(chance: Chance, hours: number[], zone: string, start: number): RandomRule {
  const frequency = chance.pick(['YEARLY', 'MONTHLY', 'WEEKLY', 'WEEKLY', 'DAILY', 'DAILY', 'HOURLY', 'MINUTELY']);
  const parts = [`FREQ=${frequency}`, ...partsOf[frequency as keyof typeof partsOf](chance, hours)];
  if (chance.happens(0.15)) parts.push(`WKST=${chance.pick(days)}`);
  const rule = { steps: parts.join(';'), count: null, until: null };
  if (chance.happens(0.3)) return { ...rule, count: 1 + chance.below(30) };
  return chance.happens(0.35) ? { ...rule, until: randomEnd(chance, rule, zone, start) } : rule;
}

/** One of the three forms, at one of the instants of the rule or close to it. */
function randomEnd(chance: Chance, rule: RandomRule, zone: string, start: number): string {
  const { instants } = secondOpinion({ rules: [rule], zone, start }, 1 + chance.below(20), { gaps: 0, folds: 0 });
  const end = (instants.at(-1) ?? start + DAY_MS) + chance.pick([0, 0, 0, -1_000, 3_600_000]);
  const text = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const local = text(wallAt(end, zone)).slice(0, 15);
  return chance.pick([text(end), local, local.slice(0, 8)]);
}

const several = <T>(chance: Chance, most: number, make: () => T): string =>
  [...new Set(Array.from({ length: 1 + chance.below(most) }, make))].join(',');

const place = (chance: Chance, most: number): number => (1 + chance.below(most)) * (chance.happens(0.3) ? -1 : 1);

/** Hours and minutes around the clock change. */
function timesOfDay(chance: Chance, hours: number[]): string[] {
  const parts: string[] = [];
  if (chance.happens(0.5))
    parts.push(`BYHOUR=${several(chance, 3, () => (chance.happens(0.7) ? chance.pick(hours) : chance.below(24)))}`);
  if (chance.happens(0.35)) parts.push(`BYMINUTE=${several(chance, 2, () => chance.pick([0, 15, 30, 45, chance.below(60)]))}`);
  if (chance.happens(0.1)) parts.push(`BYSECOND=${several(chance, 2, () => chance.below(60))}`);
  return parts;
}

const interval = (chance: Chance, most: number): string[] => (chance.happens(0.45) ? [`INTERVAL=${2 + chance.below(most)}`] : []);
const months = (chance: Chance): string => `BYMONTH=${several(chance, 4, () => 1 + chance.below(12))}`;
const weekdays = (chance: Chance, most = 3): string => `BYDAY=${several(chance, most, () => chance.pick(days))}`;
const monthDays = (chance: Chance): string => `BYMONTHDAY=${several(chance, 3, () => place(chance, 31))}`;
const nthDays = (chance: Chance, most: number): string =>
  `BYDAY=${several(chance, 2, () => `${place(chance, most)}${chance.pick(days)}`)}`;
/** BYSETPOS, such as the last working day: only with another part. */
const position = (chance: Chance): string => `BYSETPOS=${several(chance, 2, () => place(chance, 3))}`;
const workdays = 'BYDAY=MO,TU,WE,TH,FR';

const partsOf = {
  YEARLY: (chance: Chance, hours: number[]) => [
    ...interval(chance, 3),
    ...chance.pick([
      () => [],
      () => [months(chance)],
      () => [months(chance), monthDays(chance)],
      () => [months(chance), nthDays(chance, 4)],
      () => [nthDays(chance, 50)],
      () => [`BYYEARDAY=${several(chance, 3, () => place(chance, 366))}`],
      () => [`BYWEEKNO=${several(chance, 3, () => place(chance, 52))}`],
      () => [`BYWEEKNO=${several(chance, 3, () => place(chance, 53))}`, weekdays(chance)],
      () => [months(chance), workdays, position(chance)],
    ])(),
    ...timesOfDay(chance, hours),
  ],
  MONTHLY: (chance: Chance, hours: number[]) => [
    ...interval(chance, 5),
    ...chance.pick([
      () => [],
      () => [monthDays(chance)],
      () => [nthDays(chance, 4)],
      () => [weekdays(chance)],
      () => [weekdays(chance), monthDays(chance)],
      () => [workdays, position(chance)],
    ])(),
    ...timesOfDay(chance, hours),
  ],
  WEEKLY: (chance: Chance, hours: number[]) => [
    ...interval(chance, 4),
    ...chance.pick([
      () => [],
      () => [weekdays(chance)],
      () => [months(chance), weekdays(chance)],
      () => [workdays, position(chance)],
    ])(),
    ...timesOfDay(chance, hours),
  ],
  DAILY: (chance: Chance, hours: number[]) => [
    ...interval(chance, 6),
    ...chance.pick([() => [], () => [], () => [weekdays(chance)], () => [months(chance)], () => [monthDays(chance)]])(),
    ...timesOfDay(chance, hours),
  ],
  /** An interval that shares a divisor with the day never meets some hours, and the second implementation would search without end. */
  HOURLY: (chance: Chance, hours: number[]) =>
    chance.pick([
      () => interval(chance, 30),
      () => [
        ...(chance.happens(0.5) ? [`INTERVAL=${chance.pick([5, 7, 11])}`] : []),
        `BYHOUR=${several(chance, 4, () => chance.pick(hours))}`,
      ],
      () => [`BYMINUTE=${several(chance, 3, () => chance.below(60))}`, ...(chance.happens(0.5) ? [weekdays(chance, 5)] : [])],
    ])(),
  MINUTELY: (chance: Chance, hours: number[]) =>
    chance.pick([
      () => [`INTERVAL=${chance.pick([5, 7, 10, 15, 20, 30, 45, 60, 90, 1440])}`],
      () => [`INTERVAL=${chance.pick([7, 11, 13])}`, `BYHOUR=${several(chance, 3, () => chance.pick(hours))}`],
      () => [`INTERVAL=${chance.pick([5, 15])}`, weekdays(chance, 5)],
    ])(),
};
