import { copySigningKeys, selectConflicts } from './accounts.store.ts';
import { insertIncoming, insertOutgoing, type Queryable, selectMove } from './moves.store.ts';
import { selectServerState } from './replication.store.ts';
import { refusalOfMove } from './steps.ts';
import { createPartition, hasTenant, selectMigrations, selectPartitions } from './tables.store.ts';
import type { MoveWork } from './work.ts';

/** Checks everything that would stop the move later, and writes the move into both cells. */
export async function begin(work: MoveWork): Promise<void> {
  const { source, target, tenantId, from, to } = work;
  const [inSource, inTarget] = [await selectMove(source, tenantId), await selectMove(target, tenantId)];
  const refusal = refusalOfMove(inSource, inTarget, to);
  if (refusal) throw new Error(refusal);
  if (inSource?.direction === 'out') return; // it goes on
  if (!(await hasTenant(source, tenantId))) throw new Error(`There is no tenant ${tenantId} in ${from}`);
  await requireServers(work);
  if (await hasTenant(target, tenantId))
    throw new Error(`${to} has rows of tenant ${tenantId} already; a tenant is in one cell only`);
  await requireOwnAccounts(work);
  await insertOutgoing(source, tenantId, to);
}

const SPARE_SLOTS = 10;

async function requireServers({ source, target, from, to, tables }: MoveWork): Promise<void> {
  for (const [name, cell] of [
    [from, source],
    [to, target],
  ] as [string, Queryable][])
    if (!(await selectServerState(cell)).isSuperuser)
      throw new Error(
        `The login of ${name} is no superuser: set DATABASE_OWNER_URL to one. Replication reads rows of all policies`,
      );
  if ((await selectServerState(source)).walLevel !== 'logical')
    throw new Error(`PostgreSQL of ${from} has another wal_level: set wal_level = logical and restart it`);
  const needed = tables.length + SPARE_SLOTS;
  if ((await selectServerState(target)).slots < needed)
    throw new Error(
      `PostgreSQL of ${to} copies each table with a slot of its own: set max_replication_slots to ${needed} or more and restart it`,
    );
  if ((await selectMigrations(source)) !== (await selectMigrations(target)))
    throw new Error(`${from} and ${to} have different migrations: install the same version in both, then repeat this command`);
}

/** Throws if an address belongs to different accounts: whoever holds the one in the target must not get into this tenant. */
export async function requireOwnAccounts({ source, target, tenantId, to }: MoveWork): Promise<void> {
  const conflicts = await selectConflicts(source, target, tenantId);
  if (conflicts.length === 0) return;
  throw new Error(
    `${to} has other accounts with the addresses ${conflicts.slice(0, 10).join(', ')}; delete these users of the tenant and invite them again after the move`,
  );
}

/** Closes the gate in the target before the first row arrives, and makes what rows and tokens need there. */
export async function prepare({ source, target, tenantId, from }: MoveWork): Promise<'copy'> {
  await insertIncoming(target, tenantId, from);
  await copySigningKeys(source, target);
  const known = new Set((await selectPartitions(target)).map(({ name }) => name));
  for (const partition of await selectPartitions(source))
    if (!known.has(partition.name)) await createPartition(target, partition);
  return 'copy';
}
