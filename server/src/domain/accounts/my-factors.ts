import { Failure } from '../../platform/errors.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import type { DeleteResult } from '../../storage/deletion.ts';
import {
  beginRegistration,
  checkPasskey,
  claimedAccount,
  confirmTotp,
  countingTries,
  deletePasskey,
  enrolTotp,
  type Factors,
  type GivenCode,
  getFactors,
  hasFactor,
  makeRecoveryCodes,
  type NewPasskey,
  type Passkey,
  type PasskeyAnswer,
  type RelyingParty,
  registerPasskey,
  removeTotp,
  renamePasskey,
  verifyCode,
} from '../factors/index.ts';
import type { ContextOf, Session, SignInMethod, Visitor } from './account.ts';
import { selectAccount } from './accounts.store.ts';
import { type Proof, requireMayChange, requireWholeAccount } from './proof.ts';
import { recordForTenants } from './record.ts';
import { activateSession, type Started, startSession } from './sessions.ts';
import { recordRefusal } from './sign-in.ts';

/** A request of a person about the own account. */
export type MyRequest = {
  contextOf: ContextOf;
  passwords: Passwords;
  secrets: SecretBox;
  site: RelyingParty;
  session: Session;
  visitor: Visitor;
};

export type GivenProof = { password: string } | GivenCode;

const ctxOf = ({ contextOf, session }: MyRequest): Ctx => contextOf(session.accountId);

export async function getMyFactors(request: MyRequest): Promise<Factors> {
  requireWholeAccount(request.session);
  return getFactors(ctxOf(request));
}

/** Gives the second factor of a session. It becomes active and gets a new token. */
export async function giveSecondFactor(request: MyRequest, given: GivenCode | { passkey: PasskeyAnswer }): Promise<Started> {
  const { session, visitor, contextOf } = request;
  requireWholeAccount(session);
  try {
    const method = await methodOf(request, given);
    return await activateSession(ctxOf(request), session, method, visitor);
  } catch (error) {
    if (error instanceof Failure && error.status === 403) await recordRefusal(contextOf, session.accountId, visitor);
    throw error;
  }
}

async function methodOf(request: MyRequest, given: GivenCode | { passkey: PasskeyAnswer }): Promise<SignInMethod> {
  const ctx = ctxOf(request);
  if (!('passkey' in given)) return verifyCode(ctx, request.secrets, given);
  if (claimedAccount(given.passkey.response) !== ctx.tenantId) throw new Failure('passkey_refused');
  await checkPasskey(ctx, request, given.passkey);
  return 'passkey';
}

/** Signs a person in with a passkey, which is both factors. */
export async function signInWithPasskey(
  deps: Pick<MyRequest, 'contextOf' | 'secrets' | 'site'>,
  answer: PasskeyAnswer,
  visitor: Visitor,
): Promise<Started> {
  const accountId = claimedAccount(answer.response);
  if (accountId === undefined) throw new Failure('passkey_refused');
  const ctx = deps.contextOf(accountId);
  await checkPasskey(ctx, deps, answer);
  return startSession(ctx, { methods: ['passkey'], state: 'active' }, visitor);
}

/** Begins to set up an authenticator app. */
export async function enrolMyTotp(request: MyRequest, proof: GivenProof | undefined): Promise<{ secret: string; uri: string }> {
  await requireProof('add', request, proof);
  return enrolTotp(ctxOf(request), request.secrets, await emailOf(request));
}

/** Confirms the authenticator app. The session has given its second factor with it. */
export async function confirmMyTotp(request: MyRequest, code: string): Promise<Started & { recoveryCodes: string[] }> {
  requireWholeAccount(request.session);
  const recoveryCodes = await confirmTotp(ctxOf(request), request.secrets, code);
  await record(request, 'confirmTotp');
  return { recoveryCodes, ...(await activateSession(ctxOf(request), request.session, 'totp', request.visitor)) };
}

export async function removeMyTotp(request: MyRequest, proof: GivenProof): Promise<void> {
  await requireProof('remove', request, proof);
  await removeTotp(ctxOf(request));
  await record(request, 'removeTotp');
}

export async function replaceMyRecoveryCodes(request: MyRequest, proof: GivenProof): Promise<string[]> {
  await requireProof('remove', request, proof);
  const ctx = ctxOf(request);
  if (!(await hasFactor(ctx)))
    throw new Failure('conflict', { message: 'Recovery codes replace a second factor, and there is none; set one up first' });
  const codes = await makeRecoveryCodes(ctx);
  await record(request, 'replaceRecoveryCodes');
  return codes;
}

export async function beginMyPasskey(request: MyRequest, proof: GivenProof | undefined) {
  await requireProof('add', request, proof);
  return beginRegistration(ctxOf(request), request, await emailOf(request));
}

/** Registers a passkey. The session has given its second factor with it. */
export async function registerMyPasskey(
  request: MyRequest,
  wanted: NewPasskey,
): Promise<Started & { passkey: Passkey; recoveryCodes: string[] | null }> {
  requireWholeAccount(request.session);
  const registered = await registerPasskey(ctxOf(request), request, wanted);
  await record(request, 'createPasskey');
  return { ...registered, ...(await activateSession(ctxOf(request), request.session, 'passkey', request.visitor)) };
}

export async function renameMyPasskey(request: MyRequest, id: string, name: string): Promise<Passkey> {
  requireWholeAccount(request.session);
  const passkey = await renamePasskey(ctxOf(request), id, name);
  await record(request, 'renamePasskey');
  return passkey;
}

export async function removeMyPasskey(request: MyRequest, id: string, proof: GivenProof): Promise<DeleteResult> {
  await requireProof('remove', request, proof);
  const result = await deletePasskey(ctxOf(request), id);
  if (result.deletedIds.length > 0) await record(request, 'removePasskey');
  return result;
}

async function requireProof(kind: 'add' | 'remove', request: MyRequest, given: GivenProof | undefined): Promise<void> {
  requireWholeAccount(request.session); // before a code is used up
  const ctx = ctxOf(request);
  const proof = await proofOf(request, given);
  requireMayChange(kind, { session: request.session, hasFactor: await hasFactor(ctx), proof, now: ctx.clock.now() });
}

async function proofOf(request: MyRequest, given: GivenProof | undefined): Promise<Proof> {
  if (given === undefined) return 'none';
  const ctx = ctxOf(request);
  if (!('password' in given)) {
    await verifyCode(ctx, request.secrets, given);
    return 'factor';
  }
  const account = await selectAccount(ctx);
  const isRight = await countingTries(ctx, () => request.passwords.verify(given.password, account?.passwordHash ?? null));
  if (!isRight) throw new Failure('proof_required', { message: 'This is not your password; give it again' });
  return 'password';
}

async function emailOf(request: MyRequest): Promise<string> {
  return (await selectAccount(ctxOf(request)))?.email ?? '';
}

const record = (request: MyRequest, operationId: string): Promise<void> =>
  inTransaction(ctxOf(request), (ctx) => recordForTenants(ctx, { operationId, sessionId: request.session.id }, request.visitor));
