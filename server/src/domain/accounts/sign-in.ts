import { createHash } from 'node:crypto';
import { Failure, found } from '../../platform/errors.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import type { Account, ContextOf, Visitor } from './account.ts';
import { selectAccount, selectAccountId } from './accounts.store.ts';
import { recordForTenants } from './record.ts';
import { hasSecondFactor } from './second-factor.ts';
import { type Started, startSession } from './sessions.ts';

/** The name of an address in counters and jobs: it shows no address, and exists for addresses without an account, too. */
export const addressKey = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);

/** Returns an owner for work about an address whose account, if any, is not known yet. */
export const ownerOfAddress = (email: string): string =>
  addressKey(email).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Returns the account with this address. An unknown address costs the same queries. */
export async function findAccount(contextOf: ContextOf, email: string): Promise<Account | undefined> {
  const owner = ownerOfAddress(email);
  const id = await selectAccountId(contextOf(owner), email);
  return selectAccount(contextOf(id ?? owner));
}

/** Returns the account of the context. */
export const accountOf = async (ctx: Ctx): Promise<Account> => found(await selectAccount(ctx), 'unauthorized');

/**
 * Signs a person in with a password. An unknown address, an account without a password and a wrong password give the same answer after
 * the same work. The refused try is recorded after the answer, because only a known account has tenants to record it in.
 */
export async function signIn(
  { contextOf, passwords }: { contextOf: ContextOf; passwords: Passwords },
  { email, password }: { email: string; password: string },
  visitor: Visitor,
  afterAnswer: (work: () => Promise<void>) => void,
): Promise<Started & { account: Account }> {
  const account = await findAccount(contextOf, email);
  if (!(await passwords.verify(password, account?.passwordHash ?? null)) || !account) {
    afterAnswer(async () => {
      if (account) await recordRefusal(contextOf, account.id, visitor);
    });
    throw new Failure('sign_in_failed');
  }
  const ctx = contextOf(account.id);
  const state = (await hasSecondFactor(ctx)) ? 'pending_second_factor' : 'active';
  return { account, ...(await startSession(ctx, { methods: ['password'], state }, visitor)) };
}

/** Writes a refused sign-in into the audit log of the tenants of the account. */
export const recordRefusal = (contextOf: ContextOf, accountId: string, visitor: Visitor): Promise<void> =>
  inTransaction(contextOf(accountId), (ctx) =>
    recordForTenants(
      ctx,
      { operationId: 'createSession', sessionId: null, changes: [{ field: 'state', from: null, to: 'refused' }] },
      visitor,
    ),
  );
