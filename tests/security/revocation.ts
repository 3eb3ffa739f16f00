import { setTimeout as wait } from 'node:timers/promises';
import { createTestTenant } from '../../server/src/test-kit/tenant.ts';
import { send } from './client.ts';
import type { Environment } from './environment.ts';

const PROCESSES = 3;
const ROUNDS = 5;
const POLL_MS = 10;
const GIVE_UP_MS = 30_000;

/** Revokes a token through one process while all processes use it. Measures the time until the last one refuses it. */
export async function checkRevocation(environment: Environment) {
  const processes = await Promise.all(Array.from({ length: PROCESSES }, () => environment.start()));
  const baseUrls = processes.map(({ baseUrl }) => baseUrl);
  const { token } = await createTestTenant(environment.deps);
  const latencies: number[] = [];
  // The rounds overlap with offsets, so that each meets the caches at another age.
  await Promise.all(
    Array.from({ length: ROUNDS }, async (_, round) => {
      await wait(round * 300);
      latencies.push(...(await revokeOnce(baseUrls, token, round)));
    }),
  );
  return { processes: PROCESSES, rounds: ROUNDS, revokeLatencyMs: Math.max(...latencies) };
}

async function revokeOnce(baseUrls: string[], admin: string, round: number): Promise<number[]> {
  const first = baseUrls[round % baseUrls.length] as string;
  const body = { name: `round ${round}`, scopes: ['labels.read'] };
  const created = await send(first, { method: 'POST', path: '/v3/access_tokens', token: admin, body });
  const { id, accessToken } = (JSON.parse(created.text) as { data: { id: string; accessToken: string } }).data;
  const statuses = await Promise.all(baseUrls.map((baseUrl) => use(baseUrl, accessToken)));
  if (statuses.some((status) => status !== 200)) throw new Error(`A new token answers ${statuses}`);
  const revoked = await send(first, { method: 'DELETE', path: `/v3/access_tokens/${id}`, token: admin });
  if (!revoked.text.includes(`"deletedIds":["${id}"]`)) throw new Error(`Not revoked: ${revoked.text}`);
  const revokedAt = Date.now();
  return Promise.all(baseUrls.map((baseUrl) => refusedAfter(baseUrl, accessToken, revokedAt)));
}

/**
 * Returns the time until the last request that was not answered with 401: a 401 followed by a 200 does not count. It counts when the
 * request was sent, because a busy machine may take seconds for the answer.
 */
async function refusedAfter(baseUrl: string, token: string, sinceMs: number): Promise<number> {
  let lastAcceptedAt = sinceMs;
  while (Date.now() - sinceMs < GIVE_UP_MS) {
    const sentAt = Date.now();
    if ((await use(baseUrl, token)) !== 401) lastAcceptedAt = sentAt;
    else if (Date.now() - lastAcceptedAt > 1_000) break;
    await wait(POLL_MS);
  }
  return lastAcceptedAt - sinceMs;
}

const use = async (baseUrl: string, token: string): Promise<number> =>
  (await send(baseUrl, { method: 'POST', path: '/v3/labels/search', token, body: {} })).status;
