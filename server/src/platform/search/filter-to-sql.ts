import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { isId } from '../ids.ts';
import { type Field, type Fields, fieldNamed, isList, type ListField, sqlTypes } from './fields.ts';
import { Mistake } from './mistake.ts';
import type { Comparison, Filter } from './parse-filter.ts';
import type { Literal, Value, Word } from './scanner.ts';
import { toTime } from './time.ts';

const operators = { gt: raw('>'), gte: raw('>='), lt: raw('<'), lte: raw('<=') };
const FALSE = raw('false');

/** Returns SQL that matches a part of a text. Callers with an index provide a faster one. */
export type TextMatch = (text: Sql, part: string, anywhere: boolean) => Sql;

/** Translates a filter to two-valued SQL: a comparison with null is false, and not(...) of it is true. */
export function filterToSql(filter: Filter, fields: Fields, match: TextMatch = containsText): Sql {
  switch (filter.fn) {
    case 'and':
    case 'or': {
      const parts = filter.args.map((arg) => filterToSql(arg, fields, match));
      return sql`(${join(parts, filter.fn === 'and' ? ' and ' : ' or ')})`;
    }
    case 'not':
      return sql`(${filterToSql(filter.arg, fields, match)} is not true)`;
    default: {
      const field = fieldNamed(fields, filter.field);
      return isList(field) ? someValue(filter, field, match) : condition(filter, field, match);
    }
  }
}

type Condition = Exclude<Filter, { fn: 'and' | 'or' | 'not' }>;

/** Of a row with several values, one must meet the condition. `ne` is the opposite of `eq`: no value is equal. */
function someValue(filter: Condition, field: ListField, match: TextMatch): Sql {
  const isNothing = filter.fn === 'isNull' || ('value' in filter && filter.value.value === null);
  if (isNothing && filter.fn !== 'eq' && filter.fn !== 'ne' && filter.fn !== 'isNull') return condition(filter, field, match);
  if (isNothing) return filter.fn === 'ne' ? field.some(raw('true')) : sql`(not ${field.some(raw('true'))})`;
  if (filter.fn === 'ne') return sql`(not ${field.some(condition({ ...filter, fn: 'eq' }, field, match))})`;
  return field.some(condition(filter, field, match));
}

function condition(filter: Condition, field: Field, match: TextMatch): Sql {
  switch (filter.fn) {
    case 'isNull':
      return sql`(${field.sql} is null)`;
    case 'in':
      return oneOf(filter.field, filter.values, field);
    case 'contains':
    case 'startsWith':
      return textMatch(filter.fn, filter.field, filter.value, field, match);
    default:
      return comparison(filter.fn, filter.field, filter.value, field);
  }
}

function oneOf(name: Word, values: Value[], field: Field): Sql {
  const bound = values.map((value) => bind(value, field, name)).filter((part) => part !== empty);
  return bound.length === 0 ? FALSE : sql`(${field.sql} in (${join(bound)}))`;
}

type TextComparison = 'contains' | 'startsWith';

function comparison(fn: Exclude<Comparison, TextComparison>, name: Word, value: Value, field: Field): Sql {
  if (value.value === null) {
    if (fn === 'eq') return sql`(${field.sql} is null)`;
    if (fn === 'ne') return sql`(${field.sql} is not null)`;
    throw new Mistake(value.at, `${fn} needs something to compare with, not null`);
  }
  const bound = bind(value, field, name);
  if (fn === 'eq') return bound === empty ? FALSE : sql`(${field.sql} = ${bound})`;
  if (fn === 'ne') return bound === empty ? raw('true') : sql`(${field.sql} is distinct from ${bound})`;
  if (bound === empty) return FALSE;
  const compared = sql`(${field.sql} ${operators[fn]} ${bound})`;
  // JSON has an order across types: every text is less than every number.
  return field.type === 'json' ? sql`(jsonb_typeof(${field.sql}) = ${typeof value.value} and ${compared})` : compared;
}

function textMatch(fn: TextComparison, name: Word, { value, at }: Value, field: Field, match: TextMatch): Sql {
  if (field.type !== 'text' && field.type !== 'json')
    throw new Mistake(name.at, `${fn} works on text; ${name.text} is a ${field.type}`);
  if (typeof value !== 'string') throw new Mistake(at, `${fn} needs a text in double quotes`);
  const text = field.type === 'json' ? sql`(${field.sql} #>> '{}')` : field.sql;
  return value.includes('\0') ? FALSE : match(text, value, fn === 'contains');
}

/** Returns SQL for a case-insensitive substring (or prefix) match. % and _ of the caller are literal. */
export function containsText(text: Sql, part: string, anywhere: boolean): Sql {
  const pattern = `${anywhere ? '%' : ''}${part.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(${text} ilike ${pattern})`;
}

/** Returns a value as a bound parameter of the field's type, or `empty` when no row can have it (a text that is no id). */
function bind({ value, at }: Value, field: Field, name: Word): Sql {
  const wrong = (wanted: string) => new Mistake(at, `${name.text} is compared with ${wanted}`);
  switch (field.type) {
    case 'id':
      if (typeof value !== 'string') throw wrong('an id in double quotes');
      return isId(value) ? cast(value, field) : empty;
    case 'text':
      if (typeof value !== 'string') throw wrong('a text in double quotes');
      if (value.includes('\0')) return empty;
      return cast(value, field);
    case 'time':
      return cast(timeOf(value) ?? fail(wrong('a time such as "2026-01-31T12:00:00.000Z"')), field);
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong('a number');
      // Cast to the type of most columns, so that an index can be used.
      return isInt4(value) ? sql`${value}::int` : cast(value, field);
    case 'boolean':
      if (typeof value !== 'boolean') throw wrong('true or false');
      return cast(value, field);
    case 'json':
      if (value === null || (typeof value === 'number' && !Number.isFinite(value)))
        throw wrong('a text, a number, true or false');
      return isStorable(value) ? cast(JSON.stringify(value), field) : empty;
    default:
      return field.type satisfies never;
  }
}

/** PostgreSQL has no JSON text with a zero byte or half of a surrogate pair. */
const isStorable = (value: Literal): boolean => typeof value !== 'string' || (!value.includes('\0') && value.isWellFormed());

const isInt4 = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 2 ** 31;

const cast = (value: Literal, field: Field): Sql => sql`${value}::${raw(sqlTypes[field.type])}`;

const timeOf = (value: Literal): string | undefined => (typeof value === 'string' ? toTime(value) : undefined);

const fail = (mistake: Mistake): never => {
  throw mistake;
};
