import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from '../../test-kit/database.ts';
import { sealedTables } from './sealed-columns.ts';

/** Columns of bytes that are not sealed, with the reason. */
const plainColumns: Record<string, string> = {
  'idempotency_keys.fingerprint': 'a hash of the request',
  'recovery_codes.code_hash': 'a hash',
  'passkeys.public_key': 'public',
  'used_challenges.challenge_hash': 'a hash',
  'sessions.token_hash': 'a hash',
  'password_resets.token_hash': 'a hash',
  'invitations.token_hash': 'a hash',
  'invitations.mailed_token_hash': 'a hash',
  'sign_in_links.token_hash': 'a hash',
  'file_links.token': 'a part of a public URL, compared in queries',
  'inbound_payloads.body': 'what a provider sent, as messages are',
  'payload_parts.body': 'what a provider sent, as messages are',
};

const { url, drop } = await createTestDatabase();
const client = new Client({ connectionString: url });
await client.connect();
after(async () => {
  await client.end();
  await drop();
});

const byteColumns = async (): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      `select format('%s.%s', c.relname, a.attname) as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where a.atttypid = 'bytea'::regtype and c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped
         and c.relnamespace = 'public'::regnamespace order by 1`,
    )
  ).rows.map(({ name }) => name);

const listed = sealedTables.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));

/** Returns the columns of bytes that are neither listed as sealed nor known to be plain. */
const unlisted = (found: string[], known: string[]): string[] =>
  found.filter((name) => !known.includes(name) && !(name in plainColumns));

test('sealed columns: every column of bytes is in the table of sealed columns or in the list of plain ones', async () => {
  const found = await byteColumns();
  assert.deepEqual(unlisted(found, listed), []);
  assert.deepEqual(
    [...listed, ...Object.keys(plainColumns)].filter((name) => !found.includes(name)),
    [],
    'no column is listed that does not exist',
  );
});

test('sealed columns: one that is missing from the table is found', async () => {
  const found = await byteColumns();
  for (const missing of listed)
    assert.deepEqual(
      unlisted(
        found,
        listed.filter((name) => name !== missing),
      ),
      [missing],
    );
});

test('sealed columns: the key role may change these columns and nothing else', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select format('%s.%s', c.relname, a.attname) as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
       and has_column_privilege('patchbay_keys', c.oid, a.attnum, 'update, insert') order by 1`,
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    listed.toSorted(),
  );
});

test('sealed columns: the key of each table is its primary key', async () => {
  for (const { table, key } of sealedTables) {
    const { rows } = await client.query<{ name: string }>(
      `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
       where i.indrelid = $1::regclass and i.indisprimary`,
      [table],
    );
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), Object.keys(key).toSorted(), table);
  }
});
