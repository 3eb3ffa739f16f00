import type { Pool } from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Broker } from './broker.ts';
import { encodeRef, type Job, queueSubjectOf, subjectOf } from './job.ts';
import { type Depth, measureDepth, publishDue, publishLost, publishParked, type SweptJob } from './sweep.store.ts';

const EVERY_MS = 500;
const MEASURE_EVERY_MS = 15_000;
const MOST_AT_ONCE = 1_000;
const MOST_ROUNDS = 10;
/** A message that left this long ago has reached the broker, or never will. */
const GRACE_MS = 3_000;
const LEASES_OF_SILENCE = 4;

export type SweepDeps = { pool: Pool; broker: Broker; clock: Clock; log: Logger; metrics: Metrics; jobs: Job[]; leaseMs: number };

/** Publishes what is due, what found room, and what the broker has lost. Any number of workers may sweep at once. */
export function startSweep(deps: SweepDeps): { stop(): Promise<void> } {
  let stopping = false;
  let depths: Depth[] = [];
  let measuredAt = 0;
  const each =
    (read: (depth: Depth) => number) => (result: { observe(value: number, attributes: Record<string, string>): void }) => {
      for (const { name } of deps.jobs) {
        const depth = depths.find((one) => one.name === name);
        result.observe(depth ? read(depth) : 0, { job: name });
      }
    };
  deps.metrics.gauge(
    'patchbay_jobs_waiting',
    'Jobs that are due and wait for room in their lane',
    each((depth) => depth.waiting),
  );
  deps.metrics.gauge(
    'patchbay_jobs_under_way',
    'Jobs handed to the broker and not finished',
    each((depth) => depth.underWay),
  );
  deps.metrics.gauge(
    'patchbay_jobs_oldest_seconds',
    'How long the oldest due job has been waiting',
    each((depth) => depth.oldestSeconds),
  );

  const running = (async () => {
    while (!stopping) {
      try {
        await sweepOnce(deps);
        if (deps.clock.now().getTime() - measuredAt >= MEASURE_EVERY_MS) {
          depths = await measureDepth(deps.pool, deps.clock.now());
          measuredAt = deps.clock.now().getTime();
        }
      } catch (error) {
        deps.log.warn({ err: error }, 'the sweep failed; it tries again in a moment');
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

export async function sweepOnce({ pool, broker, clock, jobs, leaseMs }: SweepDeps): Promise<number> {
  const oldest = await broker.oldestPending();
  if (oldest === undefined) return 0; // nobody to tell
  const now = clock.now();
  const before = lostBefore(now, oldest, leaseMs);
  const due = await publishAllDue(pool, jobs, now);
  const parked = await publishParked(pool, jobs, now);
  const lost = await publishLost(pool, now, before, MOST_AT_ONCE);
  broker.tell([...due, ...lost].map((job) => ({ subject: subjectOf(job.name), payload: encodeRef(job) })));
  broker.tell(parked.map((job) => ({ subject: queueSubjectOf(job.name), payload: encodeRef(job) })));
  return due.length + parked.length + lost.length;
}

/** Goes on while there is more: the timers of a tenant that has very many of them are not ahead of everybody else's. */
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
 * What was handed over before this and is not done was lost: it is older than anything the broker still has to deliver.
 * Whatever the broker says, after a few leases a job is told again; a repeat is harmless, a silence is not.
 */
export function lostBefore(now: Date, oldestPending: Date | null, leaseMs: number): Date {
  const arrived = Math.min(now.getTime(), oldestPending?.getTime() ?? now.getTime()) - GRACE_MS;
  return new Date(Math.max(arrived, now.getTime() - LEASES_OF_SILENCE * leaseMs));
}
