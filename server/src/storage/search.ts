import type { QueryResultRow } from 'pg';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { encodeCursor, planSearch, type Searchable, type SearchPlan, type SearchRequest } from '../platform/search/index.ts';
import { type Ctx, row, rows } from './context.ts';

/** One page of what a search found. `page` and `total` are absent on a walk by cursor, which never counts. */
export type Found<T> = { items: T[]; page: number | null; limit: number; total: number | null; nextCursor: string | null };

/** Where rows come from (the alias is the searchable's own) and what of them is read. */
export type SearchSource = { from: Sql; tenant: Sql; columns: Sql; searchable: Searchable };

export async function search<T extends QueryResultRow>(
  ctx: Ctx,
  source: SearchSource,
  request: SearchRequest,
): Promise<Found<T>> {
  const plan = planSearch(source.searchable, request);
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

async function countAll(ctx: Ctx, source: SearchSource, plan: SearchPlan): Promise<number> {
  const counted = await row<{ total: number }>(
    ctx,
    sql`select count(*)::int as total from ${source.from} where ${source.tenant} = ${ctx.tenantId} and ${plan.where}`,
  );
  return counted?.total ?? 0;
}
