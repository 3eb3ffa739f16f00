import { type Ctx, rows } from './context.ts';
import { APP_ROLE } from './database.ts';
import { SET_VIEWER, type Viewer, viewerValues } from './viewer.ts';

/**
 * Returns the context without its viewer, for reads whose result the viewer does not get. Outside a transaction only: in one, the role
 * changes for all statements; see `asServer`.
 */
export function unrestricted(ctx: Ctx): Ctx {
  if (ctx.viewer && ctx.db.transaction) throw new Error('unrestricted cannot change the role of a transaction; use asServer');
  return { ...ctx, viewer: undefined };
}

/**
 * Runs work of a transaction in the name of the server, and then goes on as the viewer. For what a viewer causes without seeing it: a chat
 * that is given away. The caller has checked that the viewer may. No other statement of the transaction may run at the same time.
 */
export const asServer = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> => inRoleOf(ctx, undefined, work);

/** Runs work of a job in the name of the viewer who caused it; without a viewer as the server. */
export const asViewer = <T>(ctx: Ctx, viewer: Viewer | undefined, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inRoleOf(ctx, viewer, work);

async function inRoleOf<T>(ctx: Ctx, viewer: Viewer | undefined, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.viewer === viewer) return work(ctx);
  const inside = { ...ctx, viewer };
  if (!ctx.db.transaction) return work(inside);
  await switchTo(ctx, viewer);
  let result: T;
  try {
    result = await work(inside);
  } catch (error) {
    // After an error of a statement this fails too; a rollback to a savepoint, or of the transaction, brings the role back.
    await switchTo(inside, ctx.viewer).catch(() => undefined);
    throw error;
  }
  await switchTo(inside, ctx.viewer);
  return result;
}

const switchTo = (ctx: Ctx, viewer: Viewer | undefined) =>
  rows(ctx, {
    text: SET_VIEWER,
    values: viewer ? viewerValues(viewer) : ['', '', APP_ROLE],
  });
