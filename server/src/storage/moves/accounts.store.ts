import type { Queryable } from './moves.store.ts';
import { insertRows } from './rows.store.ts';

/** What a person needs to sign in. Sessions, links and tries stay behind: people sign in again. */
const ACCOUNTS = 'accounts';
const MEMBERSHIPS = 'memberships';
const ACCOUNT_TABLES = [ACCOUNTS, 'totp_factors', 'recovery_codes', 'passkeys'];

const MOST_ACCOUNTS = 10_000;

type Person = { accountId: string; email: string };

const selectPeople = async (source: Queryable, tenantId: string): Promise<Person[]> =>
  (
    await source.query<Person>(
      `select a.account_id as "accountId", a.email from memberships m join accounts a on a.account_id = m.account_id
       where m.user_tenant_id = $1 order by 1 limit ${MOST_ACCOUNTS + 1}`,
      [tenantId],
    )
  ).rows;

/** Returns the addresses of people of the tenant that belong to another account in the target. */
export async function selectConflicts(source: Queryable, target: Queryable, tenantId: string): Promise<string[]> {
  const people = await selectPeople(source, tenantId);
  if (people.length > MOST_ACCOUNTS) throw new Error(`The tenant has more than ${MOST_ACCOUNTS} people; it cannot be moved`);
  const { rows } = await target.query<{ email: string }>(
    `select a.email from accounts a join unnest($1::uuid[], $2::text[]) as p (account_id, email) on a.email = p.email
     where a.account_id <> p.account_id order by 1`,
    [people.map(({ accountId }) => accountId), people.map(({ email }) => email)],
  );
  return rows.map(({ email }) => email);
}

/** Copies the accounts of the tenant's people. One that is there already, through another tenant, stays as it is. */
export async function copyAccounts(source: Queryable, target: Queryable, tenantId: string): Promise<void> {
  const ids = await selectAccountIds(source, tenantId);
  for (const table of ACCOUNT_TABLES) {
    const { rows } = await source.query<{ row: unknown }>(
      `select to_jsonb(t) as row from ${table} t where account_id = any($1::uuid[])`,
      [ids],
    );
    await insertRows(
      target,
      table,
      rows.map(({ row }) => row),
    );
  }
}

/** Deletes the memberships of a tenant, and the accounts that then have no tenant in this cell. */
export const deleteMemberships = (cell: Queryable, tenantId: string) =>
  cell.query(
    `with gone as (delete from ${MEMBERSHIPS} where user_tenant_id = $1 returning account_id)
     delete from ${ACCOUNTS} a using gone where a.account_id = gone.account_id
       and not exists (select 1 from memberships m where m.account_id = a.account_id and m.user_tenant_id <> $1)`,
    [tenantId],
  );

export const selectAccountIds = async (cell: Queryable, tenantId: string): Promise<string[]> =>
  (await selectPeople(cell, tenantId)).map(({ accountId }) => accountId);

/** Lets the target verify the tokens that the source has issued. Keys are sealed with the master key that the cells share. */
export async function copySigningKeys(source: Queryable, target: Queryable): Promise<void> {
  const { rows } = await source.query<{ row: unknown }>(
    'select to_jsonb(k) as row from signing_keys k where retired_at is null order by created_at desc limit 100',
  );
  await insertRows(
    target,
    'signing_keys',
    rows.map(({ row }) => row),
  );
}
