import { createHash } from 'node:crypto';
import { Failure } from '../../platform/errors.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { type Ctx, inSavepoint, inTransaction } from '../../storage/context.ts';
import { tryLockIdempotencyKey } from '../../storage/locks.ts';
import { type Kept, type KeptKey, keep, selectKept } from './idempotency.store.ts';

export type Answer = { status: number; body: string };

const KEY = /^[\x21-\x7e]{1,255}$/;

/** The key of a request that may be repeated, or nothing. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw new Failure('invalid_body_params', {
    invalidParams: { 'Idempotency-Key': { key: 'invalid_string', message: '1 to 255 visible ASCII characters, without spaces' } },
  });
}

/**
 * Runs the work once for a key. The answer is kept in the transaction of the effect, so a crash cannot separate the
 * two; a repeat gets the first answer again, whichever process it reaches. 5xx answers are not kept.
 */
export function once(
  ctx: Ctx,
  request: KeptKey & { rawBody: string },
  secrets: SecretBox,
  work: (ctx: Ctx) => Promise<Answer>,
  refusal: (failure: Failure) => Answer,
): Promise<Answer & { replayed: boolean }> {
  const fingerprint = createHash('sha256').update(request.rawBody).digest();
  const label = `idempotency_keys:${ctx.tenantId}:${request.operation}:${request.key}`;
  return inTransaction(ctx, async (ctx) => {
    // The read after the lock sees what the previous holder of the lock committed. A key with a stored answer needs no lock.
    const [before, isLocked, after] = await Promise.all([
      selectKept(ctx, request),
      tryLockIdempotencyKey(ctx, request.operation, request.key),
      selectKept(ctx, request),
    ]);
    const kept = before ?? after;
    if (kept) return { ...replay(kept, fingerprint, secrets, label), replayed: true };
    if (!isLocked) throw new Failure('idempotency_in_progress', { headers: { 'retry-after': '1' } });
    const answer = await inSavepoint(ctx, () => work(ctx)).catch((error: unknown) => {
      if (error instanceof Failure && error.status < 500) return refusal(error);
      throw error;
    });
    await keep(ctx, request, { fingerprint, status: answer.status, sealedBody: secrets.seal(answer.body, label) });
    return { ...answer, replayed: false };
  });
}

function replay(kept: Kept, fingerprint: Buffer, secrets: SecretBox, label: string): Answer {
  if (!kept.fingerprint.equals(fingerprint)) throw new Failure('idempotency_key_reused');
  return { status: kept.status, body: secrets.open(kept.sealedBody, label) };
}
