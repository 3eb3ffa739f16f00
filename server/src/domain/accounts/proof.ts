import { Failure } from '../../platform/errors.ts';
import type { Session, SignInMethod } from './account.ts';

/** A sign-in of this time ago needs no further proof to add a factor. */
const RECENT_MS = 10 * 60 * 1000;

/**
 * Returns whether these methods are two factors. A passkey is one that the person has, unlocked by one that the person knows or is. A
 * provider of the tenant answers for its own factors.
 */
export const isSecondFactorMet = (methods: readonly SignInMethod[]): boolean => methods.some((method) => method !== 'password');

/** What the person proves in this request, beside having the cookie of the session. */
export type Proof = 'none' | 'password' | 'factor';

type Change = { session: Session; hasFactor: boolean; proof: Proof; now: Date };

/**
 * Throws unless a session may change how its person signs in. A stolen cookie is not enough to add or remove a factor: adding needs a recent
 * sign-in or a proof, removing always a proof. Once there is a factor, the password alone changes nothing.
 */
export function requireMayChange(kind: 'add' | 'remove', { session, hasFactor, proof, now }: Change): void {
  requireWholeAccount(session);
  if (session.state !== 'active') throw new Failure('second_factor_required');
  if (proof === 'factor') return;
  if (hasFactor && !isSecondFactorMet(session.methods)) throw refused('a code of your authenticator app or a recovery code');
  const isRecent = now.getTime() - session.createdAt.getTime() < RECENT_MS;
  if (proof === 'password' || (kind === 'add' && isRecent)) return;
  throw refused('your password, a code of your authenticator app or a recovery code');
}

const refused = (what: string): Failure =>
  new Failure('proof_required', { message: `Prove that it is you: give ${what} with this request` });

/**
 * Throws for a session that the provider of one tenant vouched for. Such a provider can vouch for any address, so its sessions work in that
 * tenant and cannot change the account, which may belong to other tenants, too.
 */
export function requireWholeAccount({ onlyTenantId }: Pick<Session, 'onlyTenantId'>): void {
  if (onlyTenantId === null) return;
  throw new Failure('forbidden', {
    message:
      'Forbidden: you signed in with the identity provider of a tenant; sign in with your password or a passkey to change your account',
  });
}
