export type AttributeType =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'select'
  | 'multi_select'
  | 'url'
  | 'email'
  | 'phone';

const text = (value: unknown): value is string => typeof value === 'string' && value.length <= 4_096;
const matches = (pattern: RegExp) => (value: unknown) => text(value) && pattern.test(value);
const isTime = (value: unknown) =>
  text(value) && /^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));
const isDate = (value: unknown) => text(value) && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

/** The type of an attribute and the options of a select. */
export type Shape = { type: AttributeType; options: readonly string[] };

/** Returns whether the values come from a list of options. */
export const hasChoice = (type: AttributeType): boolean => type === 'select' || type === 'multi_select';

const rules: Record<AttributeType, { fits: (value: unknown) => boolean; wanted: string }> = {
  text: { fits: text, wanted: 'a text of at most 4096 characters' },
  number: { fits: (value) => typeof value === 'number', wanted: 'a number' },
  boolean: { fits: (value) => typeof value === 'boolean', wanted: 'true or false' },
  date: { fits: isDate, wanted: 'a date such as 2026-01-31' },
  datetime: { fits: isTime, wanted: 'a time such as 2026-01-31T12:00:00.000Z' },
  select: { fits: text, wanted: 'a text' },
  multi_select: { fits: (value) => Array.isArray(value) && value.length <= 100 && value.every(text), wanted: 'a list of texts' },
  url: { fits: (value) => text(value) && URL.canParse(value), wanted: 'a URL' },
  email: { fits: matches(/^[^\s@]+@[^\s@]+$/), wanted: 'an email address' },
  phone: { fits: matches(/^\+?[0-9 ().-]{5,24}$/), wanted: 'a phone number' },
};

/** Returns why a value does not have the type of the attribute, or undefined. */
export function misfit({ type, options }: Shape, value: unknown): string | undefined {
  if (!rules[type].fits(value)) return `This attribute takes ${rules[type].wanted}`;
  if (!hasChoice(type) || options.length === 0) return undefined;
  const chosen = Array.isArray(value) ? value : [value];
  if (chosen.every((one, i) => options.includes(one) && chosen.indexOf(one) === i)) return undefined;
  const listed = options.slice(0, LISTED).join(', ') + (options.length > LISTED ? ', …' : '');
  return `This attribute takes ${type === 'select' ? 'one' : 'some, each once,'} of ${listed}`;
}

/** An error message lists at most this many options. */
const LISTED = 20;

/**
 * Converts a text, as in a CSV file or in version 2, to a value of the type. Returns the text itself if it cannot be converted.
 */
export function fromText(type: AttributeType, text: string): unknown {
  switch (type) {
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'boolean':
      return { true: true, false: false }[text.trim().toLowerCase()] ?? text;
    case 'multi_select':
      return text.split(',').map((part) => part.trim());
    default:
      return text;
  }
}
