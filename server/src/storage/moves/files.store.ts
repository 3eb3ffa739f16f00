import type { Queryable } from './moves.store.ts';

export type StoredFile = { id: string; storeKey: string; sizeBytes: number; mimeType: string };

const PAGE_FILES = 500;

/**
 * Returns the next files with bytes, in the order of their ids; with `since` only those that were changed since a few minutes before: the
 * clock of a process may be behind that of the database.
 */
export const selectFilePage = async (
  source: Queryable,
  tenantId: string,
  { afterId, since }: { afterId: string; since: string | null },
): Promise<StoredFile[]> =>
  (
    await source.query<StoredFile>(
      `select id, store_key as "storeKey", size_bytes::float8 as "sizeBytes", mime_type as "mimeType" from files
       where tenant_id = $1 and id > $2 and store_key is not null and ($3::timestamptz is null or updated_at >= $3::timestamptz - interval '5 minutes')
       order by id limit ${PAGE_FILES}`,
      [tenantId, afterId, since],
    )
  ).rows;

/** Returns the keys of bytes without a file that jobs of the tenant are going to delete. */
export const selectUnclaimedKeys = async (cell: Queryable, tenantId: string): Promise<string[]> =>
  (
    await cell.query<{ key: string }>(
      `select input->>'storeKey' as key from jobs where tenant_id = $1 and name = 'delete_stored_file' limit 100000`,
      [tenantId],
    )
  ).rows.map(({ key }) => key);
