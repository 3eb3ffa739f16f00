import type { Sql } from 'sql-template-tag';
import { Mistake } from './mistake.ts';
import type { Word } from './scanner.ts';

/** `json`: a value whose type is known only from its row, such as an attribute. It is compared with values of its own type. */
export type FieldType = 'text' | 'id' | 'time' | 'number' | 'boolean' | 'json';

/** A field for filters and sorting, and the SQL that reads it. The SQL never contains text of the caller. */
export type Field = { sql: Sql; type: FieldType; nullable?: true };

/**
 * A field of which a row has any number of values, such as its labels: a condition is true if one of them meets it. `sql` reads one value,
 * and `some` returns the condition that a value meets a condition. Rows cannot be sorted by it.
 */
export type ListField = Field & { some: (condition: Sql) => Sql };

/** Returns the field of a name behind the dot: the fields `attributes.*` are made from the attribute's name. */
export type NamedField = (name: string) => ListField;

export type Fields = Record<string, Field | ListField | NamedField>;

/** The PostgreSQL type to which bound values of a field type are cast. */
export const sqlTypes: Record<FieldType, string> = {
  text: 'text',
  id: 'uuid',
  time: 'timestamptz',
  number: 'numeric',
  boolean: 'boolean',
  json: 'jsonb',
};

export const isList = (field: Field): field is ListField => 'some' in field;

export function fieldNamed(fields: Fields, name: Word): Field | ListField {
  const own = Object.hasOwn(fields, name.text) ? fields[name.text] : undefined;
  if (own && typeof own !== 'function') return own;
  const dot = name.text.indexOf('.');
  const family = `${name.text.slice(0, dot)}.*`;
  const named = dot > 0 && Object.hasOwn(fields, family) ? fields[family] : undefined;
  if (typeof named === 'function') return named(name.text.slice(dot + 1));
  throw new Mistake(name.at, `there is no field ${name.text}; there are ${Object.keys(fields).join(' ')}`);
}

/** Returns a field to sort by. */
export function sortFieldNamed(fields: Fields, name: Word): Field {
  const field = fieldNamed(fields, name);
  if (isList(field)) throw new Mistake(name.at, `a row can have several values of ${name.text}, so it cannot be sorted by`);
  return field;
}
