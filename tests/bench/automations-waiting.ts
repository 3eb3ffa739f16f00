import { totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { startProcess } from '../../server/src/test-kit/server-process.ts';
import { seeded } from '../chaos/random.ts';
import { createBenchEnvironment } from './environment.ts';
import { openClient } from './seed-runs.ts';
import { seedWaiting } from './seed-waiting.ts';

const OVER_MS = 20_000;
/** How long the database may take to make them due. */
const AHEAD_MS = 10_000;
const SEED = 17;
const LOOK_EVERY_MS = 10;
const PATIENCE_MS = 30_000;
const MB = 1024 * 1024;

export type Waiting = {
  p50Ms: number;
  p99Ms: number;
  indexes: { name: string; mb: number }[];
  hotIndexMb: number;
  sharedBuffersMb: number;
  ramMb: number;
};

/** Measures how late a due run continues among very many waiting ones. */
export async function amongWaiting(runs: number, due: number): Promise<Waiting> {
  const environment = await createBenchEnvironment();
  const client = await openClient(environment.url);
  try {
    await seedWaiting(environment, client, runs);
    const worker = await startProcess('worker', environment.env);
    try {
      const late = await goneOnAfter(client, await makeDue(client, due));
      return { p50Ms: at(late, 0.5), p99Ms: at(late, 0.99), ...(await sizes(client)) };
    } finally {
      await worker.stop();
    }
  } finally {
    await client.end();
    await environment.close();
  }
}

type Due = { tenantId: string; id: string; dueAt: Date };

/** Makes random runs due within the next seconds, as if their waits had been set so. */
async function makeDue(client: Client, due: number): Promise<Due[]> {
  const { rows } = await client.query<Omit<Due, 'dueAt'>>(
    'select tenant_id as "tenantId", id from automation_runs order by md5(id::text) limit $1',
    [due],
  );
  const random = seeded(SEED);
  const soon = Date.now() + AHEAD_MS;
  const chosen = rows.map((one) => ({ ...one, dueAt: new Date(soon + random.below(OVER_MS)) }));
  await client.query(
    `with chosen as (select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as c(tenant_id, id, at)),
     runs as (update automation_runs r set wake_at = c.at from chosen c where r.tenant_id = c.tenant_id and r.id = c.id)
     update jobs j set due_at = c.at from chosen c where j.tenant_id = c.tenant_id and j.id = c.id`,
    [chosen.map(({ tenantId }) => tenantId), chosen.map(({ id }) => id), chosen.map(({ dueAt }) => dueAt)],
  );
  if (Date.now() > soon) throw new Error(`the database took longer than ${AHEAD_MS} ms to make ${due} runs due`);
  return chosen;
}

/** Returns milliseconds from each due time to the commit of the next step, as another session sees it; Infinity if it never came. */
async function goneOnAfter(client: Client, all: Due[]): Promise<number[]> {
  const late: number[] = [];
  const giveUpAt = Math.max(...all.map(({ dueAt }) => dueAt.getTime())) + PATIENCE_MS;
  let open = all;
  while (open.length > 0 && Date.now() < giveUpAt) {
    const now = Date.now();
    const asked = open.filter(({ dueAt }) => dueAt.getTime() <= now);
    const gone = await goneOn(client, asked);
    const seenAt = Date.now();
    for (const one of asked) if (gone.has(one.id)) late.push(seenAt - one.dueAt.getTime());
    open = open.filter(({ id }) => !gone.has(id));
    await wait(LOOK_EVERY_MS);
  }
  return [...late.toSorted((a, b) => a - b), ...open.map(() => Number.POSITIVE_INFINITY)];
}

/** A run and the log entry of its step commit together, so one of them is enough to look for. */
async function goneOn(client: Client, asked: Due[]): Promise<Set<string>> {
  if (asked.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>({
    name: 'gone_on',
    text: `select r.id from unnest($1::uuid[], $2::uuid[]) as a(tenant_id, id)
           join automation_runs r on r.tenant_id = a.tenant_id and r.id = a.id where r.waiting_for is null`,
    values: [asked.map(({ tenantId }) => tenantId), asked.map(({ id }) => id)],
  });
  return new Set(rows.map(({ id }) => id));
}

const at = (sorted: number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY;

/** Every index that a step reads or writes, without the log partitions of other weeks. */
async function sizes(client: Client): Promise<Omit<Waiting, 'p50Ms' | 'p99Ms'>> {
  const { rows: indexes } = await client.query<{ name: string; mb: number }>(
    `select indexrelname as name, pg_relation_size(indexrelid)::float / ${MB} as mb from pg_stat_user_indexes
     where relname in ('jobs', 'automation_runs') or relname in (
       select tableoid::regclass::text from automation_run_steps where id >= uuid_floor(now() - interval '1 minute'))
     order by mb desc, name`,
  );
  const { rows } = await client.query<{ mb: number }>(
    `select pg_size_bytes(current_setting('shared_buffers'))::float / ${MB} as mb`,
  );
  const hotIndexMb = indexes.reduce((sum, { mb }) => sum + mb, 0);
  return { indexes, hotIndexMb, sharedBuffersMb: rows[0]?.mb ?? 0, ramMb: totalmem() / MB };
}
