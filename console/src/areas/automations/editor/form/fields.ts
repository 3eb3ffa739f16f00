import type { Field, Schema } from '../../definition/schema.ts';
import { isTarget } from '../../definition/schema.ts';
import type { Source } from './use-choices.ts';

/** How a field is entered. It follows from its schema; only what an id refers to is told by the name. */
export type Kind =
  | { kind: 'target' }
  | { kind: 'reference'; source: Source }
  | { kind: 'person'; source: Source }
  | { kind: 'enum'; values: readonly string[] }
  | { kind: 'text'; isLong: boolean; isCode: boolean }
  | { kind: 'number' }
  /** A number, or a text with placeholders. */
  | { kind: 'numberOrText' }
  | { kind: 'scalar' }
  | { kind: 'list'; item: Schema }
  | { kind: 'group' }
  | { kind: 'record'; value: Schema };

const references: Record<string, Source> = {
  labelId: 'labels',
  templateId: 'templates',
  automationId: 'automations',
  businessHoursId: 'businessHours',
  channelId: 'channels',
  externalId: 'attributes',
  userId: 'users',
  teamId: 'teams',
};
const LONG = 1_000;
const code = ['if', 'conditions', 'url', 'body', 'saveAs', 'id'];

export function kindOf({ name, schema }: Field): Kind {
  if (isTarget(schema)) return { kind: 'target' };
  const source = references[name];
  if (source) return schema.anyOf ? { kind: 'person', source } : { kind: 'reference', source };
  if (schema.enum) return { kind: 'enum', values: schema.enum };
  if (schema.anyOf) return { kind: schema.anyOf.length > 2 ? 'scalar' : 'numberOrText' };
  if (schema.type === 'array') return { kind: 'list', item: schema.items ?? {} };
  if (schema.type === 'object')
    return typeof schema.additionalProperties === 'object'
      ? { kind: 'record', value: schema.additionalProperties }
      : { kind: 'group' };
  if (schema.type === 'integer' || schema.type === 'number') return { kind: 'number' };
  return { kind: 'text', isLong: (schema.maxLength ?? 0) >= LONG && name !== 'url', isCode: code.includes(name) };
}

/** What is stored when a text is cleared: nothing where the field may be left out, else the empty text. */
export const clearedText = ({ isRequired }: Field): '' | undefined => (isRequired ? '' : undefined);
