import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Failure, found } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { type DeleteResult, toDeleteResult } from '../../storage/deletion.ts';
import { lockQuota } from '../../storage/locks.ts';
import { assertionOptions, checkAssertion, checkRegistration, type RelyingParty, registrationOptions } from './ceremonies.ts';
import { sealChallenge, useChallenge } from './challenges.ts';
import {
  deletePasskeyRow,
  insertPasskey,
  type Passkey,
  renamePasskeyRow,
  selectByCredential,
  selectPasskeys,
  takeCounter,
} from './passkeys.store.ts';
import { countRecoveryCodes } from './totp.store.ts';
import { dropCodesWithoutFactor, makeRecoveryCodes } from './totp-factor.ts';

const MOST_PASSKEYS = 20;
const taken = { passkeys_credential: 'This passkey is registered already' };

/** The context of these functions is that of an account: `ctx.tenantId` is the id of the account. */
export type PasskeyDeps = { site: RelyingParty; secrets: SecretBox };

/** Returns what a browser needs to create a passkey, and the sealed challenge that comes back with it. */
export async function beginRegistration(ctx: Ctx, { site, secrets }: PasskeyDeps, email: string) {
  const existing = (await selectPasskeys(ctx)).map(({ credentialId }) => ({ id: credentialId }));
  const options = await registrationOptions(site, { accountId: ctx.tenantId, email }, existing);
  return { options, challenge: sealChallenge(secrets, `registration:${ctx.tenantId}`, options.challenge, ctx.clock.now()) };
}

export type NewPasskey = { name: string; challenge: string; response: RegistrationResponseJSON };

/** Recovery codes are made with the first factor, and shown once; null if the account has some already. */
export type Registered = { passkey: Passkey; recoveryCodes: string[] | null };

export async function registerPasskey(ctx: Ctx, { site, secrets }: PasskeyDeps, wanted: NewPasskey): Promise<Registered> {
  const challenge = await useChallenge(ctx, secrets, `registration:${ctx.tenantId}`, wanted.challenge);
  const credential = await checkRegistration(site, challenge, wanted.response);
  return inTransaction(ctx, async (ctx) => {
    const passkey: Passkey = { id: idFor(ctx), name: wanted.name, createdAt: ctx.clock.now(), lastUsedAt: null };
    await lockQuota(ctx, 'passkeys');
    if ((await selectPasskeys(ctx)).length >= MOST_PASSKEYS)
      throw new Failure('conflict', { message: `An account has at most ${MOST_PASSKEYS} passkeys; delete one first` });
    await explainConflicts(taken, () => insertPasskey(ctx, passkey, credential));
    return { passkey, recoveryCodes: (await countRecoveryCodes(ctx)) > 0 ? null : await makeRecoveryCodes(ctx) };
  });
}

export const renamePasskey = async (ctx: Ctx, id: string, name: string): Promise<Passkey> =>
  found(isId(id) ? await renamePasskeyRow(ctx, id, name) : undefined, 'passkey_not_found');

export const deletePasskey = (ctx: Ctx, id: string): Promise<DeleteResult> =>
  inTransaction(ctx, async (ctx) => {
    const isDeleted = isId(id) && (await deletePasskeyRow(ctx, id));
    await dropCodesWithoutFactor(ctx);
    return toDeleteResult([id], isDeleted ? [id] : []);
  });

/** Returns what a browser needs to sign in with any of its passkeys. Any context may ask; writes nothing. */
export async function beginPasskeySignIn(ctx: Ctx, { site, secrets }: PasskeyDeps) {
  const options = await assertionOptions(site);
  return { options, challenge: sealChallenge(secrets, 'sign-in', options.challenge, ctx.clock.now()) };
}

/** Returns the id of the account that an answer names, or undefined. It is a claim until `checkPasskey` has verified it. */
export function claimedAccount({ response }: AuthenticationResponseJSON): string | undefined {
  const accountId = Buffer.from(response.userHandle ?? '', 'base64url').toString();
  return isId(accountId) ? accountId.toLowerCase() : undefined;
}

export type PasskeyAnswer = { challenge: string; response: AuthenticationResponseJSON };

/**
 * Verifies a passkey of the account of the context. The challenge is used up whatever the result is, in a statement of its own: an answer
 * can be tried once.
 */
export async function checkPasskey(ctx: Ctx, { site, secrets }: PasskeyDeps, answer: PasskeyAnswer): Promise<void> {
  const stored = await selectByCredential(ctx, answer.response.id);
  if (!stored) throw new Failure('passkey_refused');
  const challenge = await useChallenge(ctx, secrets, 'sign-in', answer.challenge);
  const counter = await checkAssertion(site, challenge, answer.response, { id: answer.response.id, ...stored });
  if (!(await takeCounter(ctx, answer.response.id, counter))) throw new Failure('passkey_refused');
}
