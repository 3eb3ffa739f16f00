import type { Sql } from 'sql-template-tag';
import { Mistake } from './mistake.ts';
import type { Word } from './scanner.ts';

export type FieldType = 'text' | 'id' | 'time' | 'number' | 'boolean';

/** A field for filters and sorting, and the SQL that reads it. The SQL never contains text of the caller. */
export type Field = { sql: Sql; type: FieldType; nullable?: true };
export type Fields = Record<string, Field>;

/** The PostgreSQL type to which bound values of a field type are cast. */
export const sqlTypes: Record<FieldType, string> = {
  text: 'text',
  id: 'uuid',
  time: 'timestamptz',
  number: 'numeric',
  boolean: 'boolean',
};

export function fieldNamed(fields: Fields, name: Word): Field {
  if (Object.hasOwn(fields, name.text)) return fields[name.text] as Field;
  throw new Mistake(name.at, `there is no field ${name.text}; there are ${Object.keys(fields).join(' ')}`);
}
