import type { QueryResultRow } from 'pg';
import sql from 'sql-template-tag';
import { createBatcher } from './batcher.ts';
import { type Ctx, rows } from './context.ts';
import type { Statement } from './database.ts';

/** Rows per statement. A statement with more would delay the caller who asked for the first of them. */
const MOST_TOGETHER = 64;

/**
 * The list of ids in the statement of a lookup. PostgreSQL keeps a generic plan only if its estimated cost is not above that of a custom
 * plan. With `unnest($2)` and one id the custom plan is always cheaper, so the statement is planned at every execution; the planner cannot
 * estimate the length of `(select $2)`.
 */
export const wantedIds = sql`unnest((select $2::uuid[])) as wanted(id)`;

/**
 * Defines a lookup of rows by id. `statement` takes the tenant and an array of ids; its rows have an `id`. Lookups of one tenant that
 * arrive while another one runs share the next statement, so each reads what was committed before it was asked for. Inside a
 * transaction, and for a viewer, a lookup has a statement of its own: it sees what they see.
 */
export function createLookup<R extends QueryResultRow & { id: string }>(
  statement: (tenantId: string, ids: string[]) => Statement,
) {
  const select = (ctx: Ctx, ids: string[]): Promise<R[]> => rows<R>(ctx, statement(ctx.tenantId, ids));
  const shared = createBatcher<string, R | undefined>(async (ctx, ids) => {
    const byId = new Map((await select(ctx, [...new Set(ids)])).map((one) => [one.id, one]));
    return ids.map((id) => byId.get(id));
  }, MOST_TOGETHER);
  return async (ctx: Ctx, id: string): Promise<R | undefined> => {
    if (ctx.db.transaction || ctx.viewer) return (await select(ctx, [id]))[0];
    // The statement belongs to many callers: it is not cancelled when one of them leaves.
    return shared({ ...ctx, kind: 'read', departure: undefined }, id);
  };
}
