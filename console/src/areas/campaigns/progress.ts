import type { types } from '@patchbay/sdk';

type Counts = types.CampaignCounts;
type Statistics = types.CampaignStatistics;

/** What a `campaign.progress` event carries. */
export type Progress = {
  id: string;
  status: types.Campaign['status'];
  runId: string;
  counts: Counts;
  ratePerSecond: number;
  estimatedEndAt: string | null;
};

/** Returns the number of recipients in a final state. */
export const doneOf = ({ sent, failed, unknown, skipped, cancelled }: Counts): number =>
  sent + failed + unknown + skipped + cancelled;

/** Returns the recipients that the campaign tries to reach: all but those who were skipped. */
export const plannedOf = ({ recipients, skipped }: Counts): number => recipients - skipped;

/** Returns a share in percent, without a fraction that rounds to 100 before everything is done. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((part / whole) * 100));

/** Returns the statistics with the counts of an event, which is newer. Errors are counted by the server only. */
export function withProgress(statistics: Statistics, { runId, counts, ratePerSecond, estimatedEndAt }: Progress): Statistics {
  if (!statistics.runs.some(({ id }) => id === runId)) return statistics;
  const runs = statistics.runs.map((run) => (run.id === runId ? { ...run, counts, ratePerSecond, estimatedEndAt } : run));
  return { ...statistics, runs, counts: sumOf(runs.map((run) => run.counts)) };
}

const keys = [
  'recipients',
  'planned',
  'queued',
  'sent',
  'failed',
  'unknown',
  'skipped',
  'cancelled',
  'delivered',
  'read',
] as const;

export const sumOf = (all: readonly Counts[]): Counts =>
  Object.fromEntries(keys.map((key) => [key, all.reduce((sum, counts) => sum + counts[key], 0)])) as Counts;

export type LedTone = 'sent' | 'failed' | 'unknown' | 'cancelled' | 'waiting';

/** Returns the lamps of the progress bar. A state with few recipients gets one lamp as long as it has any. */
export function ledsOf(counts: Counts, size: number): LedTone[] {
  const whole = plannedOf(counts);
  const parts: [LedTone, number][] = [
    ['failed', counts.failed],
    ['unknown', counts.unknown],
    ['cancelled', counts.cancelled],
  ];
  if (whole === 0) return Array.from({ length: size }, () => 'waiting');
  const marked = parts.map(([tone, n]) => [tone, n === 0 ? 0 : Math.max(1, Math.floor((n / whole) * size))] as const);
  const waitingOf = counts.planned + counts.queued;
  const waiting = waitingOf === 0 ? 0 : Math.max(1, Math.floor((waitingOf / whole) * size));
  const others = marked.reduce((sum, [, n]) => sum + n, 0);
  const sent = Math.max(0, size - others - waiting);
  const leds = [...fill('sent', sent), ...marked.flatMap(([tone, n]) => fill(tone, n)), ...fill('waiting', waiting)];
  return leds.slice(0, size);
}

const fill = (tone: LedTone, length: number): LedTone[] => Array.from({ length }, () => tone);
