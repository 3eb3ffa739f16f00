import { setTimeout as wait } from 'node:timers/promises';
import type { Api, Reply } from './api.ts';
import { unknownId } from './fixtures.ts';

export const FREE_PER_MINUTE = 10;
const MINUTE_MS = 60_000;
const NEEDED_MS = 15_000;

/** Rate limits count clock minutes, so a count must not start near the end of one. */
export async function roomInThisMinute(): Promise<void> {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (left < NEEDED_MS) await wait(left + 100);
}

/** A request that finds nothing and does not wait after a 429. */
export const ask = (api: Api, token: string | null): Promise<Reply> =>
  api.get(`/v3/labels/${unknownId()}`, { token, impatient: true });

/** Sends requests until a tenant on the free plan has none left. Returns the refusal. */
export async function useUp(api: Api, token: string): Promise<Reply> {
  for (let i = 0; i <= FREE_PER_MINUTE; i++) {
    const reply = await ask(api, token);
    if (reply.status === 429) return reply;
  }
  throw new Error(`more than ${FREE_PER_MINUTE} requests passed in one minute`);
}
