import { exitsOf } from './exits.ts';
import type { Draft, Step } from './types.ts';

export type StepChange = 'added' | 'removed' | 'changed' | 'same';
export type Comparison = {
  /** All steps of both: those of the newer definition, then what it no longer has. */
  steps: Step[];
  changes: ReadonlyMap<string, StepChange>;
  /** Dotted paths of the fields that differ, of changed steps. */
  fields: ReadonlyMap<string, string[]>;
  /** Ids of lines (`step path`) that only one of them has. */
  lines: ReadonlyMap<string, 'added' | 'removed'>;
  isTriggerChanged: boolean;
};

/** Compares two definitions by the ids of steps. Positions do not count. */
export function compareDrafts(older: Draft, newer: Draft): Comparison {
  const [before, after] = [byId(older), byId(newer)];
  const removed = older.steps.filter(({ id }) => !after.has(id));
  const changes = new Map<string, StepChange>(removed.map(({ id }) => [id, 'removed']));
  const fields = new Map<string, string[]>();
  for (const step of newer.steps) {
    const old = before.get(step.id);
    const differing = old ? differences(old, step) : [];
    changes.set(step.id, !old ? 'added' : differing.length > 0 ? 'changed' : 'same');
    if (differing.length > 0) fields.set(step.id, differing);
  }
  const isTriggerChanged =
    differences(older.trigger, newer.trigger).length > 0 ||
    older.isSingle !== newer.isSingle ||
    older.steps[0]?.id !== newer.steps[0]?.id;
  return { steps: [...newer.steps, ...removed], changes, fields, lines: lineChanges(older, newer), isTriggerChanged };
}

const byId = ({ steps }: Draft): ReadonlyMap<string, Step> => new Map(steps.map((step) => [step.id, step]));

function lineChanges(older: Draft, newer: Draft): Map<string, 'added' | 'removed'> {
  const [before, after] = [targets(older), targets(newer)];
  const added = [...after].filter(([line, target]) => before.get(line) !== target).map(([line]) => [line, 'added'] as const);
  const removed = [...before].filter(([line]) => !after.has(line)).map(([line]) => [line, 'removed'] as const);
  return new Map([...added, ...removed]);
}

const targets = ({ steps }: Draft): Map<string, string> =>
  new Map(
    steps.flatMap((step) =>
      exitsOf(step).flatMap(({ path, target }) => (target === undefined ? [] : [[`${step.id} ${path}`, target] as const])),
    ),
  );

/** Returns the dotted paths at which two values of JSON differ. A missing empty list or object equals an empty one. */
export function differences(a: unknown, b: unknown, prefix = ''): string[] {
  if (a === b) return [];
  if (!isObject(a) && !isObject(b)) return [prefix];
  if (!isEmptyOrObject(a) || !isEmptyOrObject(b)) return [prefix];
  const keys = [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])];
  return keys.flatMap((key) => differences(member(a, key), member(b, key), prefix === '' ? key : `${prefix}.${key}`));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isEmptyOrObject = (value: unknown): value is object | undefined => value === undefined || isObject(value);
const member = (value: object | undefined, key: string): unknown => (value as Record<string, unknown> | undefined)?.[key];
