import { Failure } from '../../platform/errors.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { acceptedStep, newTotpSecret, totpUri } from './totp.ts';
import {
  beginTry,
  confirmTotpRow,
  countRecoveryCodes,
  deleteTotp,
  endTries,
  replaceRecoveryCodes,
  selectTotp,
  takeRecoveryCode,
  takeStep,
  upsertUnconfirmedTotp,
} from './totp.store.ts';

// The context of these functions is that of an account: `ctx.tenantId` is the id of the account.

const ISSUER = 'Patchbay';
const labelOf = (accountId: string): string => `totp_factors:${accountId}`;

/** Creates a secret for an authenticator app. It becomes a factor when a code confirms it. */
export async function enrolTotp(ctx: Ctx, box: SecretBox, email: string): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  if (!(await upsertUnconfirmedTotp(ctx, box.seal(secret, labelOf(ctx.tenantId)))))
    throw new Failure('conflict', { message: 'An authenticator app is set up already; remove it first to set up another one' });
  return { secret, uri: totpUri(secret, { issuer: ISSUER, label: email }) };
}

/** Confirms the authenticator app with one of its codes. Returns the recovery codes, which are shown once. */
export async function confirmTotp(ctx: Ctx, box: SecretBox, code: string): Promise<string[]> {
  await countTry(ctx);
  return inTransaction(ctx, async (ctx) => {
    const factor = await selectTotp(ctx);
    if (!factor || factor.confirmedAt !== null)
      throw new Failure('conflict', { message: 'There is no authenticator app to confirm; begin with POST /v3/me/totp' });
    const step = acceptedStep(box.open(factor.sealedSecret, labelOf(ctx.tenantId)), code, ctx.clock.now(), null);
    if (step === undefined || !(await confirmTotpRow(ctx, factor.sealedSecret, step))) throw new Failure('code_refused');
    await endTries(ctx);
    return makeRecoveryCodes(ctx);
  });
}

/** Verifies a code of the app, or a recovery code, and uses it up. Throws `code_refused`, or `too_many_requests` after many wrong ones. */
export async function verifyCode(ctx: Ctx, box: SecretBox, given: GivenCode): Promise<'totp' | 'recovery_code'> {
  await countTry(ctx);
  const isRight = 'code' in given ? await takeTotpCode(ctx, box, given.code) : await takeRecovery(ctx, given.recoveryCode);
  if (!isRight) throw new Failure('code_refused');
  await endTries(ctx);
  return 'code' in given ? 'totp' : 'recovery_code';
}

export type GivenCode = { code: string } | { recoveryCode: string };

/** Counts a try, in a transaction of its own: a refused code must not undo the count. */
async function countTry(ctx: Ctx): Promise<void> {
  const until = await beginTry(ctx);
  if (!until) return;
  const seconds = Math.max(1, Math.ceil((until.getTime() - ctx.clock.now().getTime()) / 1000));
  throw new Failure('too_many_requests', {
    message: `Too many wrong codes; try again in ${seconds} seconds`,
    headers: { 'retry-after': String(seconds) },
  });
}

async function takeTotpCode(ctx: Ctx, box: SecretBox, code: string): Promise<boolean> {
  const factor = await selectTotp(ctx);
  if (!factor?.confirmedAt) return false;
  const secret = box.open(factor.sealedSecret, labelOf(ctx.tenantId));
  const step = acceptedStep(secret, code, ctx.clock.now(), factor.lastStep);
  return step !== undefined && takeStep(ctx, factor.sealedSecret, step);
}

const takeRecovery = (ctx: Ctx, code: string): Promise<boolean> => takeRecoveryCode(ctx, hashRecoveryCode(ctx.tenantId, code));

/** Replaces the recovery codes. Those before stop working. */
export async function makeRecoveryCodes(ctx: Ctx): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(ctx.tenantId, code));
  await inTransaction(ctx, (ctx) => replaceRecoveryCodes(ctx, hashes));
  return codes;
}

/** Removes the authenticator app and the recovery codes. */
export const removeTotp = (ctx: Ctx): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    await replaceRecoveryCodes(ctx, []);
    return deleteTotp(ctx);
  });

export type FactorState = { hasTotp: boolean; recoveryCodes: number };

export async function totpState(ctx: Ctx): Promise<FactorState> {
  const factor = await selectTotp(ctx);
  return { hasTotp: factor?.confirmedAt != null, recoveryCodes: await countRecoveryCodes(ctx) };
}
