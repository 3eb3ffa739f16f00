import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Queryable } from './moves.store.ts';
import type { TenantTable } from './tables.store.ts';

/** The name of the publication, the slot and the subscription of a tenant. */
export const replicationName = (tenantId: string): string => `patchbay_move_${tenantId.replaceAll('-', '')}`;

/** Publishes the rows of one tenant. A row filter names a part of the primary key, so it holds for updates and deletes too. */
export async function createPublication(source: Queryable, tenantId: string, tables: TenantTable[]): Promise<void> {
  const name = replicationName(tenantId);
  const { rowCount } = await source.query('select from pg_publication where pubname = $1', [name]);
  if (rowCount) return;
  const rowsOf = ({ name, tenantColumn }: TenantTable) =>
    `public.${escapeIdentifier(name)} where (${escapeIdentifier(tenantColumn)} = ${escapeLiteral(tenantId)}::uuid)`;
  const list = tables.map(rowsOf).join(', ');
  await source.query(`create publication ${escapeIdentifier(name)} for table ${list} with (publish_via_partition_root = true)`);
}

/** Creates the slot by itself, so that a subscription whose creation was interrupted can be created again. */
export async function createSlot(source: Queryable, tenantId: string): Promise<void> {
  const name = replicationName(tenantId);
  const { rowCount } = await source.query('select from pg_replication_slots where slot_name = $1', [name]);
  if (!rowCount) await source.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name]);
}

/** Subscribes the target. PostgreSQL copies the rows first, then follows the changes, also while no command runs. */
export async function createSubscription(target: Queryable, tenantId: string, sourceUrl: string): Promise<void> {
  const name = escapeIdentifier(replicationName(tenantId));
  const { rowCount } = await target.query('select from pg_subscription where subname = $1', [replicationName(tenantId)]);
  if (rowCount) return;
  const options = 'create_slot = false, copy_data = true';
  await target.query(
    `create subscription ${name} connection ${escapeLiteral(sourceUrl)} publication ${name} with (slot_name = ${name}, ${options})`,
  );
}

/** `errors`: how often PostgreSQL had to begin again, since the subscription was created. */
export type Replication = { tables: number; copied: number; errors: number };

/** Returns how many tables have been copied and are followed. */
export const selectReplication = async (target: Queryable, tenantId: string): Promise<Replication | undefined> =>
  (
    await target.query<Replication>(
      `select count(r.srrelid)::int as tables, count(*) filter (where r.srsubstate = 'r')::int as copied,
         coalesce(max(e.apply_error_count + e.sync_error_count), 0)::int as errors
       from pg_subscription s left join pg_subscription_rel r on r.srsubid = s.oid left join pg_stat_subscription_stats e on e.subid = s.oid
       where s.subname = $1 group by s.oid`,
      [replicationName(tenantId)],
    )
  ).rows[0];

/** Commits a new mark in the source. It is in WAL on disk at once, which is what replication reads. */
export async function writeMark(source: Queryable, tenantId: string, mark: string): Promise<void> {
  await source.query('set synchronous_commit = on');
  const text = `insert into move_marks (tenant_id, mark) values ($1, $2) on conflict (tenant_id) do update set mark = excluded.mark`;
  await source.query(text, [tenantId, mark]);
}

/** Returns whether the mark has arrived, and with it everything that was committed before it. */
export const hasMark = async (target: Queryable, tenantId: string, mark: string): Promise<boolean> =>
  (await target.query('select from move_marks where tenant_id = $1 and mark = $2', [tenantId, mark])).rowCount === 1;

/** Ends the replication in the target, and with it the slot in the source. Rows stay. */
export async function dropSubscription(target: Queryable, tenantId: string): Promise<void> {
  const name = escapeIdentifier(replicationName(tenantId));
  await target.query(`drop subscription if exists ${name}`);
}

/** Drops what is left of the replication in the source. A slot keeps WAL until it is dropped. */
export async function dropPublication(source: Queryable, tenantId: string): Promise<void> {
  const name = replicationName(tenantId);
  await source.query(`drop publication if exists ${escapeIdentifier(name)}`);
  await source.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active', [
    name,
  ]);
}

export type ServerState = { walLevel: string; slots: number; isSuperuser: boolean };

export const selectServerState = async (cell: Queryable): Promise<ServerState> =>
  (
    await cell.query<ServerState>(
      `select current_setting('wal_level') as "walLevel", current_setting('max_replication_slots')::int as slots, rolsuper as "isSuperuser" from pg_roles where rolname = current_user`,
    )
  ).rows[0] ?? { walLevel: '', slots: 0, isSuperuser: false };
