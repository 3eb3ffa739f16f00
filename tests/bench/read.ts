import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../server/src/test-kit/database.ts';
import { admin } from '../../server/src/test-kit/server-process.ts';
import { atEnd, main } from '../chaos/endings.ts';
import { cpuMsOfSide } from '../ratios/cpu-use.ts';
import { median } from '../ratios/median.ts';
import { comparePairs, databaseOf, PAIRS, printComparison, type Side } from '../ratios/pairs.ts';
import { seedChats } from './seed-chats.ts';
import { openClient } from './seed-runs.ts';
import { start } from './start.ts';
import { load, needWrk, wrkScript } from './wrk.ts';

/**
 * npm run bench:read. GET /v3/chats/{id} through the whole pipeline against a bare handler, in alternating slices on the same rows.
 * PAIRS and SECONDS (of one slice) shorten it.
 */
const SECONDS = Number(process.env.SECONDS ?? 2);
const CHATS = 20_000;
const FIRST_REQUESTS = 3_000;
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 0.6);

await main(async () => {
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
  const loads = { bare: [] as number[], ours: [] as number[] };
  const open = async (name: keyof typeof loads, file: string, args: string[], more: Record<string, string>): Promise<Side> => {
    const { url, child } = await start(file, args, { ...env, ...more });
    atEnd(async () => child.kill());
    return {
      async run() {
        const one = await load(url, script, SECONDS);
        failed += one.failed;
        loads[name].push(one.p99Ms);
        return { units: one.requestsPerSecond * SECONDS, seconds: SECONDS };
      },
      cpuMs: () => cpuMsOfSide(child.pid ?? 0, client),
    };
  };
  const bare = await open('bare', 'tests/bench/bare-read.ts', [], { TENANT_ID: tenantId });
  const ours = await open('ours', 'server/src/main.ts', ['api'], {});
  const options = { pairs: PAIRS, seconds: SECONDS, firstUnits: FIRST_REQUESTS, databases: [databaseOf(database.url)] };
  const comparison = await comparePairs({ bare, ours }, options);
  const p99 = (values: number[]) => median(values.slice(-PAIRS)).toFixed(1);
  console.log(`hardware="${cpus().length} x ${cpus()[0]?.model}"`);
  console.log(
    `chats=${CHATS} pairs=${PAIRS} sliceSeconds=${SECONDS} failed=${failed} bareP99Ms=${p99(loads.bare)} oursP99Ms=${p99(loads.ours)}`,
  );
  printComparison(comparison);
  return comparison.ratio >= WANTED_RATIO && failed === 0;
});
