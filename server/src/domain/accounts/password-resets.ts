import { found } from '../../platform/errors.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import type { ContextOf, Visitor } from './account.ts';
import { markProved, updatePassword } from './accounts.store.ts';
import { newLinkToken, readLinkToken } from './link-token.ts';
import { deleteResets, selectReset, takeReset, upsertReset } from './password-resets.store.ts';
import { recordForTenants } from './record.ts';
import { removeFactors } from './second-factor.ts';
import { deleteSessions } from './sessions.store.ts';
import { ownerOfAddress } from './sign-in.ts';

export const RESET_MS = 60 * 60 * 1000;

/** Asks for a reset link. A job looks whether the address has an account, so that the answer does not depend on it. */
export const requestPasswordReset = (contextOf: ContextOf, email: string): Promise<void> =>
  inTransaction(contextOf(ownerOfAddress(email)), (ctx) => enqueue(ctx, jobs.mailPasswordReset, { email }));

/** Returns a new reset token of the account of the context. The one before no longer works. */
export async function createReset(ctx: Ctx, provesAddress: boolean): Promise<string> {
  const { token, hash } = newLinkToken(ctx.tenantId);
  await upsertReset(ctx, { tokenHash: hash, provesAddress, expiresAt: new Date(ctx.clock.now().getTime() + RESET_MS) });
  return token;
}

/**
 * Sets a new password by a reset link and ends all sessions. Whoever proves the address for the first time also removes the factors that
 * were set before: somebody else may have set the account up.
 */
export async function confirmPasswordReset(
  { contextOf, passwords }: { contextOf: ContextOf; passwords: Passwords },
  { token, password }: { token: string; password: string },
  visitor: Visitor,
): Promise<void> {
  const link = found(readLinkToken(token), 'password_reset_not_found');
  const ctx = contextOf(link.ownerId);
  found(await selectReset(ctx, link.hash), 'password_reset_not_found');
  const passwordHash = await passwords.hash(password);
  await inTransaction(ctx, async (ctx) => {
    const { provesAddress } = found(await takeReset(ctx, link.hash), 'password_reset_not_found');
    if (provesAddress && (await markProved(ctx))) await removeFactors(ctx);
    await setPassword(ctx, passwordHash, null);
    await recordForTenants(ctx, { operationId: 'confirmPasswordReset', sessionId: null }, visitor);
  });
}

/** Stores a new password of the account of the context. Ends all sessions but one, and unused reset links. */
export async function setPassword(ctx: Ctx, passwordHash: string, exceptSessionId: string | null): Promise<void> {
  await updatePassword(ctx, passwordHash);
  await deleteResets(ctx);
  await deleteSessions(ctx, { except: exceptSessionId });
}
