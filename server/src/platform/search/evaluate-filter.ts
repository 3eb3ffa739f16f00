import { Mistake } from './mistake.ts';
import { type Comparison, type Filter, parseFilter } from './parse-filter.ts';
import type { Literal, Value, Word } from './scanner.ts';
import { toTime } from './time.ts';

/** JSON data that a condition reads by paths such as contact.attributes.plan. */
export type Data = Readonly<Record<string, unknown>>;

/** Parses a condition in the filter language. Throws a Mistake. */
export const parseCondition = (text: string): Filter => parseFilter(text, 'condition');

/** Returns the error message of a condition, or undefined. With `roots`, every path must begin with one of them. */
export function checkCondition(text: string, roots?: readonly string[]): string | undefined {
  try {
    refuse(parseCondition(text), roots);
    return undefined;
  } catch (error) {
    if (error instanceof Mistake) return error.message;
    throw error;
  }
}

/**
 * Returns whether a condition is true. As in searches, a comparison with null is false and not(...) of it is true; contains and
 * startsWith ignore case. A list matches if a member does. Never throws: values that cannot be compared are unequal.
 */
export function evaluateFilter(filter: Filter, data: Data): boolean {
  switch (filter.fn) {
    case 'and':
      return filter.args.every((arg) => evaluateFilter(arg, data));
    case 'or':
      return filter.args.some((arg) => evaluateFilter(arg, data));
    case 'not':
      return !evaluateFilter(filter.arg, data);
    case 'isNull':
      return valueAt(data, filter.field.text) === null;
    case 'in':
      return filter.values.some(({ value }) => holds('eq', valueAt(data, filter.field.text), value));
    default:
      return holds(filter.fn, valueAt(data, filter.field.text), filter.value.value);
  }
}

/** Returns the value at a path, or null. Reads own properties only, never inherited ones. */
export function valueAt(data: Data, path: string): unknown {
  let value: unknown = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Data)[name];
  }
  return value ?? null;
}

function holds(fn: Comparison, datum: unknown, literal: Literal): boolean {
  if (fn === 'ne') return !holds('eq', datum, literal);
  return Array.isArray(datum) ? datum.some((one) => meets(fn, one, literal, true)) : meets(fn, datum, literal, false);
}

function meets(fn: Exclude<Comparison, 'ne'>, datum: unknown, literal: Literal, isMember: boolean): boolean {
  switch (fn) {
    case 'eq':
      return literal === null ? (datum ?? null) === null : order(datum, literal) === 0;
    case 'gt':
      return (order(datum, literal) ?? 0) > 0;
    case 'gte':
      return (order(datum, literal) ?? -1) >= 0;
    case 'lt':
      return (order(datum, literal) ?? 0) < 0;
    case 'lte':
      return (order(datum, literal) ?? 1) <= 0;
    case 'contains':
      return matchText(datum, literal, (text, part) => (isMember ? text === part : text.includes(part)));
    case 'startsWith':
      return matchText(datum, literal, (text, part) => text.startsWith(part));
    default:
      fn satisfies never;
      return false;
  }
}

const matchText = (datum: unknown, literal: Literal, test: (text: string, part: string) => boolean): boolean =>
  typeof datum === 'string' && typeof literal === 'string' && test(datum.toLowerCase(), literal.toLowerCase());

/** Returns a number below, equal to or above 0, as in sorting, or undefined when the two cannot be compared. */
function order(datum: unknown, literal: Literal): number | undefined {
  const [a, b] = alike(datum instanceof Date ? timeText(datum) : datum, literal);
  if (a === null || b === null || typeof a !== typeof b) return undefined;
  if (a < b) return -1;
  if (a > b) return 1;
  return a === b ? 0 : undefined;
}

/**
 * Converts both sides to the type of the data. Two times compare as times, in any zone. A number compares with a numeric text, because
 * the replies of contacts are texts.
 */
function alike(datum: unknown, literal: Literal): [Literal, Literal] {
  if (typeof datum === 'string' && typeof literal === 'string') {
    const [time, otherTime] = [toTime(datum), toTime(literal)];
    return time !== undefined && otherTime !== undefined ? [Date.parse(time), Date.parse(otherTime)] : [datum, literal];
  }
  if (typeof datum === 'string' && typeof literal === 'number') return [toNumber(datum), literal];
  if (typeof datum === 'number' && typeof literal === 'string') return [datum, toNumber(literal)];
  return typeof datum === 'number' || typeof datum === 'boolean' ? [datum, literal] : [null, literal];
}

const toNumber = (text: string): number | null => (/^\s*-?\d{1,40}(\.\d{1,40})?\s*$/.test(text) ? Number(text) : null);

const timeText = (at: Date): string | null => (Number.isNaN(at.getTime()) ? null : at.toISOString());

function refuse(filter: Filter, roots: readonly string[] | undefined): void {
  switch (filter.fn) {
    case 'and':
    case 'or':
      for (const arg of filter.args) refuse(arg, roots);
      return;
    case 'not':
      refuse(filter.arg, roots);
      return;
    case 'isNull':
    case 'in':
      refuseField(filter.field, roots);
      return;
    default:
      refuseField(filter.field, roots);
      refuseValue(filter.fn, filter.value);
  }
}

function refuseField({ text, at }: Word, roots: readonly string[] | undefined): void {
  if (roots?.includes(text.split('.', 1)[0] ?? '') === false)
    throw new Mistake(at, `there is no ${text} here; begin with one of ${roots.join(' ')}`);
}

function refuseValue(fn: Comparison, { value, at }: Value): void {
  if ((fn === 'contains' || fn === 'startsWith') && typeof value !== 'string')
    throw new Mistake(at, `${fn} needs a text in double quotes`);
  if (value === null && fn !== 'eq' && fn !== 'ne') throw new Mistake(at, `${fn} needs something to compare with, not null`);
}
