import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { loadConfig } from '../../server/src/platform/config.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { STEPS } from './automations-flow.ts';
import { type BenchEnvironment, createBenchEnvironment } from './environment.ts';
import { median } from './median.ts';
import { seedContacts } from './seed-contacts.ts';
import { openClient, seedFlow, seedRuns } from './seed-runs.ts';

const PATIENCE_MS = 600_000;
/** As many concurrent runs as one worker process has. */
const CONCURRENCY = 50;
const WARM_UP_RUNS = 200;

export type Throughput = { barePerSecond: number; oursPerSecond: number; ratio: number };

type Side = { client: Client; measure(runs: number): Promise<number> };

/** Measures steps per second of one worker and of the bare script, each in its own database, alternating. */
export async function throughput(runs: number, rounds: number): Promise<Throughput> {
  const environments = [await createBenchEnvironment(), await createBenchEnvironment()] as const;
  const children: ChildProcess[] = [];
  const clients: Client[] = [];
  try {
    const bare = await openSide(environments[0], runs, clients, async (labelIds) =>
      startBare(environments[0], labelIds, children),
    );
    const ours = await openSide(environments[1], runs, clients, async () => startOurs(environments[1], children));
    for (const side of [bare, ours]) await side.measure(Math.min(runs, WARM_UP_RUNS));
    await compare(bare.client, ours.client);
    const figures: { bare: number; ours: number }[] = [];
    for (let round = 0; round < rounds; round++) figures.push({ bare: await bare.measure(runs), ours: await ours.measure(runs) });
    return {
      barePerSecond: median(figures.map((one) => one.bare)),
      oursPerSecond: median(figures.map((one) => one.ours)),
      ratio: median(figures.map((one) => one.ours / one.bare)),
    };
  } finally {
    for (const child of children) child.kill();
    for (const client of clients) await client.end();
    for (const environment of environments) await environment.close();
  }
}

type Worker = { go(): Promise<void>; settle(client: Client): Promise<void> };

/** Each round starts with empty tables, after all work of the last one is done. */
async function openSide(
  environment: BenchEnvironment,
  runs: number,
  clients: Client[],
  open: (labelIds: string[]) => Promise<Worker>,
): Promise<Side> {
  const client = await openClient(environment.url);
  clients.push(client);
  const flow = await seedFlow(environment);
  const contactIds = await seedContacts(client, environment.tenantId, Math.max(runs, WARM_UP_RUNS));
  const worker = await open(flow.labelIds);
  return {
    client,
    async measure(runs) {
      await seedRuns(client, environment.ctx, flow, contactIds.slice(0, runs));
      await client.query(`update jobs set due_at = now() where name = 'advance_run'`);
      await worker.go();
      await untilNone(client, `select 1 from automation_runs where status in ('running', 'waiting') limit 1`);
      await worker.settle(client);
      return stepsPerSecond(client, runs);
    },
  };
}

async function startBare(environment: BenchEnvironment, labelIds: string[], children: ChildProcess[]): Promise<Worker> {
  const child = fork('tests/bench/automations-bare.ts', {
    env: {
      ...process.env,
      DATABASE_URL: environment.url,
      TENANT_ID: environment.tenantId,
      LABEL_IDS: labelIds.join(),
      POOL_SIZE: String(loadConfig(environment.env).DATABASE_POOL_SIZE),
      CONCURRENCY: String(CONCURRENCY),
    },
  });
  children.push(child);
  await once(child, 'message');
  return {
    async go() {
      child.send('go');
      await once(child, 'message');
    },
    settle: async () => undefined,
  };
}

/** Makes the runs due. The delivery of their events runs in parallel and is waited for at the end. */
async function startOurs(environment: BenchEnvironment, children: ChildProcess[]): Promise<Worker> {
  const { child } = await startProcess('worker', environment.env);
  children.push(child);
  return { go: async () => undefined, settle: (client) => untilNone(client, 'select 1 from jobs limit 1') };
}

async function untilNone(client: Client, query: string): Promise<void> {
  const startedAt = performance.now();
  while ((await client.query(query)).rowCount !== 0) {
    if (performance.now() - startedAt > PATIENCE_MS) throw new Error(`there still are some after ten minutes: ${query}`);
    await wait(100);
  }
}

/** Measures from the first step to the end of the last run, by their stored times, independent of polling. */
async function stepsPerSecond(client: Client, runs: number): Promise<number> {
  const { rows } = await client.query<{ steps: number; seconds: number; completed: number }>(
    `select count(*)::int as steps, extract(epoch from max(at) - min(at))::float as seconds,
       (select count(*)::int from automation_runs where status = 'completed') as completed
     from automation_run_steps`,
  );
  const { steps = 0, seconds = 0, completed = 0 } = rows[0] ?? {};
  assert.deepEqual({ steps, completed }, { steps: runs * STEPS, completed: runs });
  return steps / seconds;
}

/** Checks that both sides stored the same log entries and events. */
async function compare(bare: Client, ours: Client): Promise<void> {
  for (const query of written)
    assert.deepEqual(
      (await bare.query(query)).rows,
      (await ours.query(query)).rows,
      `the bare script keeps something else: ${query}`,
    );
}

const written = [
  'select step_id, type, outcome, detail, count(*) from automation_run_steps group by 1, 2, 3, 4 order by 1',
  `select type, depth, channel_id, array(select k from jsonb_object_keys(data) k order by k) as fields, count(*) from events
   group by 1, 2, 3, 4 order by 1, 2`,
  'select status, step_id, variables, waiting_for, wake_at, steps_done, error, ended_at is not null, count(*) from automation_runs group by 1, 2, 3, 4, 5, 6, 7, 8',
  'select l.name, count(*) from contact_labels join labels l on l.id = label_id group by 1',
  'select count(*) from contacts where updated_at > created_at',
];
