import { Failure } from '../../platform/errors.ts';
import type { Ctx } from '../../storage/context.ts';
import { hasFactor, removeAllFactors } from '../factors/index.ts';
import { getSignInSettings } from '../sign-in-settings/index.ts';
import type { Session } from './account.ts';
import { isSecondFactorMet } from './proof.ts';

/** Returns whether the account has a second factor, which a sign-in with a password must give. `ctx` is the account's. */
export const hasSecondFactor = (ctx: Ctx): Promise<boolean> => hasFactor(ctx);

/** Throws if the tenant requires a second factor and the session was made without one. `ctx` is the tenant's. */
export async function requireFactorsOf(ctx: Ctx, { methods }: Session): Promise<void> {
  if (isSecondFactorMet(methods) || !(await getSignInSettings(ctx)).requireSecondFactor) return;
  throw new Failure('second_factor_required', {
    message:
      'This tenant requires a second factor: set up an authenticator app or a passkey in your account, then ask for the token again',
  });
}

/**
 * Removes all factors of an account. Called when the owner of the address proves it for the first time: whoever set the account up before
 * may have been somebody else. `ctx` is the account's.
 */
export const removeFactors = (ctx: Ctx): Promise<void> => removeAllFactors(ctx);
