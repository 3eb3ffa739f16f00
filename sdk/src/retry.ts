/** What became of one attempt, as far as trying again is concerned. */
export type Outcome = { status: number; messageKey: string | null; retryAfter: string | null } | { lost: true };

export type RetryPolicy = { maxRetries: number; baseMs: number; maxWaitMs: number; maxRetryAfterMs: number };

export const standardPolicy: RetryPolicy = { maxRetries: 3, baseMs: 500, maxWaitMs: 8_000, maxRetryAfterMs: 60_000 };

/**
 * What may succeed when it is tried again: a lost connection, 408, 429 and 5xx, and a request of ours that is still running
 * under the same key because its answer was given up on. All calls that change something are safe to repeat: POST and PUT
 * carry a key, and DELETE returns `notFoundIds` the second time.
 */
export const mayPass = (outcome: Outcome): boolean =>
  'lost' in outcome ||
  outcome.status === 408 ||
  outcome.status === 429 ||
  outcome.status >= 500 ||
  outcome.messageKey === 'idempotency_in_progress';

/**
 * How long to wait before the next attempt, or null to give up. What the server asks for is kept to: a little is added, so that
 * many clients do not come back at once, and nothing is taken away. Asked for more than the cap, we give up at once
 * rather than come too early. Without its word the wait is random below a bound that doubles.
 */
export function waitBefore(
  retry: number,
  outcome: Outcome,
  policy: RetryPolicy,
  { now, random }: { now: number; random: () => number },
): number | null {
  if (retry > policy.maxRetries || !mayPass(outcome)) return null;
  const asked = 'lost' in outcome ? null : retryAfterMs(outcome.retryAfter, now);
  const bound = Math.min(policy.maxWaitMs, policy.baseMs * 2 ** (retry - 1));
  if (asked === null) return random() * bound;
  return asked > policy.maxRetryAfterMs ? null : asked + random() * policy.baseMs;
}

/** Retry-After as seconds or as a date; an invalid value counts as absent. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const at = /^\s*[A-Z][a-z]{2,8},? /.test(header) ? Date.parse(header) : Number.NaN; // others would read -1 as a year
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
