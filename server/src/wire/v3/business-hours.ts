import { z } from 'zod';
import type { BusinessHours as DomainHours } from '../../domain/business-hours/index.ts';
import { id, isoTime, time } from './shapes.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Write a time of day as 09:30');
const interval = z.strictObject({ from: timeOfDay, until: timeOfDay });
const days = z.strictObject(
  Object.fromEntries(weekdays.map((day) => [day, z.array(interval).max(5)])) as Record<
    (typeof weekdays)[number],
    z.ZodArray<typeof interval>
  >,
);
const holiday = z.strictObject({ date: z.iso.date(), name: z.string().nullable() });

export const BusinessHours = z
  .strictObject({
    id,
    createdAt: time,
    updatedAt: time,
    name: z.string(),
    timeZone: z.string(),
    days: days.describe('The intervals of each weekday; none: closed.'),
    holidays: z.array(holiday).describe('Local dates on which it is closed.'),
  })
  .meta({ id: 'BusinessHours' });

export const toBusinessHours = (hours: DomainHours): z.infer<typeof BusinessHours> => ({
  id: hours.id,
  createdAt: isoTime(hours.createdAt),
  updatedAt: isoTime(hours.updatedAt),
  name: hours.name,
  timeZone: hours.timeZone,
  days: Object.fromEntries(weekdays.map((day) => [day, hours.days[day] ?? []])) as z.infer<typeof days>,
  holidays: hours.holidays,
});

const name = z.string().trim().min(1).max(100);
const timeZone = z.string().min(1).max(64);
const givenInterval = interval.refine(({ from, until }) => from < until, {
  path: ['until'],
  message: 'This ends before it begins; over midnight, end at 24:00 and begin the next day at 00:00',
});
const givenDays = z
  .strictObject(
    Object.fromEntries(weekdays.map((day) => [day, z.array(givenInterval).max(5).default([])])) as Record<
      (typeof weekdays)[number],
      z.ZodDefault<z.ZodArray<typeof givenInterval>>
    >,
  )
  .refine((days) => weekdays.some((day) => days[day].length > 0), 'Give the hours of at least one day');
const holidays = z
  .array(z.strictObject({ date: z.iso.date(), name: z.string().trim().min(1).max(100).nullable().default(null) }))
  .max(200);

export const BusinessHoursCreate = z.strictObject({ name, timeZone, days: givenDays, holidays: holidays.default([]) });
export const BusinessHoursUpdate = z.strictObject({
  name: name.optional(),
  timeZone: timeZone.optional(),
  days: givenDays.optional(),
  holidays: holidays.optional(),
});
