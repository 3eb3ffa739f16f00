import { setTimeout as wait } from 'node:timers/promises';
import { signedHeaders } from './sign.ts';

/** One try: an answer with its status, or none and the reason. */
export type Try = { status: number } | { error: string; isUnreachable: boolean };
export type Forwarded = { status: number | null; error: string | null; tries: number; durationMs: number };

const TRIES = 3;
const ANSWER_WITHIN_MS = 30_000;
const WAITS_MS = [250, 500, 1_000, 2_000];

/**
 * A server that is not there is waited for: it is being restarted, and no event may be missed. One that answers with an error gets
 * a few tries, and then the next event its turn: a bug in one handler must not hold up everything.
 */
export function afterTry(outcome: Try, tries: number): 'done' | 'again' | 'give up' {
  if ('status' in outcome) return outcome.status >= 200 && outcome.status < 300 ? 'done' : tries < TRIES ? 'again' : 'give up';
  return outcome.isUnreachable || tries < TRIES ? 'again' : 'give up';
}

export const waitBefore = (tries: number): number => WAITS_MS[Math.min(tries, WAITS_MS.length) - 1] ?? 0;

type Target = { url: string; secret: string; signal: AbortSignal; onWaiting(why: string): void };

/** Posts an event until the server has taken it, or has refused it often enough. */
export async function forward(target: Target, event: { id: string }): Promise<Forwarded> {
  const body = JSON.stringify(event);
  const startedAt = Date.now();
  for (let tries = 1; ; tries++) {
    const outcome = await attempt(target, event.id, body);
    if (afterTry(outcome, tries) !== 'again') return { ...settled(outcome), tries, durationMs: Date.now() - startedAt };
    if ('error' in outcome && outcome.isUnreachable) target.onWaiting(outcome.error);
    await wait(waitBefore(tries), undefined, { signal: target.signal });
  }
}

const settled = (outcome: Try): Pick<Forwarded, 'status' | 'error'> =>
  'status' in outcome ? { status: outcome.status, error: null } : { status: null, error: outcome.error };

async function attempt({ url, secret, signal }: Target, id: string, body: string): Promise<Try> {
  const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    const headers = signedHeaders(secret, id, new Date(), body);
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    await answer.body?.cancel();
    return { status: answer.status };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return { error: `no answer within ${ANSWER_WITHIN_MS / 1000} s`, isUnreachable: false };
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return { error: cause?.code ?? message, isUnreachable: true };
  }
}
