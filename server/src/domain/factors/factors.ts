import { type Ctx, inTransaction } from '../../storage/context.ts';
import { deletePasskeys, type Passkey, selectPasskeys } from './passkeys.store.ts';
import { countRecoveryCodes, deleteTotp, endTries, replaceRecoveryCodes, selectHasFactor, selectTotp } from './totp.store.ts';

// The context of these functions is that of an account: `ctx.tenantId` is the id of the account.

/** The factors of an account, as its person sees them. */
export type Factors = { hasTotp: boolean; recoveryCodesLeft: number; passkeys: Passkey[] };

export async function getFactors(ctx: Ctx): Promise<Factors> {
  const totp = await selectTotp(ctx);
  const passkeys = (await selectPasskeys(ctx)).map(({ credentialId: _credentialId, ...passkey }) => passkey);
  return { hasTotp: totp?.confirmedAt != null, recoveryCodesLeft: await countRecoveryCodes(ctx), passkeys };
}

/** Returns whether the account has an authenticator app or a passkey. A sign-in with a password must then give one of them. */
export const hasFactor = (ctx: Ctx): Promise<boolean> => selectHasFactor(ctx);

export const removeAllFactors = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await deleteTotp(ctx);
    await deletePasskeys(ctx);
    await replaceRecoveryCodes(ctx, []);
    await endTries(ctx);
  });
