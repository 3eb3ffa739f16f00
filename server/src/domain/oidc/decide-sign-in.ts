import type { Role } from '../users/index.ts';

/** The roles that a provider can give to new users. An admin is always made by an admin. */
export type CreatedRole = Exclude<Role, 'admin'>;

export type SignInRules = {
  /** Lower case. Empty: every domain, for users that exist. */
  allowedEmailDomains: string[];
  /** The role of people who are not yet users; null lets only users sign in. */
  createUsers: { role: CreatedRole } | null;
};

/** What an ID token says about a person, after signature, issuer, audience, expiry and nonce were checked. */
export type Claims = Record<string, unknown> & { sub: string };

/** A user of the tenant, and the subject at this issuer that the user has signed in as before. */
export type KnownUser = { id: string; status: 'active' | 'disabled'; subject: string | null };

export type SignInDecision =
  | { kind: 'user'; userId: string; isLinked: boolean }
  | { kind: 'create'; email: string; name: string; role: CreatedRole }
  | { kind: 'refused'; reason: RefusalReason };

export type RefusalReason = 'email_not_verified' | 'email_domain' | 'no_user' | 'user_disabled' | 'other_subject';

const LONGEST_EMAIL = 254;
const LONGEST_NAME = 100;

/** Returns the verified address of a person, in lower case, or undefined. */
export function verifiedEmail(claims: Claims): string | undefined {
  const { email } = claims;
  if (typeof email !== 'string' || email.length > LONGEST_EMAIL || !/^[^\s@]+@[^\s@]+$/.test(email)) return undefined;
  const isVerified = isTrue(claims.email_verified) || isTrue(claims.xms_edov);
  return isVerified ? email.toLowerCase() : undefined;
}

/**
 * `email_verified` is a boolean; some providers write it as text. Microsoft Entra does not send it: there `xms_edov` says that the owner of
 * the email domain vouches for the address.
 */
const isTrue = (claim: unknown): boolean => claim === true || claim === 'true' || claim === 1 || claim === '1';

/**
 * Decides who signs in. A subject that signed in before stays the same user, whatever address it has now. Otherwise the address finds
 * the user, but only one that no other subject has signed in as: a mailbox that is given to another person gives no access to the
 * user of the person before.
 */
export function decideSignIn(claims: Claims, rules: SignInRules, bySubject?: KnownUser, byEmail?: KnownUser): SignInDecision {
  const email = verifiedEmail(claims);
  if (email === undefined) return refused('email_not_verified');
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (rules.allowedEmailDomains.length > 0 && !rules.allowedEmailDomains.includes(domain)) return refused('email_domain');
  const user = bySubject ?? byEmail;
  if (!user)
    return rules.createUsers ? { kind: 'create', email, name: nameOf(claims, email), ...rules.createUsers } : refused('no_user');
  if (user.subject !== null && user.subject !== claims.sub) return refused('other_subject');
  if (user.status !== 'active') return refused('user_disabled');
  return { kind: 'user', userId: user.id, isLinked: user.subject !== null };
}

const refused = (reason: RefusalReason): SignInDecision => ({ kind: 'refused', reason });

const nameOf = ({ name }: Claims, email: string): string =>
  ((typeof name === 'string' && name.trim()) || email).slice(0, LONGEST_NAME).toWellFormed().replaceAll('\0', '');
