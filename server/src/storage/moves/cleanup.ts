import { deleteMemberships } from './accounts.store.ts';
import { deleteFiles } from './files.ts';
import { deleteMove, openArrived, type Queryable, reopen, selectMove } from './moves.store.ts';
import { dropPublication, dropSubscription } from './replication.store.ts';
import { copyRows, deleteBatch, withoutTriggers, withTriggers } from './rows.store.ts';
import { canCancel } from './steps.ts';
import type { TenantTable } from './tables.store.ts';
import type { MoveWork } from './work.ts';

/** Lets the tenant work in the target. The source refuses it already, so it works in one cell only. */
export async function flip({ target, tenantId, report, to }: MoveWork): Promise<'cleanup'> {
  await openArrived(target, tenantId);
  report(`the tenant is in ${to}`);
  return 'cleanup';
}

/** Ends the replication before the first row is deleted: it would delete the row in the target too. */
export async function cleanup(work: MoveWork): Promise<'done'> {
  const { source, target, tenantId, stores, tables } = work;
  await dropSubscription(target, tenantId);
  await dropPublication(source, tenantId);
  for (const table of tables.filter(({ name }) => name === 'request_log')) await copyRows(source, target, table, tenantId);
  if (stores) await deleteFiles(source, stores.source, tenantId);
  work.report(`deleted ${await deleteRows(source, tables, tenantId)} rows in the source`);
  return 'done';
}

/** Deletes all rows of the tenant from a cell, in batches. */
async function deleteRows(cell: Queryable, tables: TenantTable[], tenantId: string): Promise<number> {
  let deleted = 0;
  await withoutTriggers(cell);
  for (const table of tables.filter(({ name }) => name !== 'memberships')) {
    for (let batch = await deleteBatch(cell, table, tenantId); batch > 0; batch = await deleteBatch(cell, table, tenantId))
      deleted += batch;
  }
  await withTriggers(cell);
  await deleteMemberships(cell, tenantId);
  return deleted;
}

/** Undoes a move that has not reached its end: the tenant stays in the source, and the target forgets its rows. */
export async function cancelMove(work: MoveWork): Promise<void> {
  const { source, target, tenantId, stores, tables } = work;
  const move = await selectMove(source, tenantId);
  if (move?.direction !== 'out') throw new Error(`Tenant ${tenantId} is not moving from ${work.from}`);
  if (!canCancel(move.gate)) throw new Error(`The tenant has moved to ${move.cell}; to bring it back, move it from there`);
  await reopen(source, tenantId);
  await dropSubscription(target, tenantId);
  await dropPublication(source, tenantId);
  if ((await selectMove(target, tenantId))?.gate === 'arriving') {
    if (stores) await deleteFiles(target, stores.target, tenantId);
    await deleteRows(target, tables, tenantId);
    await deleteMove(target, tenantId);
  }
  await deleteMove(source, tenantId);
}
