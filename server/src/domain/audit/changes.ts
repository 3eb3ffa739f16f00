/** A field that an update changed, as the API returns it. */
export type Change = { field: string; from: unknown; to: unknown };

type Shown = Record<string, unknown>;

/** Fields that change with every update. */
const ALWAYS_NEW = new Set(['updatedAt']);
/** Longer values are replaced by their length. */
const LONGEST_VALUE = 2_000;
/** Replaces a value that the API never returns. */
const HIDDEN = '[hidden]';

/**
 * Returns the changed fields before and after, as the API returns them. Fields that were sent but are never returned, such as
 * secrets, appear with their name only.
 */
export function changesBetween(before: Shown, after: Shown, sent: unknown): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((field) => !ALWAYS_NEW.has(field));
  const seen = fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, from: short(before[field]), to: short(after[field]) }));
  return [...seen, ...unseen(before, after, sent)];
}

const short = (value: unknown): unknown => {
  if (value === undefined) return null;
  const { length } = JSON.stringify(value);
  return length > LONGEST_VALUE ? `[${length} characters of JSON]` : value;
};

/** Returns the sent fields that the API never returns, such as secrets in the settings of a channel. */
function unseen(before: Shown, after: Shown, sent: unknown): Change[] {
  return Object.entries(isObject(sent) ? sent : {}).flatMap(([field, values]) => {
    const shown = { ...objectIn(before[field]), ...objectIn(after[field]) };
    if (!isObject(values) || !(isObject(before[field]) || isObject(after[field]))) return [];
    return Object.entries(values)
      .filter(([name, value]) => value !== null && !(name in shown))
      .map(([name]) => ({ field: `${field}.${name}`, from: HIDDEN, to: HIDDEN }));
  });
}

const isObject = (value: unknown): value is Shown => typeof value === 'object' && value !== null && !Array.isArray(value);
const objectIn = (value: unknown): Shown => (isObject(value) ? value : {});
