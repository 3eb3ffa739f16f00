import type { Pool } from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Broker } from './broker.ts';
import { encodeRef, type Job, queueSubjectOf, subjectOf } from './job.ts';
import { type Depth, measureDepth, publishDue, publishLost, publishWaiting, type SweptJob } from './sweep.store.ts';

const EVERY_MS = 500;
const MEASURE_EVERY_MS = 15_000;
const MOST_AT_ONCE = 1_000;
const MOST_ROUNDS = 10;
/** A message that was sent this long ago has reached the broker, or never will. */
const GRACE_MS = 3_000;
const LEASES_OF_SILENCE = 4;

export type SweepDeps = { pool: Pool; broker: Broker; clock: Clock; log: Logger; metrics: Metrics; jobs: Job[]; leaseMs: number };

/** The gauges of the queue, by kind of job. */
const GAUGES: [name: string, description: string, read: (depth: Depth) => number][] = [
  ['patchbay_jobs_waiting', 'Jobs that are due and wait for room in their concurrency key', (depth) => depth.waiting],
  ['patchbay_jobs_under_way', 'Jobs handed to the broker and not finished', (depth) => depth.underWay],
  ['patchbay_jobs_oldest_seconds', 'How long the oldest due job has been waiting', (depth) => depth.oldestSeconds],
  ['patchbay_jobs_retrying', 'Jobs whose last attempt failed and that are retried', (depth) => depth.retrying],
  ['patchbay_jobs_failed', 'Jobs that failed too often and wait for an operator', (depth) => depth.failed],
];

/** Publishes jobs that are due, that have room now, and that the broker has lost. Any number of workers may sweep at once. */
export function startSweep(deps: SweepDeps): { stop(): Promise<void> } {
  let stopping = false;
  let depths: Depth[] = [];
  let measuredAt = 0;
  for (const [name, description, read] of GAUGES)
    deps.metrics.gauge(name, description, (result) => {
      for (const { name: job } of deps.jobs) {
        const depth = depths.find((one) => one.name === job);
        result.observe(depth ? read(depth) : 0, { job });
      }
    });

  const running = (async () => {
    while (!stopping) {
      try {
        await sweepOnce(deps);
        if (deps.clock.now().getTime() - measuredAt >= MEASURE_EVERY_MS) {
          depths = await measureDepth(deps.pool, deps.clock.now());
          measuredAt = deps.clock.now().getTime();
        }
      } catch (error) {
        deps.log.warn({ err: error }, 'sweep failed, retrying');
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS * (0.75 + Math.random() / 2)));
    }
  })();
  return {
    async stop() {
      stopping = true;
      await running;
    },
  };
}

/** Sweeps once. Returns how many jobs were published. */
export async function sweepOnce({ pool, broker, clock, jobs, leaseMs, metrics }: SweepDeps): Promise<number> {
  const oldest = await broker.oldestPending();
  if (oldest === undefined) return 0; // the broker is not reachable
  const now = clock.now();
  const before = lostBefore(now, oldest, leaseMs);
  const due = await publishAllDue(pool, jobs, now);
  const waiting = await publishWaiting(pool, jobs, now);
  const lost = await publishLost(pool, now, before, MOST_AT_ONCE);
  broker.publish([...due, ...lost].map((job) => ({ subject: subjectOf(job.name), payload: encodeRef(job) })));
  broker.publish(waiting.map((job) => ({ subject: queueSubjectOf(job.name), payload: encodeRef(job) })));
  // Also when there are none: a counter has no series before its first value, and its panel no data.
  for (const [reason, swept] of Object.entries({ due, room: waiting, lost })) metrics.jobsSwept.add(swept.length, { reason });
  return due.length + waiting.length + lost.length;
}

/** Continues while there are more, so that a tenant with very many timers does not delay those of other tenants. */
async function publishAllDue(pool: Pool, jobs: Job[], now: Date): Promise<SweptJob[]> {
  const all: SweptJob[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { published, seen } = await publishDue(pool, jobs, now, MOST_AT_ONCE);
    all.push(...published);
    if (seen < MOST_AT_ONCE) break;
  }
  return all;
}

/**
 * Returns the time before which a published job that is not done was lost: it is older than every message that the broker still has to
 * deliver. After a few leases a job is published again in any case: a repeat is harmless, a lost job is not.
 */
export function lostBefore(now: Date, oldestPending: Date | null, leaseMs: number): Date {
  const arrived = Math.min(now.getTime(), oldestPending?.getTime() ?? now.getTime()) - GRACE_MS;
  return new Date(Math.max(arrived, now.getTime() - LEASES_OF_SILENCE * leaseMs));
}
