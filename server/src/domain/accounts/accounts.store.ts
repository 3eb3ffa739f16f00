import sql from 'sql-template-tag';
import { type Ctx, row, rows } from '../../storage/context.ts';
import type { Account, Membership } from './account.ts';

const columns = sql`account_id as id, email, name, password_hash as "passwordHash", password_changed_at as "passwordChangedAt",
  address_proved_at as "addressProvedAt", created_at as "createdAt",
  exists (select from operators o where o.account_id = accounts.account_id) as "isOperator"`;

/** Returns the id of the account with this address. Any context may ask; the function returns nothing else. */
export const selectAccountId = async (ctx: Ctx, email: string): Promise<string | undefined> =>
  (await row<{ id: string | null }>(ctx, sql`select account_of(${email}) as id`))?.id ?? undefined;

export const selectAccount = (ctx: Ctx) =>
  row<Account>(ctx, sql`select ${columns} from accounts where account_id = ${ctx.tenantId}`);

export async function insertAccount(ctx: Ctx, account: Account): Promise<void> {
  await rows(
    ctx,
    sql`insert into accounts (account_id, email, name, password_hash, password_changed_at, address_proved_at, created_at, updated_at)
        values (${account.id}, ${account.email}, ${account.name}, ${account.passwordHash}, ${account.passwordChangedAt},
          ${account.addressProvedAt}, ${account.createdAt}, ${account.createdAt})`,
  );
}

/** Deletes the account of the context with its sessions, memberships and factors. */
export async function deleteAccount(ctx: Ctx): Promise<void> {
  await rows(ctx, sql`delete from accounts where account_id = ${ctx.tenantId}`);
}

export async function updatePassword(ctx: Ctx, passwordHash: string): Promise<void> {
  const now = ctx.clock.now();
  await rows(
    ctx,
    sql`update accounts set password_hash = ${passwordHash}, password_changed_at = ${now}, updated_at = ${now}
        where account_id = ${ctx.tenantId}`,
  );
}

export async function updateName(ctx: Ctx, name: string): Promise<void> {
  await rows(ctx, sql`update accounts set name = ${name}, updated_at = ${ctx.clock.now()} where account_id = ${ctx.tenantId}`);
}

/** Returns whether the address was proved by this call, for the first time. */
export const markProved = async (ctx: Ctx): Promise<boolean> => {
  const now = ctx.clock.now();
  const statement = sql`update accounts set address_proved_at = ${now}, updated_at = ${now}
    where account_id = ${ctx.tenantId} and address_proved_at is null returning account_id`;
  return (await row(ctx, statement)) !== undefined;
};

/** A person rarely works in more; a page of them is enough to choose from. */
const MOST_MEMBERSHIPS = 100;

/** Returns the tenants of the account and its users there, the oldest first. */
export const selectMemberships = (ctx: Ctx) =>
  rows<Membership>(
    ctx,
    sql`select user_tenant_id as "tenantId", user_id as "userId" from memberships where account_id = ${ctx.tenantId}
        order by created_at, user_tenant_id limit ${MOST_MEMBERSHIPS}`,
  );

export async function insertMembership(ctx: Ctx, { tenantId, userId }: Membership): Promise<void> {
  await rows(
    ctx,
    sql`insert into memberships (account_id, user_tenant_id, user_id, created_at)
        values (${ctx.tenantId}, ${tenantId}, ${userId}, ${ctx.clock.now()})`,
  );
}
