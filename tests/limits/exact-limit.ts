import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';
import { createTenant, endOfWindowSeconds, type Fleet, metric, type Tenant, WINDOW_MS, waitForWindow } from './fleet.ts';

const SENT = 3_000;
const LIMIT = 1_000;
const NEEDED_MS = 30_000;
/** On a busy machine the requests may not fit into one window; then they are sent again, as another tenant. */
const MOST_TRIES = 3;

type Timed = Answer & { sentAtMs: number; receivedAtMs: number };

const search = { method: 'POST', path: '/v3/labels/search', body: {} };

/** Sends far more requests than the plan allows through all processes: exactly the limit passes, and every response has the reset time. */
export async function checkExactLimit(environment: Environment, fleet: Fleet) {
  const { tenant, resetSeconds, answers } = await sendInOneWindow(environment, fleet);
  const allowed = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  const remaining = new Set(allowed.map(({ headers }) => Number(headers['x-ratelimit-remaining'])));
  const counted = await Promise.all(fleet.processes.map(({ baseUrl }) => metric(baseUrl, 'patchbay_rate_limit_local_total')));
  const figures = {
    processes: fleet.processes.length,
    sent: SENT,
    limit: LIMIT,
    allowed: allowed.length,
    refused: refused.length,
    distinctRemaining: remaining.size,
    wrongRemaining: [...remaining].filter((left) => left < 0 || left >= LIMIT).length + refused.filter(hasSomeLeft).length,
    wrongReset: answers.filter(({ headers }) => headers['x-ratelimit-reset'] !== String(resetSeconds)).length,
    wrongRetryAfter: refused.filter((answer) => !tellsWhen(answer, resetSeconds)).length,
    countedAlone: counted.reduce((sum, n) => sum + n, 0),
  };
  const exact = figures.allowed === LIMIT && figures.refused === SENT - LIMIT && figures.distinctRemaining === LIMIT;
  const kept = exact && figures.wrongRemaining + figures.wrongReset + figures.wrongRetryAfter === 0;
  return { figures, kept, passesAgain: () => passesAgain(fleet, tenant, resetSeconds) };
}

async function sendInOneWindow(environment: Environment, fleet: Fleet) {
  for (let tries = 1; ; tries++) {
    const tenant = await createTenant(environment, 'ultra');
    await waitForWindow(NEEDED_MS);
    const resetSeconds = endOfWindowSeconds(Date.now());
    const answers = await Promise.all(Array.from({ length: SENT }, (_, i) => timed(fleet, i, tenant)));
    if (Date.now() < resetSeconds * 1_000 || tries === MOST_TRIES) return { tenant, resetSeconds, answers };
  }
}

async function timed(fleet: Fleet, index: number, { accessToken }: Tenant): Promise<Timed> {
  const sentAtMs = Date.now();
  const answer = await fleet.send(index, { ...search, token: accessToken });
  return { ...answer, sentAtMs, receivedAtMs: Date.now() };
}

const hasSomeLeft = ({ headers }: Answer): boolean => headers['x-ratelimit-remaining'] !== '0';

/** Retry-After was correct at some time between request and response. */
function tellsWhen({ headers, sentAtMs, receivedAtMs }: Timed, resetSeconds: number): boolean {
  const after = Number(headers['retry-after']);
  const secondsFrom = (ms: number) => Math.max(1, Math.ceil(resetSeconds - ms / 1000));
  return after >= secondsFrom(receivedAtMs) && after <= secondsFrom(sentAtMs);
}

/** Called at the end of the program, when the window has mostly passed. */
async function passesAgain(fleet: Fleet, tenant: Tenant, resetSeconds: number): Promise<boolean> {
  await wait(Math.min(WINDOW_MS, Math.max(0, resetSeconds * 1000 - Date.now() + 50)));
  const { status, headers } = await timed(fleet, 0, tenant);
  return status === 200 && headers['x-ratelimit-remaining'] === String(LIMIT - 1);
}
