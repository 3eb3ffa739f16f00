import type { types } from '@patchbay/sdk';
import type { Operator } from './conditions.ts';
import type { Literal } from './grammar.ts';

export type FieldKind = 'text' | 'label' | 'boolean' | 'number' | 'date' | 'time' | 'choice';

/** A field that contacts can be filtered by. `title` is null for the fields of every contact: their titles are translated. */
export type FilterField = { name: string; kind: FieldKind; title: string | null; options: string[] };

const builtIn: [name: string, kind: FieldKind][] = [
  ['labelId', 'label'],
  ['firstName', 'text'],
  ['lastName', 'text'],
  ['fullName', 'text'],
  ['phoneNumber', 'text'],
  ['email', 'text'],
  ['isSubscribed', 'boolean'],
  ['createdAt', 'time'],
  ['updatedAt', 'time'],
];

const kindOfAttribute: Record<types.Attribute['type'], FieldKind> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'time',
  select: 'choice',
  multi_select: 'choice',
  url: 'text',
  email: 'text',
  phone: 'text',
};

type AttributeField = Pick<types.Attribute, 'externalId' | 'name' | 'type' | 'options'>;

export const filterFields = (attributes: readonly AttributeField[]): FilterField[] => [
  ...builtIn.map(([name, kind]) => ({ name, kind, title: null, options: [] })),
  ...attributes.map(({ externalId, name, type, options }) => ({
    name: `attributes.${externalId}`,
    kind: kindOfAttribute[type],
    title: name,
    options,
  })),
];

const operatorsByKind: Record<FieldKind, readonly Operator[]> = {
  text: ['is', 'isNot', 'contains', 'doesNotContain', 'startsWith', 'isEmpty', 'isNotEmpty'],
  label: ['isOneOf', 'isNoneOf', 'isEmpty', 'isNotEmpty'],
  boolean: ['is', 'isNot'],
  number: ['is', 'isNot', 'atLeast', 'atMost', 'moreThan', 'lessThan', 'isEmpty', 'isNotEmpty'],
  date: ['is', 'atLeast', 'lessThan', 'isEmpty', 'isNotEmpty'],
  time: ['atLeast', 'lessThan'],
  choice: ['isOneOf', 'isNoneOf', 'isEmpty', 'isNotEmpty'],
};

export const operatorsOf = (kind: FieldKind): readonly Operator[] => operatorsByKind[kind];

/** Returns the values of a condition after its operator changed: those that the new operator can use. */
export function valuesFor(kind: FieldKind, operator: Operator, values: Literal[]): Literal[] {
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return [];
  if (operator === 'isOneOf' || operator === 'isNoneOf') return values.filter((value) => value !== '');
  return values.length > 0 ? values.slice(0, 1) : [kind === 'boolean' ? true : ''];
}
