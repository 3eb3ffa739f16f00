import { Failure, found, invalidParam } from '../../platform/errors.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { asOwner } from '../../storage/as-owner.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { getTenant, type Mode } from '../tenants/index.ts';
import { getUser, type User, updateUser } from '../users/index.ts';
import type { Account } from './account.ts';
import { selectAccount, updateName } from './accounts.store.ts';
import { setPassword } from './password-resets.ts';
import { requireWholeAccount } from './proof.ts';
import { selectSession } from './sessions.store.ts';

/** The person of a user token: the user in the tenant of the token, and the account. */
export type Me = { user: User; tenant: { id: string; name: string; mode: Mode }; account: Account | null };

/** Returns the user of the token and the account that the user signs in with; null if the user has none. */
export const getMe = (ctx: Ctx, userId: string): Promise<Me> =>
  inTransaction(ctx, async (ctx) => {
    const user = await getUser(ctx, userId);
    const { name, mode } = await getTenant(ctx);
    const { accountId } = user;
    const account = accountId === null ? null : ((await asOwner(ctx, accountId, selectAccount)) ?? null);
    return { user, tenant: { id: ctx.tenantId, name, mode }, account };
  });

export type MyChanges = { name?: string | undefined; password?: string | undefined; currentPassword?: string | undefined };

/** Changes the name of the person, here and in the account, and the password, which ends all other sessions. */
export async function updateMe(
  ctx: Ctx,
  passwords: Passwords,
  { userId, sessionId }: { userId: string; sessionId: string },
  { name, password, currentPassword }: MyChanges,
): Promise<Me> {
  const { account } = await getMe(ctx, userId);
  if (!account) throw new Failure('user_required');
  const { onlyTenantId } = await sessionOf(ctx, account.id, sessionId);
  if (password !== undefined) requireWholeAccount({ onlyTenantId });
  const passwordHash = password === undefined ? null : await newHash(passwords, account, password, currentPassword);
  return inTransaction(ctx, async (ctx) => {
    if (name !== undefined) await updateUser(ctx, userId, { name });
    await asOwner(ctx, account.id, async (ctx) => {
      if (name !== undefined && onlyTenantId === null) await updateName(ctx, name);
      if (passwordHash !== null) await setPassword(ctx, passwordHash, sessionId);
    });
    return getMe(ctx, userId);
  });
}

const sessionOf = (ctx: Ctx, accountId: string, sessionId: string) =>
  inTransaction(ctx, (ctx) => asOwner(ctx, accountId, async (ctx) => found(await selectSession(ctx, sessionId), 'unauthorized')));

async function newHash(
  passwords: Passwords,
  account: Account,
  password: string,
  currentPassword: string | undefined,
): Promise<string> {
  const isRight = account.passwordHash === null || (await passwords.verify(currentPassword ?? '', account.passwordHash));
  if (!isRight) throw invalidParam('currentPassword', 'custom', 'This is not the current password');
  return passwords.hash(password);
}
