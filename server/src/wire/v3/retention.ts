import { z } from 'zod';
import type { Retention as DomainRetention } from '../../domain/retention/index.ts';

const MOST_DAYS = 36_500;
const days = z.int().min(1).max(MOST_DAYS).nullable();

/** `installation` is the default of the installation; null means unlimited. */
export const Retention = z
  .strictObject({ messageDays: days, eventDays: days, installation: z.strictObject({ messageDays: days, eventDays: days }) })
  .meta({ id: 'Retention' });

export const RetentionSet = z.strictObject({ messageDays: days, eventDays: days });

type Installation = { messageDays: number; eventDays: number };

export const toRetention = (
  { messageDays, eventDays }: DomainRetention,
  installation: Installation,
): z.infer<typeof Retention> => ({
  messageDays,
  eventDays,
  installation: { messageDays: installation.messageDays || null, eventDays: installation.eventDays || null },
});
