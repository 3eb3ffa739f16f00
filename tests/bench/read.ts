import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from '../../server/src/test-kit/database.ts';
import { freePort } from '../../server/src/test-kit/ports.ts';
import { admin } from '../../server/src/test-kit/server-process.ts';
import { median } from './median.ts';
import { seedChats } from './seed-chats.ts';
import { type Load, load, needWrk, wrkScript } from './wrk.ts';

/**
 * npm run bench:read. GET /v3/chats/{id} through the whole pipeline against a bare handler, alternating in one run
 * on the same rows. ROUNDS and SECONDS shorten it for CI.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 6);
const SECONDS = Number(process.env.SECONDS ?? 5);
const CHATS = 20_000;
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 0.6);

needWrk();
const database = await createTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'bench-read-'));
const children: ReturnType<typeof spawn>[] = [];

async function start(file: string, args: string[], env: Record<string, string>): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return url;
    await wait(100);
  }
  throw new Error(`${file} did not start`);
}

const rate = (loads: Load[]) => Math.round(median(loads.map((one) => one.requestsPerSecond)));
const p99 = (loads: Load[]) => median(loads.map((one) => one.p99Ms)).toFixed(1);

try {
  const env = { DATABASE_URL: database.url, REDIS_PREFIX: `bench:${process.pid}:` };
  await admin(env, 'migrate');
  const { tenantId, accessToken } = await admin(
    env,
    'tenant',
    'create',
    '--name',
    'Bench',
    '--plan',
    'enterprise',
    '--rate-limit',
    '900000000',
    '--json',
  );
  const ids = await seedChats(database.url, tenantId, CHATS);
  const script = join(folder, 'load.lua');
  wrkScript(script, ids, accessToken);
  const bareUrl = await start('tests/bench/bare-read.ts', [], { DATABASE_URL: database.url, TENANT_ID: tenantId });
  const ourUrl = await start('server/src/main.ts', ['api'], env);
  await load(bareUrl, script, 3);
  await load(ourUrl, script, 3);
  const bare: Load[] = [];
  const ours: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await load(bareUrl, script, SECONDS));
    ours.push(await load(ourUrl, script, SECONDS));
  }
  const ratio = median(ours.map((one, i) => one.requestsPerSecond / (bare[i]?.requestsPerSecond ?? 1)));
  const failed = [...bare, ...ours].reduce((sum, one) => sum + one.failed, 0);
  console.log(
    `hardware="${cpus().length} x ${cpus()[0]?.model}" chats=${CHATS} rounds=${ROUNDS} seconds=${SECONDS} failed=${failed}`,
  );
  console.log(
    `barePerSecond=${rate(bare)} bareP99Ms=${p99(bare)} oursPerSecond=${rate(ours)} oursP99Ms=${p99(ours)} ratio=${ratio.toFixed(2)}`,
  );
  if (ratio < WANTED_RATIO || failed > 0) process.exitCode = 1;
} finally {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true });
  await database.drop();
}
