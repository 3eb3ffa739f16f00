import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { createWebhook } from '../../server/src/domain/webhooks/index.ts';
import { loadConfig } from '../../server/src/platform/config.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { createBenchEnvironment } from './environment.ts';
import { idleLatency } from './idle-latency.ts';
import { median } from './median.ts';
import { seedDeliveries } from './seed-deliveries.ts';

/**
 * npm run bench:delivery. Deliveries per second from committed rows to recorded attempts, one worker process, against a
 * bare loop (consume, sign, POST, ack), alternating in one run. EVENTS and ROUNDS shorten it for CI.
 */
const EVENTS = Number(process.env.EVENTS ?? 3_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const ENDPOINTS = 10;
const CONCURRENCY = 400;
const WANTED_RATIO = Number(process.env.WANTED_RATIO ?? 0.5);
const WANTED_MEDIAN_MS = Number(process.env.WANTED_MEDIAN_MS ?? 25);

const children: ChildProcess[] = [];
const environment = await createBenchEnvironment();

function start(file: string, env: Record<string, string> = {}): ChildProcess {
  const child = fork(file, { env: { ...process.env, ...env }, execPath: process.execPath });
  children.push(child);
  return child;
}

const firstMessage = async (child: ChildProcess) => ((await once(child, 'message')) as [Record<string, number>])[0];

async function bare(urls: string[]): Promise<number> {
  const count = String(EVENTS * ENDPOINTS);
  const env = {
    NATS_URL: loadConfig(environment.env).NATS_URL,
    STREAM: `${environment.env.NATS_PREFIX}bare`,
    URLS: urls.join(),
    COUNT: count,
    CONCURRENCY: String(CONCURRENCY),
  };
  const { perSecond = 0 } = await firstMessage(start('tests/bench/bare-deliver.ts', env));
  return perSecond;
}

/** Measures from the first recorded attempt: the start of the process is not measured. */
async function ours(webhookIds: string[]): Promise<number> {
  const client = new Client({ connectionString: environment.url });
  await client.connect();
  await client.query('truncate jobs, deliveries, delivery_attempts, events');
  await seedDeliveries(environment.url, environment.tenantId, webhookIds, EVENTS);
  const worker = await startProcess('worker', environment.env);
  const recorded = async () => Number((await client.query('select count(*) from delivery_attempts')).rows[0].count);
  let first = await recorded();
  while (first === 0) {
    await wait(5);
    first = await recorded();
  }
  const startedAt = performance.now();
  let last = first;
  while (last < EVENTS * ENDPOINTS) {
    await wait(50);
    last = await recorded();
    if (performance.now() - startedAt > 120_000)
      throw new Error(`only ${last} of ${EVENTS * ENDPOINTS} were recorded in two minutes`);
  }
  const perSecond = ((last - first) / (performance.now() - startedAt)) * 1000;
  await worker.stop();
  await client.end();
  return perSecond;
}

try {
  const receiver = start('tests/bench/receiver.ts');
  const { port } = await firstMessage(receiver);
  const urls = Array.from({ length: ENDPOINTS }, (_, i) => `http://127.0.0.1:${port}/hook/${i}`);
  const webhookIds: string[] = [];
  for (const url of urls)
    webhookIds.push(
      (await createWebhook(environment.ctx, environment.secrets, { url, events: [{ type: 'contact.merged', scopes: [] }] }))
        .webhook.id,
    );
  await bare(urls);
  const figures: { bare: number; ours: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) figures.push({ bare: await bare(urls), ours: await ours(webhookIds) });
  const ratio = median(figures.map((one) => one.ours / one.bare));
  const idle = await idleLatency(environment);
  console.log(
    `hardware="${cpus().length} x ${cpus()[0]?.model}" deliveries=${EVENTS * ENDPOINTS} endpoints=${ENDPOINTS} rounds=${ROUNDS}`,
  );
  console.log(`idleMedianMs=${idle.medianMs.toFixed(1)} idleP99Ms=${idle.p99Ms.toFixed(1)} idleSamples=${idle.samples}`);
  console.log(
    `barePerSecond=${Math.round(median(figures.map((one) => one.bare)))} oursPerSecond=${Math.round(median(figures.map((one) => one.ours)))} ratio=${ratio.toFixed(2)}`,
  );
  if (ratio < WANTED_RATIO || idle.medianMs > WANTED_MEDIAN_MS) process.exitCode = 1;
} finally {
  for (const child of children) child.kill();
  await environment.close();
}
