import { usage } from './failure.ts';

const MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const AGO = /^(\d{1,6})([smhd])$/;
const FUTURE = /^\+(\d{1,6})([smhd])$/;

/** `2026-11-16T08:00:00Z`, or a while ago: `30s`, `10m`, `2h`, `7d`; or a while ahead: `+10m`. */
export function parseTime(text: string, option: string, now: Date): Date {
  const ago = AGO.exec(text);
  if (ago) return new Date(now.getTime() - msOf(ago));
  const ahead = FUTURE.exec(text);
  if (ahead) return new Date(now.getTime() + msOf(ahead));
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw usage(
      `${option} cannot be ${text}`,
      'give a time such as 2026-11-16T08:00:00Z, 10m or 2h for a while ago, or +10m for a while ahead',
    );
  return at;
}

const msOf = ([, amount, unit]: RegExpExecArray): number => Number(amount) * MS[unit as keyof typeof MS];

/** A time as people read it in a table: to the second, UTC. */
export const shortTime = (iso: string | null | undefined): string =>
  iso ? iso.replace('T', ' ').replace(/(\.\d+)?(Z|\+00:00)$/, '') : '-';
