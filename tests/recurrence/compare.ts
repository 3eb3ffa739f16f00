import type { instantsOf as InstantsOf } from '../../server/src/domain/campaigns/schedule/schedule.ts';
import { chanceOf } from '../simulation/chance.ts';
import { changesOf } from './clocks.ts';
import { randomSchedule } from './random-schedule.ts';
import { type Opinion, type RandomRule, type RandomSchedule, type Seen, secondOpinion } from './second.ts';

const LOOKED_AT = 30;

type Compared = { rules: number; zones: number; instants: number; gaps: number; folds: number; differences: string[] };

/** Compares random schedules. `stopAtFirst`: one difference is enough. */
export function compare(instantsOf: typeof InstantsOf, rules: number, seed: number, stopAtFirst = false): Compared {
  const zones = shuffled(Intl.supportedValuesOf('timeZone'), seed);
  const changing = zones.filter((zone) => changesOf(zone).length > 0);
  const used = new Set<string>();
  const seen: Seen = { gaps: 0, folds: 0 };
  const compared: Compared = { rules: 0, zones: 0, instants: 0, gaps: 0, folds: 0, differences: [] };
  for (let i = 0; i < rules; i++) {
    // Every zone there is in turn, and between them those alone whose clocks change.
    const turn = Math.floor(i / 2);
    const zone = (i % 2 === 0 ? zones[turn % zones.length] : changing[turn % changing.length]) ?? 'UTC';
    const schedule = randomSchedule(chanceOf(seed * 1_000_003 + i), zone);
    const opinion = secondOpinion(schedule, LOOKED_AT, seen);
    const difference = differenceOf(instantsOf, schedule, opinion);
    used.add(zone);
    compared.rules++;
    compared.instants += opinion.instants.length;
    if (difference) compared.differences.push(`rule ${i}: ${difference}`);
    if (difference && stopAtFirst) break;
  }
  return { ...compared, ...seen, zones: used.size };
}

/**
 * Compares all instants, the next instant after times between two of them, and the end. If a clock change repeats an hour between two, the
 * time of the change is tried too: its local time occurred an hour before.
 */
function differenceOf(instantsOf: typeof InstantsOf, random: RandomSchedule, { instants, isAll }: Opinion): string | null {
  const schedule = {
    scheduledAt: new Date(random.start),
    recurrenceRules: random.rules.map(textOf),
    timeZone: random.zone,
    missed: 'skip' as const,
  };
  const asked: { after: number; expected: number | null }[] = instants.flatMap((instant, i) => {
    const before = instants[i - 1] ?? random.start - 1_000;
    const moments = [before, instant - 1, Math.floor((before + instant) / 2), ...turnsBack(random.zone, before, instant)];
    return moments.map((after) => ({ after, expected: instant }));
  });
  if (isAll) asked.push({ after: instants.at(-1) ?? random.start - 1_000, expected: null });
  const next = instantsOf(schedule);
  for (const { after, expected } of asked) {
    const ours = next(new Date(after))?.getTime() ?? null;
    if (ours !== expected) return `${describe(schedule)} after ${iso(after)}: ours ${iso(ours)}, the other ${iso(expected)}`;
  }
  return null;
}

const turnsBack = (zone: string, from: number, to: number): number[] =>
  changesOf(zone).flatMap(({ at, isForward }) => (!isForward && from <= at && at < to ? [at] : []));

const textOf = ({ steps, count, until }: RandomRule): string =>
  [steps, ...(count === null ? [] : [`COUNT=${count}`]), ...(until === null ? [] : [`UNTIL=${until}`])].join(';');

const describe = (schedule: Parameters<typeof InstantsOf>[0]): string =>
  `${schedule.recurrenceRules.join(' and ')} from ${schedule.scheduledAt?.toISOString()} in ${schedule.timeZone}`;

const iso = (instant: number | null): string => (instant === null ? 'never' : new Date(instant).toISOString());

function shuffled<T>(items: T[], seed: number): T[] {
  const chance = chanceOf(seed);
  return items
    .map((item) => ({ item, key: chance.below(2 ** 30) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
