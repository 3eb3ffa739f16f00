import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { loadConfig } from '../../server/src/platform/config.ts';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { atEnd } from '../chaos/endings.ts';
import { cpuMsOfSide } from '../ratios/cpu-use.ts';
import { type Contest, databaseOf, type Side, type Slice } from '../ratios/pairs.ts';
import { STEPS } from './automations-flow.ts';
import { type BenchEnvironment, createBenchEnvironment } from './environment.ts';
import { seedContacts } from './seed-contacts.ts';
import { openClient, seedFlow, seedRuns } from './seed-runs.ts';

const PATIENCE_MS = 600_000;
/** As many concurrent runs as one worker process has. */
const CONCURRENCY = 50;
const WARM_UP_RUNS = 100;
/** Contacts, each with at most one run at a time. */
const MOST_RUNS = 5_000;

type Measured = { side: Side; client: Client };

/** Opens one worker and the bare script, each with a database of its own, and checks that both store the same. */
export async function openAutomations(): Promise<Contest> {
  const environments = [await createBenchEnvironment(), await createBenchEnvironment()] as const;
  for (const environment of environments) atEnd(environment.close);
  const bare = await openSide(environments[0], (labelIds) => startBare(environments[0], labelIds));
  const ours = await openSide(environments[1], () => startOurs(environments[1]));
  for (const { side } of [bare, ours]) {
    await side.prepare?.(WARM_UP_RUNS * STEPS);
    await side.run(WARM_UP_RUNS * STEPS);
    await side.settle?.();
  }
  await compare(bare.client, ours.client);
  const databases = environments.map(({ url }) => databaseOf(url));
  return { sides: { bare: bare.side, ours: ours.side }, firstUnits: WARM_UP_RUNS * STEPS, databases };
}

type Worker = { pid: number; go(): Promise<void>; settle(client: Client): Promise<void> };

/** Each slice starts with empty tables, after all work of the last one is done. */
async function openSide(environment: BenchEnvironment, open: (labelIds: string[]) => Promise<Worker>): Promise<Measured> {
  const client = await openClient(environment.url);
  atEnd(() => client.end());
  const flow = await seedFlow(environment);
  const contactIds = await seedContacts(client, environment.tenantId, MOST_RUNS);
  const worker = await open(flow.labelIds);
  const runsFor = (steps: number) => Math.min(MOST_RUNS, Math.ceil(steps / STEPS));
  const side: Side = {
    prepare: (steps) => seedRuns(client, environment.ctx, flow, contactIds.slice(0, runsFor(steps))),
    async run(steps) {
      await client.query(`update jobs set due_at = now() where name = 'advance_run'`);
      await worker.go();
      await untilNone(client, `select 1 from automation_runs where status in ('running', 'waiting') limit 1`);
      return stepsOf(client, runsFor(steps));
    },
    settle: () => worker.settle(client),
    pid: worker.pid,
    cpuMs: () => cpuMsOfSide(worker.pid, client),
  };
  return { side, client };
}

async function startBare(environment: BenchEnvironment, labelIds: string[]): Promise<Worker> {
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
  atEnd(async () => child.kill());
  await once(child, 'message');
  return {
    pid: child.pid ?? 0,
    async go() {
      child.send('go');
      await once(child, 'message');
    },
    settle: async () => undefined,
  };
}

/** Makes the runs due. The delivery of their events runs in parallel and is waited for at the end. */
async function startOurs(environment: BenchEnvironment): Promise<Worker> {
  const worker = await startProcess('worker', environment.env);
  atEnd(worker.stop);
  return { pid: worker.pid, go: async () => undefined, settle: (client) => untilNone(client, 'select 1 from jobs limit 1') };
}

async function untilNone(client: Client, query: string): Promise<void> {
  const startedAt = performance.now();
  while ((await client.query(query)).rowCount !== 0) {
    if (performance.now() - startedAt > PATIENCE_MS) throw new Error(`there still are some after ten minutes: ${query}`);
    await wait(20);
  }
}

/** Measures from the first step to the end of the last run, by their stored times, independent of polling. */
async function stepsOf(client: Client, runs: number): Promise<Slice> {
  const { rows } = await client.query<{ steps: number; seconds: number; completed: number }>(
    `select count(*)::int as steps, extract(epoch from max(at) - min(at))::float as seconds,
       (select count(*)::int from automation_runs where status = 'completed') as completed
     from automation_run_steps`,
  );
  const { steps = 0, seconds = 0, completed = 0 } = rows[0] ?? {};
  assert.deepEqual({ steps, completed }, { steps: runs * STEPS, completed: runs });
  return { units: steps, seconds };
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
