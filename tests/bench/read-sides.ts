import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../server/src/test-kit/database.ts';
import { program } from '../../server/src/test-kit/programs.ts';
import { admin } from '../../server/src/test-kit/server-process.ts';
import { atEnd } from '../chaos/endings.ts';
import { cpuMsOfSide } from '../ratios/cpu-use.ts';
import { type Contest, databaseOf, type Side } from '../ratios/pairs.ts';
import { seedChats } from './seed-chats.ts';
import { openClient } from './seed-runs.ts';
import { start } from './start.ts';
import { load, needWrk, wrkScript } from './wrk.ts';

export const CHATS = 20_000;
const FIRST_REQUESTS = 3_000;
/** wrk runs for whole seconds. */
const SECONDS = Math.max(1, Math.round(Number(process.env.SECONDS ?? 2)));

type Name = 'bare' | 'ours';
export type ReadContest = Contest & { failed(): number; p99Ms: Record<Name, number[]> };

/** Opens a server process and a bare handler on the same rows. */
export async function openRead(): Promise<ReadContest> {
  needWrk();
  const database = await createTestDatabase();
  atEnd(database.drop);
  const client = await openClient(database.url);
  atEnd(() => client.end());
  const folder = await mkdtemp(join(tmpdir(), 'bench-read-'));
  atEnd(() => rm(folder, { recursive: true }));
  const env = { DATABASE_URL: database.url, REDIS_PREFIX: `bench:${process.pid}:` };
  await admin(env, 'migrate');
  const tenant = ['tenant', 'create', '--name', 'Bench', '--plan', 'enterprise', '--rate-limit', '900000000', '--json'];
  const { tenantId, accessToken } = await admin(env, ...tenant);
  const script = join(folder, 'load.lua');
  wrkScript(script, await seedChats(database.url, tenantId, CHATS), accessToken);
  let failed = 0;
  const p99Ms: Record<Name, number[]> = { bare: [], ours: [] };
  const open = async (name: Name, file: string, args: string[]): Promise<Side> => {
    const { url, child } = await start(file, args, { ...env, TENANT_ID: tenantId });
    atEnd(async () => child.kill());
    return {
      pid: child.pid ?? 0,
      async run() {
        const one = await load(url, script, SECONDS);
        failed += one.failed;
        p99Ms[name].push(one.p99Ms);
        return { units: one.requestsPerSecond * SECONDS, seconds: SECONDS };
      },
      cpuMs: () => cpuMsOfSide(child.pid ?? 0, client),
    };
  };
  const bare = await open('bare', 'tests/bench/bare-read.ts', []);
  const ours = await open('ours', program('main'), ['api']);
  const databases = [databaseOf(database.url)];
  return { sides: { bare, ours }, firstUnits: FIRST_REQUESTS, databases, failed: () => failed, p99Ms };
}
