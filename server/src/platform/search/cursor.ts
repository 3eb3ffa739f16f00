import { invalidParam } from '../errors.ts';
import { isId, NIL_ID } from '../ids.ts';
import type { FieldType } from './fields.ts';
import { Mistake } from './mistake.ts';
import { toTime } from './time.ts';

/** Encodes the sort order and the sort values of the last row. Opaque to callers. */
export const encodeCursor = (sortBy: string, values: (string | null)[]): string =>
  Buffer.from(JSON.stringify([sortBy, ...values])).toString('base64url');

/** Returns the sort values. Checks each against the type of its sort key: a cursor is untrusted input. */
export function decodeCursor(cursor: string, sortBy: string, types: FieldType[]): (string | null)[] {
  const [madeFor, ...values] = readArray(cursor);
  const read = values.map((value, i) => readValue(value, types[i]));
  if (madeFor !== sortBy || values.length !== types.length || read.includes(undefined)) {
    throw new Mistake(
      null,
      'This cursor does not belong to this search; use nextCursor of the previous page with the same sortBy',
    );
  }
  return read as (string | null)[];
}

/** Returns the id that a cursor of a list in the order of ids holds, in lower case. Throws a failure that names `param`. */
export function readCursor(cursor: string, sortBy: string, param: string): string {
  try {
    return decodeCursor(cursor, sortBy, ['id'])[0]?.toLowerCase() ?? NIL_ID;
  } catch (error) {
    if (error instanceof Mistake) throw invalidParam(param, 'custom', error.message);
    throw error;
  }
}

/** A number as PostgreSQL writes it. `Number()` also accepts 0x10 and 1e-400000, which PostgreSQL rejects. */
const NUMBER = /^-?\d{1,400}(?:\.\d{1,400})?(?:e[+-]?\d{1,3})?$/;

function readValue(value: unknown, type: FieldType | undefined): string | null | undefined {
  if (value === null) return null;
  if (typeof value !== 'string' || value.includes('\0')) return undefined;
  switch (type) {
    case 'id':
      return isId(value) ? value : undefined;
    case 'time':
      return toTime(value) === undefined ? undefined : value; // as PostgreSQL wrote it: it has microseconds
    case 'number':
      return NUMBER.test(value) ? value : undefined;
    case 'boolean':
      return value === 'true' || value === 'false' ? value : undefined;
    case 'json':
      return undefined; // nothing is sorted by it
    default:
      return value;
  }
}

function readArray(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
