/** The outcome of one delivery attempt. */
export type Outcome = { kind: 'answered'; status: number; retryAfter: string | null } | { kind: 'failed'; error: string };

export type Next = { do: 'done' } | { do: 'retry'; at: Date } | { do: 'give_up' } | { do: 'disable'; reason: string };

const minute = 60;
const hour = 60 * minute;
/** The delays of the Standard Webhooks specification: ten attempts in about three days. */
export const RETRY_WAITS_SECONDS = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
const JITTER = 0.2;
const DISABLE_AFTER_MS = 5 * 24 * hour * 1000;

/** Decides what follows an attempt. `tries` counts this attempt; `random` is 0 to 1 and spreads the retries after an outage. */
export function afterAttempt(outcome: Outcome, tries: number, failingSince: Date | null, now: Date, random: number): Next {
  if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) return { do: 'done' };
  if (outcome.kind === 'answered' && outcome.status === 410) return { do: 'disable', reason: 'The endpoint answered 410 Gone' };
  if (failingSince && now.getTime() - failingSince.getTime() >= DISABLE_AFTER_MS) {
    return { do: 'disable', reason: 'Every attempt of the last five days failed' };
  }
  const wait = RETRY_WAITS_SECONDS[tries - 1];
  if (wait === undefined) return { do: 'give_up' };
  const spread = wait * (1 + JITTER * (2 * random - 1));
  return { do: 'retry', at: new Date(now.getTime() + Math.max(spread, retryAfterSeconds(outcome, wait, now)) * 1000) };
}

/** Returns the seconds of the Retry-After header of a 429 or 503, at most twice our own delay or a minute. */
function retryAfterSeconds(outcome: Outcome, wait: number, now: Date): number {
  if (outcome.kind !== 'answered' || ![429, 503].includes(outcome.status) || outcome.retryAfter === null) return 0;
  const seconds = /^\d+$/.test(outcome.retryAfter)
    ? Number(outcome.retryAfter)
    : (Date.parse(outcome.retryAfter) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(seconds, Math.max(2 * wait, minute)) : 0;
}
