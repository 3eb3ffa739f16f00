import { Failure } from '../../platform/errors.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { createUser } from '../users/index.ts';
import { type Attempt, authorizationUrl, claimsOf, newAttempt, type OidcDeps } from './client.ts';
import {
  type Claims,
  type CreatedRole,
  decideSignIn,
  type RefusalReason,
  type SignInRules,
  verifiedEmail,
} from './decide-sign-in.ts';
import { openProvider } from './identity-provider.ts';
import { insertIdentity, selectByEmail, selectBySubject } from './oidc.store.ts';

export const ATTEMPT_SECONDS = 600;
const LONGEST_SUBJECT = 255;

type SignInDeps = OidcDeps & { secrets: SecretBox };

/** Where the browser goes, and the sealed attempt for its cookie. */
export type Begun = { url: URL; sealedAttempt: string };

/** Begins a sign-in. `returnTo` is where the person goes afterwards. Writes nothing: the attempt is in the cookie, sealed for this tenant. */
export async function beginOidcSignIn(ctx: Ctx, deps: SignInDeps, redirectUri: string, returnTo: string): Promise<Begun> {
  const provider = await openProvider(ctx, deps.secrets);
  const attempt = newAttempt();
  const sealed = deps.secrets.seal(
    JSON.stringify({ ...attempt, returnTo, expiresAtMs: ctx.clock.now().getTime() + ATTEMPT_SECONDS * 1000 }),
    attemptLabel(ctx.tenantId),
  );
  const url = await authorizationUrl(deps, provider, redirectUri, attempt);
  return { url, sealedAttempt: sealed.toString('base64url') };
}

const attemptLabel = (tenantId: string): string => `oidc-attempt:${tenantId}`;

type SavedAttempt = Attempt & { returnTo: string; expiresAtMs: number };

/** Opens the attempt of a cookie. Throws if there is none, if it belongs to another tenant, or if it has expired. */
function openAttempt(ctx: Ctx, box: SecretBox, sealed: string): SavedAttempt {
  let attempt: SavedAttempt | undefined;
  try {
    attempt = JSON.parse(box.open(Buffer.from(sealed, 'base64url'), attemptLabel(ctx.tenantId)));
  } catch {
    attempt = undefined;
  }
  if (attempt && attempt.expiresAtMs > ctx.clock.now().getTime()) return attempt;
  throw new Failure('oidc_refused', {
    message: 'This sign-in was not begun in this browser, or more than ten minutes ago; begin again',
  });
}

/** Completes a sign-in. Returns the user of the tenant and where the person goes. */
export async function completeOidcSignIn(
  ctx: Ctx,
  deps: SignInDeps,
  callbackUrl: URL,
  sealedAttempt: string,
): Promise<{ userId: string; returnTo: string }> {
  const attempt = openAttempt(ctx, deps.secrets, sealedAttempt);
  const provider = await openProvider(ctx, deps.secrets);
  const claims = await claimsOf(deps, provider, callbackUrl, attempt);
  if (claims.sub.length > LONGEST_SUBJECT || claims.sub.includes('\0')) throw new Failure('oidc_refused');
  return { userId: await userOfClaims(ctx, provider, claims), returnTo: attempt.returnTo };
}

/** Finds or creates the user of verified claims, and links the subject to it. */
const userOfClaims = (ctx: Ctx, provider: SignInRules & { issuer: string }, claims: Claims): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const email = verifiedEmail(claims);
    const bySubject = await selectBySubject(ctx, provider.issuer, claims.sub);
    const byEmail = email === undefined ? undefined : await selectByEmail(ctx, provider.issuer, email);
    const decision = decideSignIn(claims, provider, bySubject, byEmail);
    if (decision.kind === 'refused') throw new Failure('oidc_refused', { message: REASONS[decision.reason] });
    if (decision.kind === 'user' && decision.isLinked) return decision.userId;
    const userId = decision.kind === 'user' ? decision.userId : (await createUser(ctx, newUser(decision))).id;
    await insertIdentity(ctx, provider.issuer, claims.sub, userId);
    return userId;
  });

const newUser = ({ name, email, role }: { name: string; email: string; role: CreatedRole }) =>
  ({ name, email, role, status: 'active' }) as const;

const REASONS: Record<RefusalReason, string> = {
  email_not_verified:
    'The identity provider does not say that your email address is verified; have it verified there, or let it send the claim email_verified',
  email_domain: 'The email domain of this account is not among those that may sign in here; use another account, or ask an admin',
  no_user: 'There is no user with this email address; ask an admin to create one',
  user_disabled: 'The user with this email address is disabled; ask an admin',
  other_subject:
    'The user with this email address signed in as another account of the identity provider before; ask an admin to delete the user and create a new one',
};
