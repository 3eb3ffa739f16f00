import type { Rule } from './rule.ts';

/**
 * How many local times one period of a rule may have. Computing a rule takes time for each of them, and a shorter period says the
 * same: every hour of every working day is FREQ=WEEKLY, not FREQ=YEARLY.
 */
const MAX_COMBINATIONS = 5_000;

const CLOSEST_MINUTES = 5;

type Parts = Map<string, string[]>;

/** Returns why a rule is refused, from its parts alone, without computing instants; undefined if it is not. */
export function partsFault(rule: Rule): string | undefined {
  const parts: Parts = new Map(
    rule.steps.split(';').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return [name, [...new Set(value.split(','))]];
    }),
  );
  if (rule.count !== 1 && isTooClose(parts))
    return 'A campaign runs at most every five minutes; take values out of BYMINUTE or BYSECOND until they are that far apart';
  if (combinationsOf(parts) > MAX_COMBINATIONS)
    return `This rule has more than ${MAX_COMBINATIONS} times in one period; use a shorter FREQ, such as DAILY, or fewer values`;
  return undefined;
}

/** Returns whether the parts give instants too close together. With BYSETPOS or FREQ=MINUTELY the parts do not decide it. */
function isTooClose(parts: Parts): boolean {
  if (parts.has('BYSETPOS') || isFrequency(parts, 'MINUTELY')) return false;
  if (countOf(parts, 'BYSECOND') > 1) return true;
  const minutes = (parts.get('BYMINUTE') ?? []).map(Number).sort((a, b) => a - b);
  return minutes.some((minute, i) => i > 0 && minute - (minutes[i - 1] ?? 0) < CLOSEST_MINUTES);
}

/** Returns the maximum of local times in a period: its days times the times of a day. */
const combinationsOf = (parts: Parts): number => daysOf(parts) * timesOf(parts);

function timesOf(parts: Parts): number {
  const seconds = countOf(parts, 'BYSECOND');
  if (isFrequency(parts, 'MINUTELY')) return seconds;
  const minutes = countOf(parts, 'BYMINUTE');
  return isFrequency(parts, 'HOURLY') ? minutes * seconds : countOf(parts, 'BYHOUR') * minutes * seconds;
}

function daysOf(parts: Parts): number {
  const weekdays = countOf(parts, 'BYDAY');
  if (isFrequency(parts, 'WEEKLY')) return weekdays;
  if (isFrequency(parts, 'MONTHLY')) return parts.has('BYMONTHDAY') ? countOf(parts, 'BYMONTHDAY') : ofWeekdays(parts, 5);
  if (!isFrequency(parts, 'YEARLY')) return 1;
  if (parts.has('BYYEARDAY')) return countOf(parts, 'BYYEARDAY');
  const months = parts.has('BYMONTH') ? countOf(parts, 'BYMONTH') : 12;
  if (parts.has('BYMONTHDAY')) return months * countOf(parts, 'BYMONTHDAY');
  if (parts.has('BYWEEKNO')) return countOf(parts, 'BYWEEKNO') * weekdays;
  if (parts.has('BYDAY')) return parts.has('BYMONTH') ? months * ofWeekdays(parts, 5) : ofWeekdays(parts, 53);
  return countOf(parts, 'BYMONTH');
}

/** Counts the days of BYDAY: a plain weekday occurs in every week of the period, one with a number once. */
const ofWeekdays = (parts: Parts, weeks: number): number =>
  parts.get('BYDAY')?.reduce((days, day) => days + (/\d/.test(day) ? 1 : weeks), 0) ?? 1;

const countOf = (parts: Parts, name: string): number => parts.get(name)?.length ?? 1;

const isFrequency = (parts: Parts, frequency: string): boolean => parts.get('FREQ')?.[0] === frequency;
