import sql, { join, type Sql } from 'sql-template-tag';
import type { Ctx } from './context.ts';

/** The `set` list of an update: a column for each value that was given (null is a value, undefined is not), and the time of the change. */
export const assignments = (ctx: Ctx, columns: [value: unknown, assignment: Sql][]): Sql => {
  const given = columns.filter(([value]) => value !== undefined).map(([, assignment]) => assignment);
  return join([...given, sql`updated_at = ${ctx.clock.now()}`]);
};
