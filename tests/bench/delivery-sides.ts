import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { createWebhook } from '../../server/src/domain/webhooks/index.ts';
import { loadConfig } from '../../server/src/platform/config.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { atEnd } from '../chaos/endings.ts';
import { cpuMsOfSide } from '../ratios/cpu-use.ts';
import { type Contest, databaseOf, type Side, type Slice } from '../ratios/pairs.ts';
import { type BenchEnvironment, createBenchEnvironment } from './environment.ts';
import { enqueueDeliveries, insertDeliveries } from './seed-deliveries.ts';
import { openClient } from './seed-runs.ts';

export const ENDPOINTS = 10;
const CONCURRENCY = 400;
const FIRST_DELIVERIES = 2_000;
const PATIENCE_MS = 120_000;

const firstMessage = async (child: ChildProcess) => ((await once(child, 'message')) as [Record<string, number>])[0];

async function startChild(file: string, env: Record<string, string> = {}): Promise<[ChildProcess, Record<string, number>]> {
  const child = fork(file, { env: { ...process.env, ...env } });
  atEnd(async () => {
    if (child.connected) child.disconnect();
    if (child.exitCode === null) await once(child, 'exit');
  });
  return [child, await firstMessage(child)];
}

async function openBare({ env }: BenchEnvironment, urls: string[], client: Client): Promise<Side> {
  const [child] = await startChild('tests/bench/bare-deliver.ts', {
    NATS_URL: loadConfig(env).NATS_URL,
    STREAM: `${env.NATS_PREFIX}bare`,
    URLS: urls.join(),
    CONCURRENCY: String(CONCURRENCY),
  });
  return {
    async run(units) {
      child.send(units);
      return { units, seconds: ((await firstMessage(child)).ms ?? 0) / 1_000 };
    },
    pid: child.pid ?? 0,
    cpuMs: () => cpuMsOfSide(child.pid ?? 0, client),
  };
}

async function openOurs({ env, tenantId }: BenchEnvironment, webhookIds: string[], client: Client): Promise<Side> {
  const worker = await startProcess('worker', env);
  atEnd(worker.stop);
  return {
    async prepare(units) {
      await client.query('truncate jobs, deliveries, delivery_attempts, events');
      await insertDeliveries(client, tenantId, webhookIds, Math.ceil(units / ENDPOINTS));
    },
    async run(units) {
      await enqueueDeliveries(client);
      return recordedSlice(client, Math.ceil(units / ENDPOINTS) * ENDPOINTS);
    },
    pid: worker.pid,
    cpuMs: () => cpuMsOfSide(worker.pid, client),
  };
}

/** Measures from the first recorded attempts: how soon the sweep finds the jobs is not measured. */
async function recordedSlice(client: Client, wanted: number): Promise<Slice> {
  const countRecorded = async () => Number((await client.query('select count(*) from delivery_attempts')).rows[0].count);
  const givenUpAt = performance.now() + PATIENCE_MS;
  let [first, last, startedAt] = [0, 0, 0];
  while (last < wanted) {
    await wait(first === 0 ? 5 : 20);
    last = await countRecorded();
    if (first === 0) [first, startedAt] = [last, performance.now()];
    if (performance.now() > givenUpAt) throw new Error(`only ${last} of ${wanted} were recorded in two minutes`);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return { units: wanted, seconds: (seconds * wanted) / Math.max(1, wanted - first) };
}

/** Opens a worker process and a bare loop that deliver to the same receiver. */
export async function openDelivery(): Promise<Contest & { environment: BenchEnvironment }> {
  const environment = await createBenchEnvironment();
  atEnd(environment.close);
  const client = await openClient(environment.url);
  atEnd(() => client.end());
  const [, { port }] = await startChild('tests/bench/receiver.ts');
  const urls = Array.from({ length: ENDPOINTS }, (_, i) => `http://127.0.0.1:${port}/hook/${i}`);
  const webhookIds: string[] = [];
  for (const url of urls) {
    const subscription = { url, events: [{ type: 'contact.merged' as const, scopes: [] }] };
    webhookIds.push((await createWebhook(environment.ctx, environment.secrets, subscription)).webhook.id);
  }
  const bare = await openBare(environment, urls, client);
  const ours = await openOurs(environment, webhookIds, client);
  return { sides: { bare, ours }, firstUnits: FIRST_DELIVERIES, databases: [databaseOf(environment.url)], environment };
}
