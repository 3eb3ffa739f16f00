import { setTimeout as wait } from 'node:timers/promises';
import { send } from './client.ts';
import type { Environment } from './environment.ts';

const LIMIT = 5;
const TRIES = 20;
const WINDOW_MS = 60_000;
const NEEDED_MS = 15_000;

/** Guessing tokens is rate limited; valid tokens from the same address are not. */
export async function checkFailedLogins(environment: Environment, good: string) {
  const prefix = `${environment.env.REDIS_PREFIX}logins:`;
  const { baseUrl } = await environment.start({ FAILED_LOGINS_PER_MINUTE: String(LIMIT), REDIS_PREFIX: prefix });
  const leftMs = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (leftMs < NEEDED_MS) await wait(leftMs + 50);
  const call = { method: 'POST', path: '/v3/labels/search', body: {} };
  const answers = [];
  for (let i = 0; i < TRIES; i++) answers.push(await send(baseUrl, { ...call, token: `guess${i}` }));
  const refused = answers.filter(({ status }) => status === 401).length;
  const slowed = answers.filter(({ status, headers }) => status === 429 && Number(headers['retry-after']) > 0).length;
  const passed = (await send(baseUrl, { ...call, token: good })).status === 200;
  const kept = refused === LIMIT && slowed === TRIES - LIMIT && passed;
  return { failedLogins: TRIES, refused, slowed, goodTokenPasses: passed, kept };
}
