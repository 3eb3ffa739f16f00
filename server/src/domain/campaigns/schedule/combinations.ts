import type { Rule } from './rule.ts';

/**
 * So many wall times one period of a rule may hold. Working out a rule takes time for each of them, and whoever needs more says
 * the same with a shorter period: every hour of every working day is FREQ=WEEKLY, not FREQ=YEARLY.
 */
const MOST_COMBINATIONS = 5_000;

const CLOSEST_MINUTES = 5;

type Parts = Map<string, string[]>;

/** Why a rule cannot be taken, as far as its parts alone tell, before any of its instants is worked out; or nothing. */
export function partsFault(rule: Rule): string | undefined {
  const parts: Parts = new Map(
    rule.steps.split(';').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return [name, [...new Set(value.split(','))]];
    }),
  );
  if (rule.count !== 1 && isTooClose(parts))
    return 'A campaign runs at most every five minutes; take values out of BYMINUTE or BYSECOND until they are that far apart';
  if (combinationsOf(parts) > MOST_COMBINATIONS)
    return `This rule has more than ${MOST_COMBINATIONS} times in one period; use a shorter FREQ, such as DAILY, or fewer values`;
  return undefined;
}

/** BYSETPOS picks some of the times, and beside FREQ=MINUTELY the parts only leave minutes out: these cannot be told by the parts. */
function isTooClose(parts: Parts): boolean {
  if (parts.has('BYSETPOS') || isFrequency(parts, 'MINUTELY')) return false;
  if (countOf(parts, 'BYSECOND') > 1) return true;
  const minutes = (parts.get('BYMINUTE') ?? []).map(Number).sort((a, b) => a - b);
  return minutes.some((minute, i) => i > 0 && minute - (minutes[i - 1] ?? 0) < CLOSEST_MINUTES);
}

/** How many wall times a period can hold at most: its days times the times of a day. */
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

/** A plain weekday stands for every week of the period, one with a number for a single day. */
const ofWeekdays = (parts: Parts, weeks: number): number =>
  parts.get('BYDAY')?.reduce((days, day) => days + (/\d/.test(day) ? 1 : weeks), 0) ?? 1;

const countOf = (parts: Parts, name: string): number => parts.get(name)?.length ?? 1;

const isFrequency = (parts: Parts, frequency: string): boolean => parts.get('FREQ')?.[0] === frequency;
