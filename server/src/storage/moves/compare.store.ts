import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Queryable } from './moves.store.ts';
import type { TenantTable } from './tables.store.ts';

/** The number of rows of a table and a hash of all their values, which does not depend on their order. */
export type Digest = { name: string; rows: number; hash: string };

/** `before`: rows of partitioned tables whose id is smaller. `rest`: all other rows. Together they are every row. */
export type Part = { kind: 'before' | 'rest'; floor: string };

/** Returns a digest of each table, in one statement and so of one moment. */
export async function selectDigests(cell: Queryable, tables: TenantTable[], tenantId: string, part: Part): Promise<Digest[]> {
  const of = tables.filter(({ partitionColumn }) => part.kind === 'rest' || partitionColumn !== null);
  const text = of.map((table) => digestSql(table, part)).join(' union all ');
  return (await cell.query<Digest>(text, [tenantId])).rows;
}

function digestSql({ name, tenantColumn, partitionColumn }: TenantTable, { kind, floor }: Part): string {
  const comparison = kind === 'before' ? '<' : '>=';
  const range = partitionColumn ? `and ${escapeIdentifier(partitionColumn)} ${comparison} ${escapeLiteral(floor)}::uuid` : '';
  return `select ${escapeLiteral(name)} as name, count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash
    from ${escapeIdentifier(name)} t where ${escapeIdentifier(tenantColumn)} = $1 ${range}`;
}
