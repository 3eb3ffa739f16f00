import { createHash } from 'node:crypto';

/** What people write in a file: everything that a push may change. */
export type Definition = {
  name: string;
  description: string | null;
  isSingle: boolean;
  trigger: Record<string, unknown>;
  steps: Record<string, unknown>[];
};

/** A definition in a file. A new file has no id yet. */
export type DefinitionFile = Definition & { id?: string; version?: number; revision?: string };

/** What a reader looks for first comes first, where a step goes next comes last; the rest by the alphabet. */
const FIRST = ['id', 'type', 'name'];
const LAST = ['next'];

function rank(key: string): number {
  if (FIRST.includes(key)) return FIRST.indexOf(key);
  return LAST.includes(key) ? FIRST.length + 1 : FIRST.length;
}

const byRank = (a: string, b: string): number => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0);

/** The same value with the keys of every object in one order, whatever order they came in. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(entries.toSorted(([a], [b]) => byRank(a, b)).map(([key, inner]) => [key, canonical(inner)]));
}

export const onlyDefinition = ({ name, description, isSingle, trigger, steps }: Definition): Definition => ({
  name,
  description,
  isSingle,
  trigger,
  steps,
});

/** Names what a file holds: it differs as soon as anything differs that a push could change. */
export const revisionOf = (definition: Definition): string =>
  createHash('sha256')
    .update(JSON.stringify(canonical(onlyDefinition(definition))))
    .digest('hex')
    .slice(0, 12);

/** The text of a file. Made again from the same definition it is the same, byte for byte. */
export function fileText(file: DefinitionFile): string {
  const { id, version, revision } = file;
  const head = {
    ...(id !== undefined && { id }),
    ...(version !== undefined && { version }),
    ...(revision !== undefined && { revision }),
  };
  const { name, description, isSingle, trigger, steps } = file;
  const body = { name, description, isSingle, trigger: canonical(trigger), steps: canonical(steps) };
  return `${JSON.stringify({ ...head, ...body }, null, 2)}\n`;
}
