import type { Client } from 'pg';
import { versions } from '../../server/src/http/index.ts';
import { SHORTEST_MARK } from './marks.ts';

/** Returns every row of every tenant as text, read by a role without policies. */
export type Snapshot = { table: string; tenantId: string; row: string }[];

export async function takeSnapshot(superuser: Client): Promise<Snapshot> {
  const { rows: tables } = await superuser.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where a.attname = 'tenant_id' and not a.attisdropped and c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const all: Snapshot = [];
  for (const { name } of tables) {
    const { rows } = await superuser.query<{ tenantId: string; row: string }>(
      `select tenant_id as "tenantId", to_jsonb(t)::text as row from ${name} t`,
    );
    for (const row of rows) all.push({ table: name, ...row });
  }
  return all;
}

/** Written shortly after each request, also refused ones. */
const IN_PASSING = new Set(['request_log', 'access_token_use']);

/** Counts added, removed and changed rows of the tenants that `whose` selects. */
export function countChanges(before: Snapshot, after: Snapshot, whose: (tenantId: string) => boolean): number {
  const balance = new Map<string, number>();
  const add = (snapshot: Snapshot, n: number) => {
    for (const { table, tenantId, row } of snapshot) {
      if (whose(tenantId) && !IN_PASSING.has(table)) balance.set(`${table} ${row}`, (balance.get(`${table} ${row}`) ?? 0) + n);
    }
  };
  add(before, -1);
  add(after, 1);
  const added = [...balance.values()].filter((n) => n > 0).length;
  const removed = [...balance.values()].filter((n) => n < 0).length;
  return Math.max(added, removed);
}

/**
 * Columns that are not used as marks: suffixes of names in another table, and log entries, which contain ids that are marks themselves and
 * are too many to search for.
 */
const DERIVED = new Set(['automation_name_parts', 'audit_log', 'request_log']);

/** Returns the texts that identify a tenant's data: those in its rows and in no other tenant's. */
export function marksOf(snapshot: Snapshot, tenantId: string): string[] {
  const own = new Set<string>();
  const others = new Set<string>();
  for (const { table, tenantId: whose, row } of snapshot) {
    if (DERIVED.has(table)) continue;
    for (const leaf of leaves(JSON.parse(row))) (whose === tenantId ? own : others).add(leaf);
  }
  return [...own].filter(
    (leaf) => leaf.length >= SHORTEST_MARK && /\d/.test(leaf) && !others.has(leaf) && !operationIds.has(leaf),
  );
}

/** Events and audit entries name operations, which every tenant calls. */
const operationIds = new Set(versions.flatMap(({ routes }) => routes.map(({ operationId }) => operationId)));

function* leaves(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* leaves(item);
}
