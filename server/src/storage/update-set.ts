import sql, { join, type Sql } from 'sql-template-tag';
import type { Ctx } from './context.ts';

/** Returns the `set` list of an update: an assignment for each value that is not undefined, and `updated_at`. */
export const assignments = (ctx: Ctx, columns: [value: unknown, assignment: Sql][]): Sql => {
  const given = columns.filter(([value]) => value !== undefined).map(([, assignment]) => assignment);
  return join([...given, sql`updated_at = ${ctx.clock.now()}`]);
};
