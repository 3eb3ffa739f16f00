import type { z } from 'zod';
import { shortened } from './errors.ts';
import { nearestName } from './nearest-name.ts';

type RawIssue = z.core.$ZodRawIssue;
type Of<Code extends RawIssue['code']> = Extract<RawIssue, { code: Code }>;

const MOST_LISTED = 30;

/** Known field names by the list of unknown ones: the validator offers no other link between the two. */
const takenInstead = new WeakMap<readonly string[], readonly string[]>();

/** Returns the message for a validation issue. Not called for schemas that have a message of their own. */
export function issueMessage(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${typeNames[issue.expected] ?? issue.expected}, not ${typeOf(issue.input)}`;
    case 'invalid_value':
      return oneOf(issue.values, issue.input);
    case 'too_big':
    case 'too_small':
      return size(issue);
    case 'invalid_format':
      return format(issue as Of<'invalid_format'>);
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return badKey(issue as Of<'invalid_key'>);
    case 'invalid_union':
      return union(issue as Of<'invalid_union'>);
    case 'unrecognized_keys':
      takenInstead.set(issue.keys, fieldsOf(issue));
      return 'There is no such parameter here';
    default:
      return 'This value is not allowed';
  }
}

/** Returns the message for an unknown parameter, with the name that was probably meant or the known names. */
export function unknownKeyMessage(key: string, keys: readonly string[]): string {
  const known = takenInstead.get(keys);
  if (known === undefined) return 'There is no such parameter here';
  if (known.length === 0) return 'There is no such parameter here; this takes none';
  const near = nearestName(key, known);
  if (near !== undefined) return `There is no such parameter here; did you mean ${near}?`;
  return `There is no such parameter here; there are ${listed(known)}`;
}

function fieldsOf(issue: RawIssue): readonly string[] {
  const def = (issue.inst as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def;
  return Object.keys(def?.shape ?? {});
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  date: 'a time',
};

function typeOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'number' && !Number.isInteger(input)) return `the number ${input}`;
  if (typeof input === 'boolean') return String(input);
  return { string: 'a string', number: 'a number', object: 'an object' }[typeof input as string] ?? 'this';
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `"${shortened(value)}"` : String(value));

const listed = (names: readonly unknown[]): string =>
  names.slice(0, MOST_LISTED).map(String).join(', ') + (names.length > MOST_LISTED ? ', …' : '');

function oneOf(values: readonly unknown[], input: unknown): string {
  if (values.length === 1) return `Must be ${quoted(values[0])}`;
  const texts = values.filter((value) => typeof value === 'string');
  const near = typeof input === 'string' ? nearestName(input, texts) : undefined;
  return `Must be one of ${listed(values.map(quoted))}${near === undefined ? '' : `; did you mean ${quoted(near)}?`}`;
}

const units: Record<string, string> = { string: 'characters', array: 'items', set: 'items', map: 'entries', file: 'bytes' };

function size(issue: Of<'too_big'> | Of<'too_small'>): string {
  const isBig = issue.code === 'too_big';
  const bound = isBig ? issue.maximum : issue.minimum;
  const unit = units[issue.origin];
  if (unit === undefined) return `Must be ${amount(issue, isBig)} ${bound}`;
  if (!isBig && bound === 1) return 'Must not be empty';
  return `Must have ${amount(issue, isBig)} ${bound} ${Number(bound) === 1 ? unit.replace(/ies$/, 'y').replace(/s$/, '') : unit}`;
}

function amount({ exact, inclusive = true }: Of<'too_big'> | Of<'too_small'>, isBig: boolean): string {
  if (exact) return 'exactly';
  if (inclusive) return isBig ? 'at most' : 'at least';
  return isBig ? 'less than' : 'more than';
}

const formats: Record<string, string> = {
  email: 'an email address, such as ada@example.com',
  url: 'a URL, such as https://example.com/path',
  uuid: 'an id (a UUID)',
  datetime: 'a time with its zone, such as 2026-11-02T09:15:00Z',
  date: 'a date, such as 2026-11-02',
  time: 'a time of day, such as 09:15:00',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  base64: 'base64',
};

function format(issue: Of<'invalid_format'> & { prefix?: string; suffix?: string; includes?: string }): string {
  if (issue.prefix !== undefined) return `Must start with ${quoted(issue.prefix)}`;
  if (issue.suffix !== undefined) return `Must end with ${quoted(issue.suffix)}`;
  if (issue.includes !== undefined) return `Must include ${quoted(issue.includes)}`;
  const known = formats[issue.format];
  if (known !== undefined) return `Must be ${known}`;
  return issue.pattern === undefined ? `Must be a valid ${issue.format}` : `Must match the pattern ${issue.pattern}`;
}

/** Returns the message for an invalid key. The path of the issue ends with the key. */
function badKey({ input, issues }: Of<'invalid_key'>): string {
  const [why] = issues;
  const words = why ? `: it ${why.message.replace(/^M/, 'm')}` : '';
  return `${quoted(input)} is not allowed as a key here${words}`;
}

/** Joins the messages of all alternatives; the validator itself says only that none of them matches. */
function union({
  options,
  errors,
  input,
  discriminator,
}: Of<'invalid_union'> & { options?: unknown; discriminator?: string }): string {
  if (Array.isArray(options) && discriminator !== undefined)
    return oneOf(options, (input as Record<string, unknown> | null | undefined)?.[discriminator]);
  const wants = errors.flatMap(([first]) =>
    first ? [first.path.length ? `${first.path.join('.')}: ${first.message}` : first.message] : [],
  );
  return wants.length === 0 ? 'This value is not allowed' : [...new Set(wants)].join('; or: ');
}
