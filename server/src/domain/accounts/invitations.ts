import { Failure, found } from '../../platform/errors.ts';
import { NIL_ID } from '../../platform/ids.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { enqueue } from '../../queue/index.ts';
import { jobs } from '../../registry/jobs.ts';
import { asOwner } from '../../storage/as-owner.ts';
import { explainConflicts } from '../../storage/constraint-errors.ts';
import { type Ctx, idFor, inTransaction } from '../../storage/context.ts';
import { recordChange } from '../audit/index.ts';
import { getTenant } from '../tenants/index.ts';
import { getUser, linkAccount, type User } from '../users/index.ts';
import type { Account, ContextOf, Session, Visitor } from './account.ts';
import { insertAccount, insertMembership } from './accounts.store.ts';
import { type FoundInvitation, selectInvitation, takeInvitation, updateMailed, upsertInvitation } from './invitations.store.ts';
import { newLinkToken, readLinkToken } from './link-token.ts';
import { isOfProvider, removeProviderAccount } from './provider-accounts.ts';
import { findAccount } from './sign-in.ts';

export const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

export type Invitation = { userId: string; token: string; expiresAt: Date };

/** Invites a user to sign in. The token is in this result only; a job mails another one. A new invitation replaces the one before. */
export const inviteUser = (ctx: Ctx, userId: string): Promise<Invitation> =>
  inTransaction(ctx, async (ctx) => {
    const user = await getUser(ctx, userId);
    await requireInvitable(ctx, user);
    const { token, hash } = newLinkToken(ctx.tenantId);
    const expiresAt = new Date(ctx.clock.now().getTime() + INVITATION_MS);
    await upsertInvitation(ctx, { userId: user.id, tokenHash: hash, expiresAt });
    await enqueue(ctx, jobs.mailInvitation, { userId: user.id });
    return { userId: user.id, token, expiresAt };
  });

/** A user whose account was made by the identity provider of the tenant can be invited: the invitation replaces that account. */
async function requireInvitable(ctx: Ctx, { accountId, status }: User): Promise<void> {
  if (accountId !== null && !(await isOfProvider(ctx, accountId)))
    throw new Failure('conflict', { message: 'This user has accepted an invitation already and can sign in' });
  if (status !== 'active') throw new Failure('conflict', { message: 'This user is disabled; set the status to active first' });
}

/** Returns what the mail of an invitation needs, with a token of its own; undefined if the invitation was used or withdrawn. */
export const mailedInvitation = (
  ctx: Ctx,
  userId: string,
  provesAddress: boolean,
): Promise<{ email: string; tenantName: string; token: string } | undefined> =>
  inTransaction(ctx, async (ctx) => {
    const { token, hash } = newLinkToken(ctx.tenantId);
    if (!(await updateMailed(ctx, userId, { hash, provesAddress }))) return undefined;
    const { email } = await getUser(ctx, userId);
    return { email, tenantName: (await getTenant(ctx)).name, token };
  });

export type Acceptance = { token: string; password?: string | undefined; name?: string | undefined };
export type Accepted = { email: string; tenant: { id: string; name: string } };

type Deps = {
  contextOf: ContextOf;
  passwords: Passwords;
  /** Counts a try to sign in with this address. */
  countTry(email: string): Promise<void>;
};

/**
 * Connects a user with an account. A new account gets the password. An account that exists already keeps its password, which must be given,
 * or its session: whoever invites a person sees the link, and must not get into the person's other tenants by it.
 */
export async function acceptInvitation(
  deps: Deps,
  { token, password, name }: Acceptance,
  session: Session | undefined,
  visitor: Visitor,
): Promise<Accepted> {
  const link = found(readLinkToken(token), 'invitation_not_found');
  const ctx = deps.contextOf(link.ownerId);
  const invitation = found(await selectInvitation(ctx, link.hash), 'invitation_not_found');
  const user = await getUser(ctx, invitation.userId);
  await requireInvitable(ctx, user);
  const known = await findAccount(deps.contextOf, user.email);
  const account = known ?? (await newAccount(ctx, deps.passwords, user, password, name));
  if (known) await requireOwner(deps, known, password, session);
  return inTransaction(ctx, async (ctx) => {
    found(await takeInvitation(ctx, user.id, link.hash), 'invitation_not_found');
    await connect(ctx, account, user, { isNew: !known, invitation });
    const changes = [{ field: 'hasAccount', from: false, to: true }];
    const about = { resourceType: 'user', resourceId: user.id, tokenId: NIL_ID, userId: user.id };
    recordChange(ctx, { operationId: 'acceptInvitation', requestId: visitor.requestId, changes, ...about });
    return { email: account.email, tenant: { id: ctx.tenantId, name: (await getTenant(ctx)).name } };
  });
}

async function newAccount(
  ctx: Ctx,
  passwords: Passwords,
  user: User,
  password: string | undefined,
  name: string | undefined,
): Promise<Account> {
  if (password === undefined) throw new Failure('invalid_body_params', passwordMissing);
  const now = ctx.clock.now();
  const passwordHash = await passwords.hash(password);
  const blank = { addressProvedAt: null, createdAt: now, passwordChangedAt: now, isOperator: false };
  return { id: idFor(ctx), email: user.email, name: name ?? user.name, passwordHash, ...blank };
}

const passwordMissing = {
  invalidParams: { password: { key: 'required' as const, message: 'Choose a password: this address has no account yet' } },
};

async function requireOwner(
  { passwords, countTry }: Deps,
  account: Account,
  password: string | undefined,
  session: Session | undefined,
): Promise<void> {
  if (session?.accountId === account.id && session.state === 'active' && session.onlyTenantId === null) return;
  await countTry(account.email);
  if (await passwords.verify(password ?? '', password === undefined ? null : account.passwordHash)) return;
  throw new Failure('sign_in_failed', {
    message: 'This address has an account already: give its password, or sign in first and open the link again',
  });
}

const taken = { accounts_email: 'This address got an account a moment ago; open the link again and give its password' };

/** Stores both sides of the connection, and the account if it is new. */
async function connect(
  ctx: Ctx,
  account: Account,
  user: User,
  { isNew, invitation }: { isNew: boolean; invitation: FoundInvitation },
): Promise<void> {
  const addressProvedAt = invitation.provesAddress ? ctx.clock.now() : null;
  if (user.accountId !== null) await removeProviderAccount(ctx, user.id, user.accountId);
  await linkAccount(ctx, user.id, account.id);
  await asOwner(ctx, account.id, async (accountCtx) => {
    if (isNew) await explainConflicts(taken, () => insertAccount(accountCtx, { ...account, addressProvedAt }));
    await insertMembership(accountCtx, { tenantId: ctx.tenantId, userId: user.id });
  });
}
