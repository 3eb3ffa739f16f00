import { type Field, fieldsIn, fieldsOfStep, isTarget } from './schema.ts';
import type { Exit, Step } from './types.ts';

const cache = new WeakMap<Step, Exit[]>();

/** The exits of a step in the order of its schema. Steps never change, so each is examined once. */
export function exitsOf(step: Step): Exit[] {
  const known = cache.get(step) ?? findExits(step, fieldsOfStep(step.type), '', step.id);
  cache.set(step, known);
  return known;
}

/** Exits are fields that name a step, and such fields in the entries of lists. */
function findExits(value: Record<string, unknown>, fields: readonly Field[], prefix: string, stepId: string): Exit[] {
  return fields.flatMap(({ name, schema }) => {
    const inner = value[name];
    const path = `${prefix}${name}`;
    if (isTarget(schema)) return [{ stepId, path, target: typeof inner === 'string' ? inner : undefined }];
    if (!schema.items?.properties || !Array.isArray(inner)) return [];
    const entryFields = fieldsIn(schema.items);
    return inner.flatMap((entry, index) => findExits(entry as Record<string, unknown>, entryFields, `${path}.${index}.`, stepId));
  });
}
