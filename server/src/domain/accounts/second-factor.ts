import type { Ctx } from '../../storage/context.ts';
import type { Session } from './account.ts';

/** Returns whether the account has a second factor, which a sign-in with a password must give. `ctx` is the account's. */
export const hasSecondFactor = async (_ctx: Ctx): Promise<boolean> => false;

/** Throws if the tenant requires a second factor and the session was made without one. `ctx` is the tenant's. */
export const requireFactorsOf = async (_ctx: Ctx, _session: Session): Promise<void> => undefined;

/**
 * Removes all factors of an account. Called when the owner of the address proves it for the first time: whoever set the account up before
 * may have been somebody else. `ctx` is the account's.
 */
export const removeFactors = async (_ctx: Ctx): Promise<void> => undefined;
