import type { Kind } from '../environment.ts';
import { type KnobName, type Knobs, knobTable } from './knobs.ts';

const names = Object.keys(knobTable) as KnobName[];

/** Kinds whose providers put one update in a callback. */
const ALONE = { maxUpdates: 1, waitMs: 0 };

export function defaultKnobs(kind: Kind, seed: number): Knobs {
  const knobs = Object.fromEntries(names.map((name) => [name, fallbackOf(kind, name)])) as Knobs;
  return { ...knobs, seed, ...(knobTable.batch.kinds.includes(kind) ? {} : { batch: ALONE }) };
}

/** What an account of this kind may be asked to change: its own knobs, each also null for "as at first". */
export function knobsSchema(kind: Kind): Record<string, unknown> {
  const properties = Object.fromEntries(
    namesFor(kind).map((name) => [name, { anyOf: [knobTable[name].schema, { type: 'null' }] }]),
  );
  return { type: 'object', properties, additionalProperties: false };
}

/** A knob is replaced whole; parts of it that are left out stand as at first. */
export function withChanges(kind: Kind, knobs: Knobs, changes: Record<string, unknown>): Knobs {
  const changed = Object.entries(changes).map(([name, value]) => {
    const fallback = fallbackOf(kind, name as KnobName);
    return [name, value === null ? fallback : filledUp(value, fallback)];
  });
  return { ...knobs, ...Object.fromEntries(changed) };
}

/** The knobs an account of this kind has, with where they stand. */
export const shownKnobs = (kind: Kind, knobs: Knobs) => Object.fromEntries(namesFor(kind).map((name) => [name, knobs[name]]));

export const describeKnobs = (kind: Kind) =>
  namesFor(kind).map((name) => ({ name, description: knobTable[name].about, default: fallbackOf(kind, name) }));

export const namesFor = (kind: Kind): KnobName[] => names.filter((name) => knobTable[name].kinds.includes(kind));

function fallbackOf(kind: Kind, name: KnobName): unknown {
  const { per, fallback } = knobTable[name];
  return structuredClone(per?.[kind] ?? fallback);
}

function filledUp(value: unknown, fallback: unknown): unknown {
  const both = [value, fallback].every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
  return both ? { ...(fallback as object), ...(value as object) } : value;
}
