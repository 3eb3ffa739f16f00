import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Ctx } from '../../../server/src/storage/context.ts';
import { median } from '../../ratios/median.ts';
import type { Scenario, Setup, Tenants } from './scenario.ts';

const LOOK_EVERY_MS = 5;
/** A job that is not done so long after the last one was enqueued counts as never done. */
const PATIENCE_MS = 15_000;
const WARM_UP_SECONDS = 1;
const BURST_SECONDS = 2;

export type Options = { seconds: number; rounds: number; slowJobs: number; slowMs: number };
export type Latency = { perSecond: number; aloneP99Ms: number; besideP99Ms: number };

/** Returns the p99 of the measured tenant alone and beside the busy one, the median of the rounds. Both alternate. */
export async function measureKind(setup: Setup, scenario: Scenario, options: Options): Promise<Latency> {
  const tenants = await scenario.open(setup, options.slowJobs);
  const perSecond = Math.min(scenario.mostPerSecond, (await capacityOf(setup.client, tenants, scenario)) / 2);
  const measured = async (seconds: number) => {
    const before = await tenants.countDone();
    const all = await latencies(setup.client, tenants, perSecond, seconds);
    checkDone(scenario.kind, all, (await tenants.countDone()) - before);
    return all;
  };
  await measured(WARM_UP_SECONDS);
  const rounds: Pick<Latency, 'aloneP99Ms' | 'besideP99Ms'>[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const aloneP99Ms = p99(await measured(options.seconds));
    await tenants.enqueueSlow();
    await measured(WARM_UP_SECONDS); // until the slow jobs fill the limit of their tenant
    const besideP99Ms = p99(await measured(options.seconds));
    await checkBusy(setup.client, tenants.busy, scenario.kind);
    await removeJobs(setup.client, tenants, options.slowMs);
    rounds.push({ aloneP99Ms, besideP99Ms });
  }
  return {
    perSecond,
    aloneP99Ms: median(rounds.map((round) => round.aloneP99Ms)),
    besideP99Ms: median(rounds.map((round) => round.besideP99Ms)),
  };
}

/** Returns how many jobs per second end when they are enqueued faster than that. The first burst warms the worker up. */
async function capacityOf(client: Client, tenants: Tenants, { mostPerSecond }: Scenario): Promise<number> {
  const burst = async (): Promise<number> => {
    const startedAt = performance.now();
    const jobs = mostPerSecond * BURST_SECONDS;
    await latencies(client, tenants, jobs * 100, 1 / 100);
    return jobs / ((performance.now() - startedAt) / 1_000);
  };
  await burst();
  return burst();
}

/** Enqueues jobs at a fixed rate, independent of their latency. Returns the time of each from its commit until its row is gone. */
async function latencies(client: Client, tenants: Tenants, perSecond: number, seconds: number): Promise<number[]> {
  const enqueuedAt = new Map<string, number>();
  const done: number[] = [];
  let isOver = false;
  const adding = enqueueAtRate(tenants, Math.ceil(perSecond * seconds), perSecond, enqueuedAt).finally(() => {
    isOver = true;
  });
  const looking = async () => {
    const until = performance.now() + seconds * 1_000 + PATIENCE_MS;
    while (performance.now() < until && !(isOver && enqueuedAt.size === 0)) {
      await wait(LOOK_EVERY_MS);
      await collectDone(client, tenants.measured, enqueuedAt, done);
    }
  };
  await Promise.all([adding, looking()]);
  return [...done, ...Array.from(enqueuedAt, () => Number.POSITIVE_INFINITY)];
}

async function enqueueAtRate(tenants: Tenants, count: number, perSecond: number, enqueuedAt: Map<string, number>): Promise<void> {
  const adding: Promise<unknown>[] = [];
  for (let i = 0; i < count; i++) {
    adding.push(tenants.enqueueOne().then((id) => enqueuedAt.set(id, performance.now())));
    await wait(1_000 / perSecond);
  }
  await Promise.all(adding);
}

/** Moves the latency of every job whose row is gone to `done`. */
async function collectDone(client: Client, { tenantId }: Ctx, enqueuedAt: Map<string, number>, done: number[]): Promise<void> {
  if (enqueuedAt.size === 0) return;
  const ids = [...enqueuedAt.keys()];
  const { rows } = await client.query<{ id: string }>({
    name: 'jobs_left',
    text: 'select id from jobs where tenant_id = $1 and id = any($2::uuid[])',
    values: [tenantId, ids],
  });
  const left = new Set(rows.map(({ id }) => id));
  const now = performance.now();
  for (const id of ids) {
    if (left.has(id)) continue;
    done.push(now - (enqueuedAt.get(id) ?? now));
    enqueuedAt.delete(id);
  }
}

/** Throws if jobs ended without their work: then the time until they gave up was measured. */
function checkDone(kind: string, latencies: number[], done: number): void {
  const ended = latencies.filter(Number.isFinite).length;
  if (done < ended) throw new Error(`${kind}: ${ended} jobs ended, but ${done} did their work`);
}

/** Throws if the busy tenant ran out of slow jobs: then the tenant was measured alone. */
async function checkBusy(client: Client, { tenantId }: Ctx, kind: string): Promise<void> {
  // Between two of its jobs none may be published for a moment.
  const { rowCount } = await client.query('select 1 from jobs where tenant_id = $1 and name = $2 limit 1', [tenantId, kind]);
  if (!rowCount) throw new Error(`${kind}: the slow jobs ended before the measurement; raise COUNT or SLOW_MS`);
}

/** Removes the jobs of both tenants and waits until the calls under way have ended. What they record matches no row. */
async function removeJobs(client: Client, { busy, measured }: Tenants, slowMs: number): Promise<void> {
  await client.query('delete from jobs where tenant_id = any($1::uuid[])', [[busy.tenantId, measured.tenantId]]);
  await client.query('vacuum (analyze) jobs');
  await wait(slowMs + 500);
}

const p99 = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY;
};
