import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { loadConfig } from '../../server/src/platform/config.ts';
import type { ServerProcess } from '../../server/src/test-kit/server-process.ts';
import type { Environment } from '../security/environment.ts';
import { ADMIN, runReseal } from './reseal-process.ts';
import { type Seeded, seedValues } from './seed.ts';
import { type Fleet, startTraffic } from './traffic.ts';
import { verifyValues } from './verify.ts';

type RunningFleet = Fleet & { running: ServerProcess[] };

const PROCESSES = 2;
const BEFORE_NEXT_STEP_MS = 1_000;
/** The first run of the command is killed when it has reported this share of the values. */
const KILL_AT = 0.5;

/** Follows the guide: both keys open, the new one seals, reseal, the old one is removed. Requests come in all the time. */
export async function rotate(environment: Environment, values: number, adminUrl = ADMIN) {
  const oldKey = loadConfig(environment.env).MASTER_KEY;
  const newKey = randomBytes(32).toString('base64');
  const both = { MASTER_KEY: newKey, MASTER_KEYS: `${newKey},${oldKey}` };
  const seeded = await seedValues(environment, oldKey, values);
  const fleet: RunningFleet = { urls: [], running: [] };
  await roll(environment, fleet, { MASTER_KEY: oldKey });
  const traffic = startTraffic(fleet, seeded);
  try {
    await wait(BEFORE_NEXT_STEP_MS);
    await roll(environment, fleet, { MASTER_KEY: oldKey, MASTER_KEYS: `${oldKey},${newKey}` });
    await roll(environment, fleet, both);
    const resealed = await resealInTwoRuns(environment, both, adminUrl, newKey, seeded);
    await roll(environment, fleet, { MASTER_KEY: newKey });
    await wait(BEFORE_NEXT_STEP_MS);
    await traffic.stop();
    const verified = await verifyValues(environment.superuser, newKey, seeded);
    return { ...resealed, ...verified, requests: traffic.requests, failed: traffic.failed };
  } finally {
    await traffic.stop();
    await Promise.all(fleet.running.map((one) => one.stop()));
  }
}

/** Replaces the processes. New ones take requests before old ones stop taking them. */
async function roll(environment: Environment, fleet: RunningFleet, keys: Record<string, string>): Promise<void> {
  const next = await Promise.all(Array.from({ length: PROCESSES }, () => environment.start(keys)));
  const before = fleet.running;
  fleet.running = next;
  fleet.urls = next.map(({ baseUrl }) => baseUrl);
  await Promise.all(before.map((one) => one.stop()));
}

async function resealInTwoRuns(
  { env, superuser }: Environment,
  keys: Record<string, string>,
  adminUrl: string,
  newKey: string,
  seeded: Seeded,
) {
  const startedAt = Date.now();
  const left = async () => (await verifyValues(superuser, newKey, seeded)).oldKeyLeft;
  const leftBefore = await left();
  const killed = await runReseal(adminUrl, { ...env, ...keys }, Math.floor(leftBefore * KILL_AT));
  const leftAfterKill = await left();
  const second = await runReseal(adminUrl, { ...env, ...keys });
  if (second.code !== 0) console.error(second.output.slice(-2_000));
  const third = await runReseal(adminUrl, { ...env, ...keys });
  return {
    killed: killed.code === null,
    leftBefore,
    progressAtKill: killed.progress,
    leftAfterKill,
    resealed: second.resealed,
    reported: second.oldKeyLeft,
    again: third.resealed,
    resealMs: Date.now() - startedAt,
  };
}
