import { Client } from 'pg';
import sql from 'sql-template-tag';
import { type Ctx, row } from '../../storage/context.ts';

/** Returns whether the account of the context is an operator. */
export const selectIsOperator = async (ctx: Ctx): Promise<boolean> =>
  (await row(ctx, sql`select account_id from operators where account_id = ${ctx.tenantId}`)) !== undefined;

/** Writes as the owner of the tables, in the name of the account: the role of the server may not write this table. */
async function asOwner(ownerUrl: string, accountId: string, text: string, values: unknown[]): Promise<number> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("select set_config('app.tenant_id', $1, false)", [accountId]);
    return (await client.query(text, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

export const insertOperator = (ownerUrl: string, accountId: string, now: Date): Promise<number> =>
  asOwner(ownerUrl, accountId, 'insert into operators (account_id, created_at) values ($1, $2) on conflict do nothing', [
    accountId,
    now,
  ]);

export const deleteOperator = (ownerUrl: string, accountId: string): Promise<number> =>
  asOwner(ownerUrl, accountId, 'delete from operators where account_id = $1', [accountId]);
