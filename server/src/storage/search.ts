import { LRUCache } from 'lru-cache';
import type { QueryResultRow } from 'pg';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import {
  type Candidates,
  encodeCursor,
  planSearch,
  type Searchable,
  type SearchPlan,
  type SearchRequest,
} from '../platform/search/index.ts';
import { type Ctx, row, rows } from './context.ts';

/** One page of search results. `page` and `total` are null with a cursor, which does not count. `total` is also null if it was not asked for. */
export type Found<T> = { items: T[]; page: number | null; limit: number; total: number | null; nextCursor: string | null };

/**
 * The tables and columns of a search. `candidates` finds the rows that contain parts of the searched text, by an index; `rowsFrom` is the
 * one table that is then enough to find the rows of a page.
 */
export type SearchSource = {
  from: Sql;
  tenant: Sql;
  columns: Sql;
  searchable: Searchable;
  kept?: Kept;
  candidates?: FindCandidates;
  rowsFrom?: Sql;
};

export type FindCandidates = (ctx: Ctx, parts: string[]) => Promise<Candidates>;

/** Tables that triggers maintain beside a large table: the number of rows per tenant, and the parts of the searched text. */
export type Kept = { totals: Sql; parts: Sql; rowId: Sql };

export async function search<T extends QueryResultRow>(
  ctx: Ctx,
  wanted: SearchSource,
  request: SearchRequest,
): Promise<Found<T>> {
  // Stored totals and parts are those of the whole tenant.
  const { kept: _, ...withoutTotals } = wanted;
  const source = ctx.viewer ? withoutTotals : wanted;
  const plan = await planFor(ctx, source.searchable, candidatesOf(source), request);
  const [total, page] = await Promise.all([
    plan.isCounted ? countAll(ctx, source, plan) : null,
    rows<T & { sort_values: (string | null)[] }>(ctx, pageStatement(ctx, source, plan)),
  ]);
  const items = page.slice(0, plan.limit);
  const last = page.length > plan.limit ? items.at(-1) : undefined;
  const nextCursor = last ? encodeCursor(plan.sortBy, last.sort_values) : null;
  return { items, page: plan.page, limit: plan.limit, total, nextCursor };
}

/** Reads one row more than the limit, to know whether there is a next page. */
function pageStatement(ctx: Ctx, source: SearchSource, plan: SearchPlan): Sql {
  const selected = sql`${source.columns}, array[${join(plan.keys.map((key) => sql`${key.field.sql}::${raw('text')}`))}] as sort_values`;
  const page = sql`where ${source.tenant} = ${ctx.tenantId} and ${plan.where} and ${plan.after}
      order by ${plan.orderBy} limit ${plan.limit + 1} offset ${plan.offset}`;
  if (!source.rowsFrom || !plan.isByCandidates) return sql`select ${selected} from ${source.from} ${page}`;
  const id = source.searchable.fields.id.sql;
  return sql`select ${selected} from (select ${id} as hit_id from ${source.rowsFrom} ${page}) hit, ${source.from}
      where ${source.tenant} = ${ctx.tenantId} and ${id} = hit.hit_id order by ${plan.orderBy}`;
}

/** Up to this many candidate ids are faster than reading rows in the order of the page. */
const MOST_CANDIDATES = 1_000;
/** The length of stored parts, and the character that ends a prefix range. */
const LONGEST_PART = 24;
const LAST_CHARACTER = '\u{10ffff}';

const candidatesOf = ({ kept, candidates }: SearchSource): FindCandidates | undefined =>
  kept ? (ctx, parts) => candidatesFor(ctx, kept, parts) : candidates;

/** Plans a search. With an index of the searched text, a search for a rare part names its candidate rows. */
export async function planFor(
  ctx: Ctx,
  searchable: Searchable,
  find: FindCandidates | undefined,
  request: SearchRequest,
): Promise<SearchPlan> {
  const asked = new Set<string>();
  const plan = planSearch(searchable, request, (part) => {
    asked.add(part);
    return undefined;
  });
  if (!find || asked.size === 0) return plan;
  const candidates = await find(ctx, [...asked]);
  const isByCandidates = [...asked].every((part) => Array.isArray(candidates(part)));
  return { ...planSearch(searchable, request, candidates), isByCandidates };
}

async function candidatesFor(ctx: Ctx, { parts, rowId }: Kept, asked: string[]): Promise<Candidates> {
  const found = await rows<{ asked: string; ids: string[] }>(
    ctx,
    sql`select asked, ids from ${bounds(sql`unnest(${asked}::text[])`)}, lateral (select array(
          select ${rowId} from ${parts} where tenant_id = ${ctx.tenantId} and part >= low and part < high
          limit ${MOST_CANDIDATES + 1}) as ids offset 0) named
        where cardinality(ids) <= ${MOST_CANDIDATES}`,
  );
  const few = new Map(found.map(({ asked, ids }) => [asked, ids]));
  return (part) => few.get(part) ?? 'many';
}

/**
 * Returns the range of stored parts (lower case, shortened) that begin with a text. Computed in a subquery: with row-level security
 * an index can be used for a plain value, but not for a condition with lower().
 */
const bounds = (texts: Sql): Sql =>
  sql`(select asked, left(lower(asked), ${LONGEST_PART}) as low, left(lower(asked), ${LONGEST_PART}) || ${LAST_CHARACTER} as high
       from ${texts} asked offset 0) bounds`;

async function countAll(ctx: Ctx, source: SearchSource, plan: SearchPlan): Promise<number> {
  if (source.kept) return countOnce(ctx, source, source.kept, plan);
  const counted = await row<{ total: number }>(ctx, countStatement(ctx, source, plan));
  return counted?.total ?? 0;
}

const countStatement = (ctx: Ctx, source: SearchSource, plan: SearchPlan): Sql =>
  sql`select count(*)::int as total from ${source.from} where ${source.tenant} = ${ctx.tenantId} and ${plan.where}`;

/** Counts in the stored parts when the search has only a text part that is not longer than they are. */
function countBy(ctx: Ctx, source: SearchSource, { parts, rowId }: Kept, plan: SearchPlan): Sql {
  const part = plan.only?.part;
  if (!part || part.toLowerCase().length > LONGEST_PART) return countStatement(ctx, source, plan);
  return sql`select total from ${bounds(sql`unnest(${[part]}::text[])`)}, lateral (
        select count(distinct ${rowId})::int as total from ${parts}
        where tenant_id = ${ctx.tenantId} and part >= low and part < high offset 0) having_it`;
}

/** Totals by the state of the tenant's rows. A state never recurs, so entries never become wrong. */
const counted = new LRUCache<string, number>({ max: 5_000, maxSize: 4_000_000, sizeCalculation: (_, key) => key.length + 50 });

/** Returns the stored total of a search without a filter. With one, counts once per state of the tenant's rows. */
async function countOnce(ctx: Ctx, source: SearchSource, kept: Kept, plan: SearchPlan): Promise<number> {
  const { totals } = kept;
  const known = await row<{ total: number; state: string }>(
    ctx,
    sql`select total, state from ${totals} where tenant_id = ${ctx.tenantId}`,
  );
  if (!known || plan.only?.part === null) return known?.total ?? 0;
  const { text, values } = plan.where;
  const keyIn = (state: string) => JSON.stringify([state, text, values]);
  const before = counted.get(keyIn(known.state));
  if (before !== undefined) return before;
  const now = await row<{ total: number; state: string }>(
    ctx,
    sql`select counted.total, known.state from (${countBy(ctx, source, kept, plan)}) counted, ${totals} known
        where known.tenant_id = ${ctx.tenantId}`,
  );
  if (now) counted.set(keyIn(now.state), now.total);
  return now?.total ?? 0;
}
