import { type Answer, send } from '../security/client.ts';
import type { Environment } from '../security/environment.ts';
import { createTenant, metric, waitForWindow } from './fleet.ts';

const FREE_LIMIT = 10;
const SENT = 15;
const NEEDED_MS = 15_000;

/** Without Redis no request is refused for that reason: each process counts alone, and a metric shows it. */
export async function checkRedisAway(environment: Environment) {
  const { accessToken } = await createTenant(environment, 'free');
  const { baseUrl } = await environment.start({ REDIS_URL: 'redis://127.0.0.1:1' });
  await waitForWindow(NEEDED_MS);
  const answers: Answer[] = [];
  for (let i = 0; i < SENT; i++) {
    answers.push(await send(baseUrl, { method: 'POST', path: '/v3/labels/search', token: accessToken, body: {} }));
  }
  const ready = await send(baseUrl, { method: 'GET', path: '/readyz' });
  const figures = {
    redisAway: true,
    sent: SENT,
    limit: FREE_LIMIT,
    allowed: answers.filter(({ status }) => status === 200).length,
    refused: answers.filter(({ status }) => status === 429).length,
    rateLimitLocal: await metric(baseUrl, 'patchbay_rate_limit_local_total'),
    ready: ready.status,
  };
  const limited = figures.allowed === FREE_LIMIT && figures.refused === SENT - FREE_LIMIT;
  return { figures, kept: limited && figures.rateLimitLocal >= SENT && figures.ready === 200 };
}
