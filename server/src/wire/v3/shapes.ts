import { z } from 'zod';

/** A time in responses: ISO 8601, UTC, milliseconds. */
export const time = z.iso.datetime({ precision: 3 });
export const id = z.uuid();
/** An id in a request body. Any string is accepted; an invalid id is not found. */
export const idInput = z.string().min(1).max(200);
/** Ids of uploaded files in a request body. */
export const fileIdsInput = z.array(idInput).max(10);
/** A time in requests. */
export const timeInput = z.iso.datetime({ offset: true }).transform((value) => new Date(value));

/** The periods of statistics. */
export const periods = {
  from: timeInput,
  to: timeInput,
  bucket: z.enum(['hour', 'day']).default('hour'),
  timeZone: z.string().min(1).max(64).default('UTC'),
};

export const chatStatus = z.enum(['open', 'closed', 'snoozed']);

/** The types of attributes. */
export const attributeType = z.enum([
  'text',
  'number',
  'boolean',
  'date',
  'datetime',
  'select',
  'multi_select',
  'url',
  'email',
  'phone',
]);

const FREE_JSON_BYTES = 4_096;
/** A free JSON object of at most 4 KiB. */
export const freeObject = z
  .record(z.string(), z.unknown())
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= FREE_JSON_BYTES, 'At most 4 KiB of JSON');

export const isoTime = (value: Date): string => value.toISOString();
export const isoTimeOrNull = (value: Date | null): string | null => (value === null ? null : value.toISOString());

/** The body of an operation without parameters: missing or empty. */
export const NoBody = z.strictObject({});

export const DeleteResult = z
  .strictObject({ deletedIds: z.array(z.string()), notFoundIds: z.array(z.string()) })
  .meta({ id: 'DeleteResult' });
