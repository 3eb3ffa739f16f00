import { fieldsIn, fieldsOfStep, isTarget, type Schema } from './schema.ts';
import type { Draft, Step } from './types.ts';

const HOUR = 3_600;

/** What a new step begins with where the schema has no better answer than an empty text. */
const firstValues: Record<string, unknown> = {
  seconds: HOUR,
  timeoutSeconds: HOUR,
  saveAs: 'answer',
  rating: '{{variables.answer}}',
};

/** A step with every required field, so that a form shows what is to be filled in. */
export function newStep(type: string, id: string): Step {
  const fields = fieldsOfStep(type).filter(({ isRequired, schema }) => isRequired && !isTarget(schema));
  return { id, type, ...Object.fromEntries(fields.map(({ name, schema }) => [name, firstValues[name] ?? emptyValue(schema)])) };
}

/** The smallest value of a schema: what a new entry of a list, or a new field, begins with. */
export function emptyValue(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return emptyValue(schema.anyOf[0]);
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  if (schema.type === 'boolean') return false;
  if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => emptyValue(schema.items ?? {}));
  if (schema.type === 'object') return emptyObject(schema);
  return '';
}

function emptyObject(schema: Schema): Record<string, unknown> {
  const fields = fieldsIn(schema).filter(({ isRequired }) => isRequired);
  return Object.fromEntries(fields.map(({ name, schema }) => [name, emptyValue(schema)]));
}

/** An id that no step has: `ask`, `ask_2`. */
export function freeId({ steps }: Pick<Draft, 'steps'>, wanted: string): string {
  const taken = new Set(steps.map(({ id }) => id));
  let id = wanted;
  for (let number = 2; taken.has(id); number++) id = `${wanted}_${number}`;
  return id;
}
