import type { types } from '@patchbay/sdk';

const HOUR_MS = 3_600_000;
export const HOURS = 24;

/** The last 24 hours up to the end of the current one. */
export const dayUntil = (now: Date): { from: string; to: string } => {
  const to = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS;
  return { from: new Date(to - HOURS * HOUR_MS).toISOString(), to: new Date(to).toISOString() };
};

export type Hour = { at: Date; deliveredPercent: number | null; medianMs: number | null; p95Ms: number | null };
export type Day = {
  hours: Hour[];
  deliveries: number;
  /** Of all deliveries of the day; null if there was none. */
  deliveredPercent: number | null;
  failed: number;
  pending: number;
  /** The latest hour with an attempt. */
  latest: { medianMs: number; p95Ms: number } | null;
};

type Period = types.DeliveryStatistics['periods'][number];

/** Puts the counted periods into 24 hours. Hours without deliveries have no values. */
export function toDay(periods: readonly Period[], from: string): Day {
  const byHour = new Map(periods.map((period) => [Math.floor(Date.parse(period.from) / HOUR_MS), period]));
  const first = Math.floor(Date.parse(from) / HOUR_MS);
  const hours = Array.from({ length: HOURS }, (_, index) => hourOf(byHour.get(first + index), (first + index) * HOUR_MS));
  const total = (field: 'deliveries' | 'succeeded' | 'failed' | 'pending') => periods.reduce((sum, one) => sum + one[field], 0);
  const timed = periods.findLast(({ medianMs }) => medianMs !== null);
  return {
    hours,
    deliveries: total('deliveries'),
    deliveredPercent: percent(total('succeeded'), total('deliveries')),
    failed: total('failed'),
    pending: total('pending'),
    latest: timed ? { medianMs: timed.medianMs ?? 0, p95Ms: timed.p95Ms ?? 0 } : null,
  };
}

const hourOf = (period: Period | undefined, at: number): Hour => ({
  at: new Date(at),
  deliveredPercent: period ? percent(period.succeeded, period.deliveries) : null,
  medianMs: period?.medianMs ?? null,
  p95Ms: period?.p95Ms ?? null,
});

const percent = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole);
