import { Failure } from '../../platform/errors.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import type { Ctx } from '../../storage/context.ts';
import { CHALLENGE_SECONDS } from './ceremonies.ts';
import { takeChallenge } from './passkeys.store.ts';

/** What a challenge is for: a sign-in, or a new passkey of one account. */
export type Purpose = 'sign-in' | `registration:${string}`;

const labelOf = (purpose: Purpose): string => `passkey-challenge:${purpose}`;

/** Returns the sealed form of a challenge, which the browser sends back with its answer. */
export const sealChallenge = (box: SecretBox, purpose: Purpose, challenge: string, now: Date): string =>
  box.seal(`${now.getTime() + CHALLENGE_SECONDS * 1000} ${challenge}`, labelOf(purpose)).toString('base64url');

/** Opens a challenge and uses it up for the account of the context. Throws if it is not ours, has expired or was used. */
export async function useChallenge(ctx: Ctx, box: SecretBox, purpose: Purpose, sealed: string): Promise<string> {
  const { challenge, expiresAt } = openChallenge(box, purpose, sealed);
  if (expiresAt.getTime() <= ctx.clock.now().getTime()) throw new Failure('passkey_refused');
  if (!(await takeChallenge(ctx, challenge, expiresAt))) throw new Failure('passkey_refused');
  return challenge;
}

function openChallenge(box: SecretBox, purpose: Purpose, sealed: string): { challenge: string; expiresAt: Date } {
  try {
    const [expiresAtMs = '', challenge = ''] = box.open(Buffer.from(sealed, 'base64url'), labelOf(purpose)).split(' ');
    return { challenge, expiresAt: new Date(Number(expiresAtMs)) };
  } catch {
    throw new Failure('passkey_refused');
  }
}
