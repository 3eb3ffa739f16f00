import { createHash } from 'node:crypto';
import { Failure } from '../../platform/errors.ts';
import type { SecretBox } from '../../platform/secrets.ts';
import { type Ctx, inSavepoint, inTransaction } from '../../storage/context.ts';
import { tryLockIdempotencyKey } from '../../storage/locks.ts';
import { type AnswerKey, insertAnswer, type StoredAnswer, selectAnswer } from './idempotency.store.ts';

export type Answer = { status: number; body: string };

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Returns the idempotency key of a request, or undefined. */
export function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw new Failure('invalid_body_params', {
    invalidParams: { 'Idempotency-Key': { key: 'invalid_string', message: '1 to 255 visible ASCII characters, without spaces' } },
  });
}

/**
 * Runs the work once per key. The answer is stored in the transaction of the effect, so a crash cannot separate the two. A repeated
 * request gets the stored answer, in any process. 5xx answers are not stored.
 */
export function once(
  ctx: Ctx,
  request: AnswerKey & { rawBody: string },
  secrets: SecretBox,
  work: (ctx: Ctx) => Promise<Answer>,
  refusal: (failure: Failure) => Answer,
): Promise<Answer & { replayed: boolean }> {
  const fingerprint = createHash('sha256').update(request.rawBody).digest();
  const label = `idempotency_keys:${ctx.tenantId}:${request.operation}:${request.key}`;
  return inTransaction(ctx, async (ctx) => {
    // The read after the lock sees what the previous holder of the lock committed. A key with a stored answer needs no lock.
    const [before, isLocked, after] = await Promise.all([
      selectAnswer(ctx, request),
      tryLockIdempotencyKey(ctx, request.operation, request.key),
      selectAnswer(ctx, request),
    ]);
    const stored = before ?? after;
    if (stored) return { ...replay(stored, fingerprint, secrets, label), replayed: true };
    if (!isLocked) throw new Failure('idempotency_in_progress', { headers: { 'retry-after': '1' } });
    const answer = await inSavepoint(ctx, () => work(ctx)).catch((error: unknown) => {
      if (error instanceof Failure && error.status < 500) return refusal(error);
      throw error;
    });
    await insertAnswer(ctx, request, { fingerprint, status: answer.status, sealedBody: secrets.seal(answer.body, label) });
    return { ...answer, replayed: false };
  });
}

function replay(stored: StoredAnswer, fingerprint: Buffer, secrets: SecretBox, label: string): Answer {
  if (!stored.fingerprint.equals(fingerprint)) throw new Failure('idempotency_key_reused');
  return { status: stored.status, body: secrets.open(stored.sealedBody, label) };
}
