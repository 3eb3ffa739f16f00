import { cut } from './printable.ts';

/** The progress of a task. `total` is null while it is unknown. */
export type Progress = { done: number; total: number | null; ratePerSecond?: number; note?: string };

const BAR_COLUMNS = 24;
const SHARE_PER_LINE = 0.1;
const SECONDS_PER_LINE = 10;

export const shareOf = ({ done, total }: Progress): number | null =>
  total === null || total <= 0 ? null : Math.min(1, Math.max(0, done / total));

/** One line that changes: a title, a bar, counts, and when it will be over. */
export function barLine(title: string, progress: Progress, columns: number): string {
  const share = shareOf(progress);
  const filled = Math.floor((share ?? 0) * BAR_COLUMNS);
  const bar = `[${'█'.repeat(filled)}${'░'.repeat(BAR_COLUMNS - filled)}]`;
  return cut(`${title} ${bar} ${figures(progress, share)}`, Math.max(1, columns - 1));
}

/** The same for a log: no bar. */
export const plainLine = (title: string, progress: Progress): string => `${title} ${figures(progress, shareOf(progress))}`;

function figures(progress: Progress, share: number | null): string {
  const { done, total, ratePerSecond = 0, note = '' } = progress;
  const left = total === null || ratePerSecond <= 0 || done >= total ? null : Math.ceil((total - done) / ratePerSecond);
  return [
    total === null ? count(done) : `${count(done)}/${count(total)}`,
    share === null ? '' : `${Math.floor(share * 100)}%`,
    ratePerSecond > 0 ? `${count(Math.round(ratePerSecond))}/s` : '',
    left === null ? '' : `${duration(left)} left`,
    note,
  ]
    .filter((part) => part !== '')
    .join('  ');
}

export const count = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** In a log a line is worth it every tenth of the way, every ten seconds, and when the note changes. */
export function deservesLine(last: (Progress & { atMs: number }) | undefined, now: Progress & { atMs: number }): boolean {
  if (!last || last.note !== now.note) return true;
  if (now.done === last.done && now.total === last.total) return false;
  const step = Math.floor((shareOf(now) ?? 0) / SHARE_PER_LINE) - Math.floor((shareOf(last) ?? 0) / SHARE_PER_LINE);
  return step !== 0 || now.atMs - last.atMs >= SECONDS_PER_LINE * 1000;
}
