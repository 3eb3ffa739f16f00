import { asOwner } from '../../storage/as-owner.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { getUser, linkAccount, type User, unlinkAccount } from '../users/index.ts';
import type { ContextOf, Visitor } from './account.ts';
import { deleteAccount, insertAccount, insertMembership, selectAccount } from './accounts.store.ts';
import { type Started, startSession } from './sessions.ts';

/** RFC 2606: no mail is ever delivered to `.invalid`. */
const DOMAIN = 'identity.invalid';

/** Returns whether an account was made for one user who signs in with the identity provider of the tenant of the context. */
export const isOfProvider = (ctx: Ctx, accountId: string): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const account = await asOwner(ctx, accountId, selectAccount);
    return account?.email.endsWith(`.${DOMAIN}`) ?? false;
  });

/** Removes such an account and its sessions from the user. */
export async function removeProviderAccount(ctx: Ctx, userId: string, accountId: string): Promise<void> {
  await unlinkAccount(ctx, userId, accountId);
  await asOwner(ctx, accountId, deleteAccount);
}

/**
 * Starts a session for a user whom the identity provider of the tenant vouches for. The session works in this tenant only. A user without an
 * account gets one whose address is nobody's: the provider could claim any address, so it must neither find nor occupy the account of a person.
 */
export async function startProviderSession(
  contextOf: ContextOf,
  tenantId: string,
  userId: string,
  visitor: Visitor,
): Promise<Started> {
  const user = await getUser(contextOf(tenantId), userId);
  const accountId = user.accountId ?? (await inTransaction(contextOf(tenantId), (ctx) => createProviderAccount(ctx, user)));
  return startSession(contextOf(accountId), { methods: ['oidc'], state: 'active', onlyTenantId: tenantId }, visitor);
}

async function createProviderAccount(ctx: Ctx, { id: userId, name }: User): Promise<string> {
  const account = {
    id: idFor(ctx),
    email: `${userId}@${ctx.tenantId}.${DOMAIN}`,
    name,
    passwordHash: null,
    passwordChangedAt: null,
    addressProvedAt: null,
    createdAt: ctx.clock.now(),
    isOperator: false,
  };
  await linkAccount(ctx, userId, account.id);
  await asOwner(ctx, account.id, async (accountCtx) => {
    await insertAccount(accountCtx, account);
    await insertMembership(accountCtx, { tenantId: ctx.tenantId, userId });
  });
  return account.id;
}
