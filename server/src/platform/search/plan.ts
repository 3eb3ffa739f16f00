import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { Failure, type InvalidParams } from '../errors.ts';
import { decodeCursor } from './cursor.ts';
import { type Field, type Fields, fieldNamed, isList, sortFieldNamed, sqlTypes } from './fields.ts';
import { containsText, filterToSql, type TextMatch } from './filter-to-sql.ts';
import { Mistake } from './mistake.ts';
import { type Filter, parseFilter } from './parse-filter.ts';
import { parseSort } from './parse-sort.ts';
import type { Word } from './scanner.ts';

export type Paging = { page: number; limit: number; includeTotal?: boolean } | { cursor: string; limit: number };
export type SearchRequest = { query?: string; sortBy?: string; search?: string; pagination?: Paging };

/**
 * Defines a search: its fields, the text that `search` matches, and the default order. `searchBy` returns another condition for a searched
 * text that is no part of that text, such as a phone number.
 * `candidatesBy` is the column that candidates are ids of, if their texts are known to match; by default candidates are rows that may match.
 */
export type Searchable = {
  fields: Fields & { id: Field };
  searchIn: Sql;
  searchBy?: (part: string) => Sql | undefined;
  candidatesBy?: Sql;
  defaultSort: string;
};

export type OrderKey = { field: Field; direction: 'asc' | 'desc' };

/** Returns the ids of the rows that may contain this part of the searched text, or undefined when they are not known. */
export type Candidates = (part: string) => readonly string[] | 'many' | undefined;

/** A search as SQL fragments. All values of the caller are bound parameters. */
export type SearchPlan = {
  where: Sql;
  /** Set when the search has no filter (`part` is null) or only a text part. */
  only: { part: string | null } | null;
  after: Sql;
  orderBy: Sql;
  keys: OrderKey[];
  sortBy: string;
  limit: number;
  offset: number;
  page: number | null;
  /** Whether all rows are counted. */
  isCounted: boolean;
  /** Whether candidates replace the searched text. */
  isByCandidates: boolean;
};

const DEFAULT_PAGING = { page: 0, limit: 10 };

export function planSearch(searchable: Searchable, request: SearchRequest, candidates: Candidates = () => undefined): SearchPlan {
  const mistakes: InvalidParams = {};
  const attempt = <T>(param: string, fallback: T, read: () => T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      mistakes[param] = { key: 'custom', message: error.message };
      return fallback;
    }
  };
  const { query, search } = request;
  const match = amongCandidates(searchable, candidates);
  const sortBy = request.sortBy ?? searchable.defaultSort;
  const filter = attempt('query', empty, () => (query ? toSql(parseFilter(query), searchable.fields, match) : raw('true')));
  const keys = attempt('sortBy', [], () => orderKeys(sortBy, searchable.fields));
  const paging: Paging = request.pagination ?? DEFAULT_PAGING;
  const after = attempt('pagination.cursor', empty, () =>
    'cursor' in paging
      ? afterCursor(
          keys,
          decodeCursor(
            paging.cursor,
            sortBy,
            keys.map((key) => key.field.type),
          ),
        )
      : raw('true'),
  );
  if (Object.keys(mistakes).length > 0) throw new Failure('invalid_body_params', { invalidParams: mistakes });
  return {
    where: search ? sql`${filter} and ${searchable.searchBy?.(search) ?? match(searchable.searchIn, search, true)}` : filter,
    only: query ? null : { part: search || null },
    after,
    orderBy: join(keys.map(orderTerm)),
    keys,
    sortBy,
    limit: paging.limit,
    offset: 'page' in paging ? paging.page * paging.limit : 0,
    page: 'page' in paging ? paging.page : null,
    isCounted: 'page' in paging && paging.includeTotal !== false,
    isByCandidates: false,
  };
}

/** Each condition on a list of values is a subquery for every row that is left. */
const MOST_LIST_CONDITIONS = 10;

function toSql(filter: Filter, fields: Fields, match: TextMatch): Sql {
  const onLists = namesIn(filter).filter((name) => isList(fieldNamed(fields, name)));
  const tooMuch = onLists[MOST_LIST_CONDITIONS];
  if (tooMuch)
    throw new Mistake(
      tooMuch.at,
      `a query has at most ${MOST_LIST_CONDITIONS} conditions on labels, attributes and channel types`,
    );
  return filterToSql(filter, fields, match);
}

/** Returns the fields of a filter, in their order. */
function namesIn(filter: Filter): Word[] {
  if ('args' in filter) return filter.args.flatMap(namesIn);
  return 'arg' in filter ? namesIn(filter.arg) : [filter.field];
}

/**
 * Restricts a text match to the candidate rows, and still checks the text of each. With too many candidates, `coalesce` makes the
 * planner estimate half of all rows instead of very few (its estimate with row-level security), so that it reads rows in the order of
 * the page until the page is full.
 */
const amongCandidates =
  ({ fields, searchIn, candidatesBy }: Searchable, candidates: Candidates): TextMatch =>
  (text, part, anywhere) => {
    const ids = text === searchIn ? candidates(part) : undefined;
    const has = containsText(text, part, anywhere);
    if (ids === undefined) return has;
    if (ids === 'many') return sql`coalesce(${has}, false)`;
    return candidatesBy ? sql`(${candidatesBy} = any(${ids}::uuid[]))` : sql`(${fields.id.sql} = any(${ids}::uuid[]) and ${has})`;
  };

/** Adds the id as the last key, in the direction of the key before it, so that pages never overlap. */
function orderKeys(sortBy: string, fields: Searchable['fields']): OrderKey[] {
  const keys: OrderKey[] = parseSort(sortBy).map(({ direction, field }) => ({ direction, field: sortFieldNamed(fields, field) }));
  const last = keys.at(-1)?.direction ?? 'asc';
  return keys.some((key) => key.field === fields.id) ? keys : [...keys, { field: fields.id, direction: last }];
}

const orderTerm = ({ field, direction }: OrderKey): Sql =>
  sql`${field.sql} ${raw(direction)}${raw(field.nullable ? ' nulls last' : '')}`;

/**
 * Returns the condition for rows after the cursor: greater in the first key, or equal there and greater in the second, and so on.
 * Keys of one direction without nulls are compared as a row, so that an index in that order can be used.
 */
function afterCursor(keys: OrderKey[], values: (string | null)[]): Sql {
  const direction = keys[0]?.direction;
  if (keys.every((key) => key.direction === direction && !key.field.nullable)) {
    const [fields, bounds] = [keys.map((key) => key.field.sql), keys.map((key, i) => typed(key, values[i]))];
    return sql`((${join(fields)}) ${beyondIn[direction ?? 'asc']} (${join(bounds)}))`;
  }
  const alternatives = keys.map((key, i) => {
    const equal = keys
      .slice(0, i)
      .map((earlier, j) => sql`${earlier.field.sql} is not distinct from ${typed(earlier, values[j])}`);
    return sql`(${join([...equal, later(key, values[i])], ' and ')})`;
  });
  return sql`(${join(alternatives, ' or ')})`;
}

const beyondIn = { asc: raw('>'), desc: raw('<') };

function later(key: OrderKey, value: string | null | undefined): Sql {
  if (value === null || value === undefined) return raw('false'); // nulls come last: no row is after them
  const beyond = sql`${key.field.sql} ${beyondIn[key.direction]} ${typed(key, value)}`;
  return key.field.nullable ? sql`(${beyond} or ${key.field.sql} is null)` : beyond;
}

const typed = (key: OrderKey, value: string | null | undefined): Sql => sql`${value ?? null}::${raw(sqlTypes[key.field.type])}`;
