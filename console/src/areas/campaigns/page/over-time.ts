import type { types } from '@patchbay/sdk';

type Period = types.CampaignTimeline['periods'][number];

export const timelineKeys = ['sent', 'delivered', 'read', 'replied', 'failed'] as const;
export type TimelineKey = (typeof timelineKeys)[number];

/** Sums over time: what was known at each moment, from zero at the start. Seconds since 1970. */
export type OverTime = { times: number[]; values: Record<TimelineKey, number[]> };

/** Returns running sums of the periods. The value of a period is known at its end; the last one has not ended yet. */
export function overTime(periods: readonly Period[], startedAt: string, now: number): OverTime {
  const step = stepOf(periods);
  const start = Math.floor(Date.parse(startedAt) / 1_000);
  const times = [start];
  const values = Object.fromEntries(timelineKeys.map((key) => [key, [0]])) as Record<TimelineKey, number[]>;
  for (const period of periods) {
    const end = Math.min(Date.parse(period.from) / 1_000 + step, Math.floor(now / 1_000));
    times.push(Math.max(end, (times.at(-1) ?? start) + 1));
    for (const key of timelineKeys) values[key].push((values[key].at(-1) ?? 0) + period[key]);
  }
  return { times, values };
}

/** Periods are quarter hours or days. Those without any count are left out. */
function stepOf(periods: readonly Period[]): number {
  const starts = periods.map(({ from }) => Date.parse(from) / 1_000);
  const gaps = starts.slice(1).map((at, i) => at - (starts[i] ?? at));
  return Math.min(...gaps, starts.length > 1 ? 86_400 : 900);
}

export const totalsOf = (periods: readonly Period[]): Record<TimelineKey, number> =>
  Object.fromEntries(timelineKeys.map((key) => [key, periods.reduce((sum, one) => sum + one[key], 0)])) as Record<
    TimelineKey,
    number
  >;
