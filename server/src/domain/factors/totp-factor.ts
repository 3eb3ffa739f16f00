import { Failure } from '../../platform/errors.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { type Ctx, inTransaction } from '../../storage/context.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import {
  beginTry,
  confirmTotpRow,
  deleteTotp,
  endTries,
  replaceRecoveryCodes,
  selectHasFactor,
  selectTotp,
  takeRecoveryCode,
  takeStep,
  upsertUnconfirmedTotp,
} from './totp.store.ts';
import { acceptedStep, newTotpSecret, totpUri } from './totp.ts';

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
  const factor = await selectTotp(ctx);
  if (!factor || factor.confirmedAt !== null)
    throw new Failure('conflict', { message: 'There is no authenticator app to confirm; begin with POST /v3/account/totp' });
  const isRight = await countingTries(ctx, async () => {
    const step = acceptedStep(box.open(factor.sealedSecret, labelOf(ctx.tenantId)), code, ctx.clock.now(), null);
    return step !== undefined && (await confirmTotpRow(ctx, factor.sealedSecret, step));
  });
  if (!isRight) throw new Failure('code_refused');
  return makeRecoveryCodes(ctx); // those of a passkey are replaced: the person sees these
}

export type GivenCode = { code: string } | { recoveryCode: string };

/** Verifies a code of the app, or a recovery code, and uses it up. Throws `code_refused`, or `too_many_requests` after many wrong ones. */
export async function verifyCode(ctx: Ctx, box: SecretBox, given: GivenCode): Promise<'totp' | 'recovery_code'> {
  const isTotp = 'code' in given;
  const isRight = await countingTries(ctx, () =>
    isTotp ? takeTotpCode(ctx, box, given.code) : takeRecovery(ctx, given.recoveryCode),
  );
  if (!isRight) throw new Failure('code_refused');
  return isTotp ? 'totp' : 'recovery_code';
}

/**
 * Counts a try, then makes it. The count is committed before: neither a refusal nor a try at the same time undoes it. A right one resets the
 * count.
 */
export async function countingTries(ctx: Ctx, check: () => Promise<boolean>): Promise<boolean> {
  if (ctx.db.transaction) throw new Error('a try must be counted outside a transaction: a refusal would undo the count');
  const until = await beginTry(ctx);
  if (until) throw blockedUntil(until, ctx.clock.now());
  const isRight = await check();
  if (isRight) await endTries(ctx);
  return isRight;
}

function blockedUntil(until: Date, now: Date): Failure {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new Failure('too_many_requests', {
    message: `Too many wrong codes or passwords; try again in ${seconds} seconds`,
    headers: { 'retry-after': String(seconds) },
  });
}

async function takeTotpCode(ctx: Ctx, box: SecretBox, code: string): Promise<boolean> {
  const factor = await selectTotp(ctx);
  if (!factor?.confirmedAt) return false;
  const secret = box.open(factor.sealedSecret, labelOf(ctx.tenantId));
  const step = acceptedStep(secret, code, ctx.clock.now(), factor.lastStep);
  if (step === undefined) return false;
  if (await takeStep(ctx, factor.sealedSecret, step)) return true;
  // `admin key reseal` may have sealed the same secret again since it was read.
  const resealed = (await selectTotp(ctx))?.sealedSecret;
  if (!resealed || resealed.equals(factor.sealedSecret)) return false;
  return box.open(resealed, labelOf(ctx.tenantId)) === secret && takeStep(ctx, resealed, step);
}

const takeRecovery = (ctx: Ctx, code: string): Promise<boolean> => takeRecoveryCode(ctx, hashRecoveryCode(ctx.tenantId, code));

/** Replaces the recovery codes. Those before stop working. */
export async function makeRecoveryCodes(ctx: Ctx): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(ctx.tenantId, code));
  await inTransaction(ctx, (ctx) => replaceRecoveryCodes(ctx, hashes));
  return codes;
}

/** Removes the authenticator app. Recovery codes stay as long as there is a passkey. */
export const removeTotp = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await deleteTotp(ctx);
    await dropCodesWithoutFactor(ctx);
  });

/** Removes recovery codes that recover nothing, because the account has no factor any more. */
export async function dropCodesWithoutFactor(ctx: Ctx): Promise<void> {
  if (!(await selectHasFactor(ctx))) await replaceRecoveryCodes(ctx, []);
}
