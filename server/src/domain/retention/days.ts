import { Failure, type InvalidParams } from '../../platform/errors.ts';
import type { Retention } from './retention.store.ts';

/** How long the installation keeps things, in days; 0 is for ever. */
export type Installation = { messageDays: number; eventDays: number };

/** A tenant may keep things for a shorter time than the installation, never for longer. */
export function checkDays(wanted: Retention, installation: Installation): void {
  const mistakes: InvalidParams = {};
  for (const field of ['messageDays', 'eventDays'] as const) {
    const [days, most] = [wanted[field], installation[field]];
    if (days !== null && most > 0 && days > most)
      mistakes[field] = {
        key: 'too_big',
        message: `This installation keeps them for ${most} days; a tenant can keep them for less, not for longer`,
      };
  }
  if (Object.keys(mistakes).length > 0) throw new Failure('invalid_body_params', { invalidParams: mistakes });
}

const DAY_MS = 86_400_000;

/** What is older than this goes; nothing where the tenant leaves it to the installation. */
export const goesBefore = (days: number | null, now: Date): Date | undefined =>
  days === null ? undefined : new Date(now.getTime() - days * DAY_MS);
