import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type Ctx, type CtxDeps, createContext, inTransaction } from '../storage/context.ts';
import { asJob } from './as-job.ts';
import { takeJob } from './attempts.store.ts';
import { createBatchHandler, type SharedTransaction } from './batch-handler.ts';
import type { Broker } from './broker.ts';
import { startNextOf } from './complete.ts';
import { recordFailure, retryLater } from './failures.ts';
import type { Holds } from './holds.ts';
import { createInFlight, type InFlight, type InFlightMessage } from './in-flight.ts';
import { decodeRef, type Job, type JobRef, parseInput, queueSubjectOf, subjectOf } from './job.ts';
import { createPace } from './load-shedding.ts';
import { runSteps, type StepwiseHandler } from './steps.ts';

/**
 * Transactional: runs inside the transaction that deletes its job. Its effects, all of them in the database, and the end of the job
 * commit together.
 */
export type TransactionalHandler<Input> = (ctx: Ctx, input: Input) => Promise<void>;

/**
 * External: has effects outside the database. It gets the jobs of one tenant that arrived together, loads them, acts outside any
 * transaction, records each result under the fence (`complete`, or `completeSql` in a larger statement), and calls `done` for each job
 * that is recorded. A job that it does not call `done` for comes again. It can run twice.
 */
export type ExternalHandler = (ctx: Ctx, refs: JobRef[], done: (ref: JobRef) => void) => Promise<void>;

export type WorkerDeps = CtxDeps & { broker: Broker; clock: Clock; log: Logger; metrics: Metrics; holds?: Holds | undefined };
/** A kind of job, its handler of one of the three types, and how many of its jobs run at once in this process. */
export type Work = { job: Job; concurrency: number } & (
  | { transactional: TransactionalHandler<never>; shared?: SharedTransaction<never> }
  | { external: ExternalHandler }
  | { stepwise: StepwiseHandler<never> }
);

/** Consumes the messages of each kind of job and runs at most `concurrency` of them at once in this process. */
export function startWorker(deps: WorkerDeps, works: Work[]): { stop(): Promise<void> } {
  const pace = createPace();
  const inFlight = createInFlight();
  const running = works.flatMap((work) => [
    startOne(deps, work, subjectOf(work.job.name), pace.atOnce, inFlight),
    startOne(deps, work, queueSubjectOf(work.job.name), pace.afterOthers, inFlight),
  ]);
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
      pace.stop();
    },
  };
}

function startOne(
  deps: WorkerDeps,
  work: Work,
  subject: string,
  mayStart: () => Promise<number>,
  inFlight: InFlight,
): { stop(): Promise<void> } {
  let underWay = 0;
  let wake: (() => void) | undefined;
  let batch: InFlightMessage[] = [];
  const run = runnerOf(deps, work);
  const untilWoken = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  const settled = (n: number) => {
    underWay -= n;
    wake?.();
  };
  const start = (group: Claimed[]) => {
    const tenantId = group[0]?.ref.tenantId ?? '';
    if (deps.holds?.isHeld(tenantId)) return drop(group, settled);
    deps.holds?.began(tenantId, group.length);
    void run(group, (n) => {
      deps.holds?.ended(tenantId, n);
      settled(n);
    });
  };
  const flush = async () => {
    while (batch.length > 0) {
      const most = await mayStart();
      const taken = batch.slice(0, most);
      batch = batch.slice(most);
      for (const group of byTenant(taken)) start(group);
    }
  };
  const subscription = deps.broker.consume(subject, work.concurrency, async (arrived) => {
    const message = inFlight.take(arrived);
    if (!message) return; // this process runs it already
    underWay++;
    if (batch.push(message) === 1) setImmediate(() => void flush());
    while (underWay >= work.concurrency) await untilWoken();
  });
  return {
    async stop() {
      const stopped = subscription.stop();
      wake?.();
      await stopped;
      while (underWay > 0) await untilWoken();
    },
  };
}

type Claimed = { ref: JobRef; message: InFlightMessage };

/** Groups messages by tenant. A message that names no job is acknowledged and dropped. */
function byTenant(messages: InFlightMessage[]): Claimed[][] {
  const claimed = messages.flatMap((message) => {
    const ref = decodeRef(message.payload);
    if (!ref) message.ack();
    return ref ? [{ ref, message }] : [];
  });
  return [...Map.groupBy(claimed, ({ ref }) => ref.tenantId).values()];
}

/** Drops the messages of a held tenant. The rows stay, and the sweep of the cell that has the tenant publishes them. */
function drop(group: Claimed[], settled: (n: number) => void): void {
  for (const { message } of group) message.ack();
  settled(group.length);
}

type RunGroup = (group: Claimed[], settled: (n: number) => void) => Promise<void>;

/** Returns how the jobs of one tenant that arrived in the same tick are run. */
function runnerOf(deps: WorkerDeps, work: Work): RunGroup {
  const ctxOf = (group: Claimed[]) => createContext(deps, group[0]?.ref.tenantId ?? '', { kind: 'job' });
  if ('external' in work) return (group, settled) => runExternal(deps, work, ctxOf(group), group, settled);
  const run = 'stepwise' in work ? runSteps(deps, work.job, work.stepwise) : runTransactional(deps, work);
  return async (group, settled) => {
    const ctx = ctxOf(group);
    await Promise.all(
      group.map(async ({ ref, message }) => {
        if (await run(ctx, ref)) message.ack();
        else message.leave();
        settled(1);
      }),
    );
  };
}

/** Runs a job in a transaction with others, or alone. */
function runTransactional(deps: WorkerDeps, { job, transactional, shared }: Extract<Work, { transactional: unknown }>) {
  const alone = (ctx: Ctx, ref: JobRef) => runOne(deps, ctx, job, transactional, ref);
  if (!shared) return alone;
  const withOthers = createBatchHandler(job, shared);
  return async (ctx: Ctx, ref: JobRef) => {
    const startedAt = performance.now();
    if (!(await withOthers(ctx, ref).catch(() => false))) return alone(ctx, ref);
    deps.metrics.jobSeconds.record((performance.now() - startedAt) / 1000, { job: job.name });
    return true;
  };
}

async function runExternal(
  deps: WorkerDeps,
  { job, external }: Extract<Work, { external: unknown }>,
  ctx: Ctx,
  group: Claimed[],
  settled: (n: number) => void,
): Promise<void> {
  const open = new Map(group.map(({ ref, message }) => [ref, message]));
  const done = (ref: JobRef) => {
    open.get(ref)?.ack();
    if (open.delete(ref)) settled(1);
  };
  try {
    await external(ctx, [...open.keys()], done);
  } catch (error) {
    deps.metrics.jobFailures.add(open.size, { job: job.name });
    deps.log.error({ err: error, job: job.name, tenantId: ctx.tenantId, jobs: open.size }, 'batch failed, retrying');
    await recordFailures(ctx, job, [...open.keys()], error, done);
  }
  for (const message of open.values()) message.leave();
  settled(open.size);
}

/**
 * Records the failure of each job that its handler left open. Jobs that never fail keep their attempt: they are published again when their lease
 * ends, which is sooner. So does a job whose failure cannot be recorded.
 */
async function recordFailures(ctx: Ctx, job: Job, refs: JobRef[], error: unknown, done: (ref: JobRef) => void): Promise<void> {
  if (job.failAfter === 'never') return;
  for (const ref of refs) {
    const isRecorded = await recordFailure(ctx, job, ref, error).then(
      () => true,
      () => false,
    );
    if (isRecorded) done(ref);
  }
}

/** Returns whether the message can be acknowledged: the job is done, belongs to another worker, or has its next time. */
async function runOne(deps: WorkerDeps, ctx: Ctx, job: Job, handle: TransactionalHandler<never>, ref: JobRef): Promise<boolean> {
  const startedAt = performance.now();
  try {
    await inTransaction(ctx, async (ctx) => {
      const taken = await takeJob(ctx, ref);
      if (!taken) return;
      const { origin } = taken;
      await asJob(ctx, job, { ...ref, origin }, (ctx) => handle(ctx, parseInput(job, taken.input) as never));
      await startNextOf(ctx, job, taken.concurrencyKey);
    });
    deps.metrics.jobSeconds.record((performance.now() - startedAt) / 1000, { job: job.name });
    return true;
  } catch (error) {
    return retryLater(deps, ctx, job, ref, error);
  }
}
