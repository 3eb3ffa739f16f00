import { asServer } from './as-viewer.ts';
import { type Ctx, rows } from './context.ts';
import { SET_TENANT } from './tenant-statement.ts';

/**
 * Runs a part of a transaction as another owner: a tenant, or an account, whose tables have the same policy. For changes of a person that
 * must commit together with rows of their tenants, such as audit entries. Runs as the server: viewers have no rights on tables of accounts.
 */
export const asOwner = <T>(ctx: Ctx, ownerId: string, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  if (!ctx.db.transaction) throw new Error('asOwner needs a transaction around it');
  return asServer(ctx, async (ctx) => {
    const setOwner = (id: string) => rows(ctx, { ...SET_TENANT, values: [id] });
    await setOwner(ownerId);
    const result = await work({ ...ctx, tenantId: ownerId }); // after a failure, the rollback restores the owner
    await setOwner(ctx.tenantId);
    return result;
  });
};
