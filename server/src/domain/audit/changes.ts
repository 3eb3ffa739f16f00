/** One field that an update changed, as the API shows it. */
export type Change = { field: string; from: unknown; to: unknown };

type Shown = Record<string, unknown>;

/** Changes with every change, so they say nothing. */
const ALWAYS_NEW = new Set(['updatedAt']);
/** A definition or a long text is told by its length; the log is no second copy of everything. */
const LONGEST_VALUE = 2_000;
/** Stands for a value that the API never shows. */
const HIDDEN = '[hidden]';

/**
 * What a call changed of a thing: the fields that the API shows, before and after, and those that were sent but are never
 * shown, by name alone. Nothing that cannot be read through the API can get into the log this way.
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

/** A secret among the settings of a channel, say: it was set, and that is all anybody may know. */
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
