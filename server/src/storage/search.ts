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

/** One page of what a search found. `page` and `total` are absent on a walk by cursor, which never counts. */
export type Found<T> = { items: T[]; page: number | null; limit: number; total: number | null; nextCursor: string | null };

/** Where rows come from (the alias is the searchable's own) and what of them is read. */
export type SearchSource = { from: Sql; tenant: Sql; columns: Sql; searchable: Searchable; kept?: Kept };

/** Tables that the database keeps beside a large one: how many rows a tenant has, and every part of the text searched in. */
export type Kept = { totals: Sql; parts: Sql; rowId: Sql };

export async function search<T extends QueryResultRow>(
  ctx: Ctx,
  source: SearchSource,
  request: SearchRequest,
): Promise<Found<T>> {
  const plan = await planFor(ctx, source, request);
  const [total, page] = await Promise.all([
    plan.page === null ? null : countAll(ctx, source, plan),
    rows<T & { sort_values: (string | null)[] }>(ctx, pageStatement(ctx, source, plan)),
  ]);
  const items = page.slice(0, plan.limit);
  const last = page.length > plan.limit ? items.at(-1) : undefined;
  const nextCursor = last ? encodeCursor(plan.sortBy, last.sort_values) : null;
  return { items, page: plan.page, limit: plan.limit, total, nextCursor };
}

/** One row more than asked for tells whether there is a next page. */
const pageStatement = (ctx: Ctx, source: SearchSource, plan: SearchPlan): Sql =>
  sql`select ${source.columns}, array[${join(plan.keys.map((key) => sql`${key.field.sql}::${raw('text')}`))}] as sort_values
      from ${source.from}
      where ${source.tenant} = ${ctx.tenantId} and ${plan.where} and ${plan.after}
      order by ${plan.orderBy} limit ${plan.limit + 1} offset ${plan.offset}`;

/** So many ids are read quicker than rows are looked through in their order. */
const MOST_CANDIDATES = 1_000;
/** What the kept parts are cut to, and a text that comes after everything that begins with the one before it. */
const LONGEST_PART = 24;
const LAST_CHARACTER = '\u{10ffff}';

/** Where parts of texts are kept, a search for a rare one names the few rows to look at. */
async function planFor(ctx: Ctx, { searchable, kept }: SearchSource, request: SearchRequest): Promise<SearchPlan> {
  const asked = new Set<string>();
  const plan = planSearch(searchable, request, (part) => {
    asked.add(part);
    return undefined;
  });
  if (!kept || asked.size === 0) return plan;
  return planSearch(searchable, request, await candidatesFor(ctx, kept, [...asked]));
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
 * Between what lie the kept parts, which are in small letters and cut, that begin with a text. Made before the parts are
 * looked at: behind row-level security lower() may not be part of a condition that an index answers, a plain value may.
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

/** Where only a part of the text is asked for, and the kept parts are long enough to tell, the rows need not be looked at. */
function countBy(ctx: Ctx, source: SearchSource, { parts, rowId }: Kept, plan: SearchPlan): Sql {
  const part = plan.only?.part;
  if (!part || part.toLowerCase().length > LONGEST_PART) return countStatement(ctx, source, plan);
  return sql`select total from ${bounds(sql`unnest(${[part]}::text[])`)}, lateral (
        select count(distinct ${rowId})::int as total from ${parts}
        where tenant_id = ${ctx.tenantId} and part >= low and part < high offset 0) having_it`;
}

/** What was counted, by the state that it was counted in. A state never comes back, so what is here never grows wrong. */
const counted = new LRUCache<string, number>({ max: 5_000, maxSize: 4_000_000, sizeCalculation: (_, key) => key.length + 50 });

/** Without a filter the total is known. With one, rows are counted once for as long as none of the tenant's rows changes. */
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
