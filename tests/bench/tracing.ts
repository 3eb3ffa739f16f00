import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from '../../server/src/test-kit/programs.ts';
import { median } from '../ratios/median.ts';
import { createBenchEnvironment } from './environment.ts';
import { seedChats } from './seed-chats.ts';
import { start } from './start.ts';
import { type Load, load, needWrk, wrkScript } from './wrk.ts';

/**
 * npm run bench:tracing. GET /v3/chats/{id} of a server that exports traces to a collector, and of one that does not, alternating in one run
 * on the same rows. SAMPLE is the share of traces that is recorded.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 6);
const SECONDS = Number(process.env.SECONDS ?? 5);
const SAMPLE = process.env.SAMPLE ?? '';
const CHATS = 20_000;
const WARM_UP_SECONDS = 3;
const WANTED_RATIO = 0.95;

needWrk();
const { env, url, tenantId, tokenOf, close } = await createBenchEnvironment();
const folder = mkdtempSync(join(tmpdir(), 'bench-tracing-'));
const collector = fork(fileURLToPath(new URL('./receiver.ts', import.meta.url)));
const [{ port }] = (await once(collector, 'message')) as [{ port: number }];
const children: { kill(): unknown }[] = [collector];

const rate = (loads: Load[]) => Math.round(median(loads.map((one) => one.requestsPerSecond)));

try {
  const script = join(folder, 'load.lua');
  wrkScript(script, await seedChats(url, tenantId, CHATS), await tokenOf(tenantId));
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_TRACES_SAMPLER_ARG: SAMPLE };
  const [without, traced] = [
    await start(program('main'), ['api'], env),
    await start(program('main'), ['api'], { ...env, ...tracing }),
  ];
  children.push(without.child, traced.child);
  for (const one of [without, traced]) await load(one.url, script, WARM_UP_SECONDS);
  const loads = { without: [] as Load[], traced: [] as Load[] };
  for (let round = 0; round < ROUNDS; round++) {
    loads.without.push(await load(without.url, script, SECONDS));
    loads.traced.push(await load(traced.url, script, SECONDS));
  }
  const ratio = median(loads.traced.map((one, i) => one.requestsPerSecond / (loads.without[i]?.requestsPerSecond ?? 1)));
  const failed = [...loads.without, ...loads.traced].reduce((sum, one) => sum + one.failed, 0);
  console.log(
    `hardware="${cpus().length} x ${cpus()[0]?.model}" chats=${CHATS} rounds=${ROUNDS} seconds=${SECONDS} failed=${failed}`,
  );
  console.log(`withoutPerSecond=${rate(loads.without)} tracedPerSecond=${rate(loads.traced)} ratio=${ratio.toFixed(2)}`);
  if (ratio < WANTED_RATIO || failed > 0) process.exitCode = 1;
} finally {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true });
  await close();
}
