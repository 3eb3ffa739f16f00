import type { Ctx } from '../../storage/context.ts';
import { selectSettings, upsertSettings } from './settings.store.ts';

/** What a tenant demands of people who sign in. */
export type SignInSettings = {
  /** User tokens of this tenant are issued only to sessions that gave a second factor. */
  requireSecondFactor: boolean;
};

const DEFAULTS: SignInSettings = { requireSecondFactor: false };

export const getSignInSettings = async (ctx: Ctx): Promise<SignInSettings> => (await selectSettings(ctx)) ?? DEFAULTS;

/** Saves the settings. They apply to every user token that is issued from now on; those issued before end within ten minutes. */
export async function setSignInSettings(ctx: Ctx, wanted: SignInSettings): Promise<SignInSettings> {
  await upsertSettings(ctx, wanted);
  return wanted;
}
