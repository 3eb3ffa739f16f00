import { Failure, type InvalidParams } from '../../platform/errors.ts';
import type { Retention } from './retention.store.ts';

/** The retention of the installation in days; 0 is unlimited. */
export type Installation = { messageDays: number; eventDays: number };

/** Throws if a tenant wants a longer retention than the installation has. */
export function checkDays(wanted: Retention, installation: Installation): void {
  const mistakes: InvalidParams = {};
  for (const field of ['messageDays', 'eventDays'] as const) {
    const [days, most] = [wanted[field], installation[field]];
    if (days !== null && most > 0 && days > most)
      mistakes[field] = {
        key: 'too_big',
        message: `This installation stores them for ${most} days; a tenant can choose fewer days, not more`,
      };
  }
  if (Object.keys(mistakes).length > 0) throw new Failure('invalid_body_params', { invalidParams: mistakes });
}

const DAY_MS = 86_400_000;

/** Returns the time before which rows are deleted; undefined if the tenant set no retention. */
export const cutoff = (days: number | null, now: Date): Date | undefined =>
  days === null ? undefined : new Date(now.getTime() - days * DAY_MS);
