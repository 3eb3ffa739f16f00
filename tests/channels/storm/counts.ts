import type { Pool } from 'pg';

/** Counts the rows of a tenant in the database. */
export type Stored = {
  messages: number;
  chats: number;
  contacts: number;
  unread: number;
  duplicates: number;
  payloads: number;
  unreadable: number;
};

const COUNTS = `select
  (select count(*) from messages where tenant_id = $1 and sender = 'inbound')::int as messages,
  (select count(*) from chats where tenant_id = $1)::int as chats,
  (select count(*) from contacts where tenant_id = $1)::int as contacts,
  (select coalesce(sum(unread_count), 0) from chats where tenant_id = $1)::int as unread,
  (select count(*) - count(distinct vendor_id) from messages where tenant_id = $1)::int as duplicates,
  (select count(*) from inbound_payloads where tenant_id = $1)::int as payloads,
  (select count(*) from inbound_payloads where tenant_id = $1 and error is not null)::int as unreadable`;

export const countStored = async (pool: Pool, tenantId: string): Promise<Stored> =>
  (await pool.query<Stored>(COUNTS, [tenantId])).rows[0] as Stored;

/** Open jobs by name. */
export const pendingJobs = async (pool: Pool, tenantId: string): Promise<Record<string, number>> => {
  const text = 'select name, count(*)::int as n from jobs where tenant_id = $1 group by name';
  const { rows } = await pool.query<{ name: string; n: number }>(text, [tenantId]);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
};
