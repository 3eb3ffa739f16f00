import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDiskStore } from '../../server/src/platform/file-store/disk.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { atEnd, main } from '../chaos/endings.ts';
import { createBenchEnvironment } from './environment.ts';
import { exportContacts, importContacts } from './fairness/contact-scenarios.ts';
import { callHttp, deliverWebhook } from './fairness/endpoint-scenarios.ts';
import { measureEndpoints } from './fairness/endpoints.ts';
import { type Latency, measureKind } from './fairness/measure.ts';
import { fetchMedia, pollMailbox, sendMessage } from './fairness/provider-scenarios.ts';
import { type Scenario, type Setup, startServers } from './fairness/scenario.ts';
import { openClient } from './seed-runs.ts';

/**
 * npm run bench:fairness. The effect of slow and busy tenants on others: p99 with and without them, alternating in one run, the median
 * of the rounds. Each rate that is offered is at most half of the measured capacity. First dead and slow endpoints and a long queue of deliveries, then every kind of job that calls out, beside a tenant
 * with 1,000 slow jobs of that kind. COUNT, SLOW_MS, LARGE (contacts of a large import or export), ROUNDS, SECONDS, KIND_SECONDS and
 * QUEUED shorten it; KINDS names the kinds to measure, and `endpoints` for the first part.
 */
const numberOf = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
const ROUNDS = numberOf('ROUNDS', 3);
const SECONDS = numberOf('SECONDS', 10);
const KIND_SECONDS = numberOf('KIND_SECONDS', 5);
const QUEUED = numberOf('QUEUED', 100_000);
const COUNT = numberOf('COUNT', 1_000);
const SLOW_MS = numberOf('SLOW_MS', 2_000);
const WANTED_RATIO = numberOf('WANTED_RATIO', 1.5);
/**
 * A smaller difference of p99 is noise: that of a hundred jobs is the slowest or second slowest of them, a job alone takes a few tens of
 * milliseconds, and one garbage collection of the worker or one turn of another process on the same core takes about as long.
 */
const NOISE_MS = numberOf('NOISE_MS', 20);

const scenarios: Scenario[] = [callHttp, fetchMedia, deliverWebhook, sendMessage, pollMailbox, exportContacts, importContacts];
const wanted = process.env.KINDS?.split(',') ?? ['endpoints', ...scenarios.map(({ kind }) => kind)];

const isSlowed = ({ aloneP99Ms, besideP99Ms }: Latency): boolean =>
  !Number.isFinite(besideP99Ms) || besideP99Ms - aloneP99Ms > Math.max(NOISE_MS, aloneP99Ms * (WANTED_RATIO - 1));

async function openSetup(): Promise<Setup> {
  const environment = await createBenchEnvironment();
  atEnd(environment.close);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-fairness-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const client = await openClient(environment.url);
  atEnd(() => client.end());
  const servers = await startServers(SLOW_MS);
  atEnd(servers.close);
  const worker = await startProcess('worker', { ...environment.env, PROVIDER_ALLOW_PRIVATE: 'true', FILES_DIR: folder });
  atEnd(worker.kill);
  await wait(1_500);
  return { environment, client, files: createDiskStore(folder), servers, ports: servers.ports };
}

async function measureKinds(setup: Setup): Promise<Latency[]> {
  const latencies: Latency[] = [];
  for (const scenario of scenarios.filter(({ kind }) => wanted.includes(kind))) {
    const options = { seconds: KIND_SECONDS, rounds: ROUNDS, slowJobs: COUNT, slowMs: SLOW_MS };
    const latency = await measureKind(setup, scenario, options);
    latencies.push(latency);
    const { perSecond, aloneP99Ms, besideP99Ms } = latency;
    const figures = `aloneP99Ms=${aloneP99Ms.toFixed(1)} besideP99Ms=${besideP99Ms.toFixed(1)} ratio=${ratioOf(latency).toFixed(2)}`;
    console.log(`kind=${scenario.kind} perSecond=${perSecond.toFixed(1)} ${figures}${isSlowed(latency) ? ' slowed' : ''}`);
  }
  return latencies;
}

const ratioOf = ({ aloneP99Ms, besideP99Ms }: Latency): number =>
  Number.isFinite(besideP99Ms) ? besideP99Ms / aloneP99Ms : besideP99Ms;

await main(async () => {
  const setup = await openSetup();
  console.log(
    `hardware="${cpus().length} x ${cpus()[0]?.model}" rounds=${ROUNDS} seconds=${SECONDS} kindSeconds=${KIND_SECONDS} slowJobs=${COUNT} slowMs=${SLOW_MS} noiseMs=${NOISE_MS}`,
  );
  const options = { seconds: SECONDS, rounds: ROUNDS, queued: QUEUED };
  const endpoints = wanted.includes('endpoints') ? await measureEndpoints(setup.environment, options) : [];
  const latencies = await measureKinds(setup);
  const slowed = [...endpoints, ...latencies].filter(isSlowed).length;
  const worstRatio = Math.max(0, ...latencies.map(ratioOf));
  console.log(`kinds=${latencies.length} slowed=${slowed} worstRatio=${worstRatio.toFixed(2)}`);
  return slowed === 0;
});
