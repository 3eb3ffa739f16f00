import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';
import { afterCommit, type Ctx, type CtxDeps, createContext, inTransaction } from '../storage/context.ts';
import { createBatchHandler, type Together } from './batch-handler.ts';
import type { Broker } from './broker.ts';
import { tellAdmitted } from './concurrency-keys.ts';
import { createInFlight, type Held, type Holding } from './in-flight.ts';
import { decodeRef, encodeRef, type Job, type JobRef, queueSubjectOf, subjectOf, TENANT_LANE, waitAfter } from './job.ts';
import { admitNext, continueJob, endJobs, holdJob, lockLanes, postpone, postponeStep, takeJob } from './jobs.store.ts';
import { createPace } from './load-shedding.ts';

/** Does a job inside the transaction that takes it off the list: its effects and its end are one thing. */
export type Handler<Input> = (ctx: Ctx, input: Input) => Promise<void>;

/**
 * Does jobs of one tenant whose effect is outside the database, in micro-batches: it loads them, acts, records each under
 * the fence, and says `done` of each as soon as it is recorded. What it does not say done of comes again.
 */
export type BatchHandler = (ctx: Ctx, refs: JobRef[], done: (ref: JobRef) => void) => Promise<void>;

/**
 * Goes on with a job that lives through many steps. Each is one transaction that says what comes next and when; where it says
 * nothing the job is over.
 */
export type Continuation<Input> = (
  ctx: Ctx,
  input: Input,
  jobId: string,
) => Promise<{ input: Input; at?: Date | undefined } | undefined>;

export type WorkerDeps = CtxDeps & { broker: Broker; clock: Clock; log: Logger; metrics: Metrics };
export type Work = { job: Job; concurrency: number } & (
  | { handle: Handler<never>; together?: Together<never> }
  | { handleBatch: BatchHandler }
  | { proceed: Continuation<never> }
);

/** Takes messages of each kind of work and keeps at most `concurrency` of them under way in this process. */
export function startWorker(deps: WorkerDeps, works: Work[]): { stop(): Promise<void> } {
  const pace = createPace();
  const holding = createInFlight();
  const running = works.flatMap((work) => [
    startOne(deps, work, subjectOf(work.job.name), pace.atOnce, holding),
    startOne(deps, work, queueSubjectOf(work.job.name), pace.afterOthers, holding),
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
  holding: Holding,
): { stop(): Promise<void> } {
  let underWay = 0;
  let wake: (() => void) | undefined;
  let batch: Held[] = [];
  const run = runnerOf(deps, work);
  const untilWoken = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  const settled = (n: number) => {
    underWay -= n;
    wake?.();
  };
  const flush = async () => {
    while (batch.length > 0) {
      const most = await mayStart();
      const taken = batch.slice(0, most);
      batch = batch.slice(most);
      for (const group of byTenant(taken)) void run(group, settled);
    }
  };
  const subscription = deps.broker.consume(subject, work.concurrency, async (arrived) => {
    const message = holding.take(arrived);
    if (!message) return; // this process is at it already
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

type Claimed = { ref: JobRef; message: Held };

/** A message we cannot read is nobody's job: it is acknowledged and forgotten. */
function byTenant(messages: Held[]): Claimed[][] {
  const claimed = messages.flatMap((message) => {
    const ref = decodeRef(message.payload);
    if (!ref) message.ack();
    return ref ? [{ ref, message }] : [];
  });
  return [...Map.groupBy(claimed, ({ ref }) => ref.tenantId).values()];
}

type RunGroup = (group: Claimed[], settled: (n: number) => void) => Promise<void>;

/** How the jobs of one tenant that arrived in the same tick are done. */
function runnerOf(deps: WorkerDeps, work: Work): RunGroup {
  const ctxOf = (group: Claimed[]) => createContext(deps, group[0]?.ref.tenantId ?? '', { kind: 'job' });
  if ('handleBatch' in work) return (group, settled) => runBatch(deps, work.job, work.handleBatch, ctxOf(group), group, settled);
  const run = 'proceed' in work ? walk(deps, work.job, work.proceed) : runHandler(deps, work);
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

function runHandler(deps: WorkerDeps, { job, handle, together }: Extract<Work, { handle: unknown }>) {
  const alone = (ctx: Ctx, ref: JobRef) => runOne(deps, ctx, job, handle, ref);
  if (!together) return alone;
  const shared = createBatchHandler(job, together);
  return async (ctx: Ctx, ref: JobRef) => {
    const startedAt = performance.now();
    if (!(await shared(ctx, ref).catch(() => false))) return alone(ctx, ref);
    deps.metrics.jobSeconds.record((performance.now() - startedAt) / 1000, { job: job.name });
    return true;
  };
}

async function runBatch(
  deps: WorkerDeps,
  job: Job,
  handle: BatchHandler,
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
    await handle(ctx, [...open.keys()], done);
  } catch (error) {
    deps.metrics.jobFailures.add(open.size, { job: job.name });
    deps.log.error(
      { err: error, job: job.name, tenantId: ctx.tenantId, jobs: open.size },
      'a batch failed; its messages come again',
    );
  }
  for (const message of open.values()) message.leave();
  settled(open.size);
}

/** True when the message has served: the job is done, was somebody else's, or has its next time. */
async function runOne(deps: WorkerDeps, ctx: Ctx, job: Job, handle: Handler<never>, ref: JobRef): Promise<boolean> {
  const startedAt = performance.now();
  try {
    await inTransaction(ctx, async (ctx) => {
      const taken = await takeJob(ctx, ref);
      if (!taken) return;
      await handle(ctx, taken.input as never);
      await passOn(ctx, job, taken.lane);
    });
    deps.metrics.jobSeconds.record((performance.now() - startedAt) / 1000, { job: job.name });
    return true;
  } catch (error) {
    return putOff(deps, ctx, job, ref, error);
  }
}

async function putOff(deps: WorkerDeps, ctx: Ctx, job: Job, ref: JobRef, error: unknown): Promise<boolean> {
  deps.metrics.jobFailures.add(1, { job: job.name });
  deps.log.warn(
    { err: error, job: job.name, jobId: ref.id, tenantId: ref.tenantId, attempt: ref.attempt },
    'a job failed; it is tried again later',
  );
  const dueAt = new Date(deps.clock.now().getTime() + waitAfter(job, ref.attempt) * 1000);
  return postpone(ctx, ref, dueAt).then(
    () => true,
    () => false,
  );
}

/** So many steps a job goes in a row before others have their turn. */
const MOST_IN_A_ROW = 25;
/** Due so soon, a step does not wait for the sweep, which looks twice a second. */
const SOON_MS = 1_000;

/**
 * Steps that follow at once are done at once, without a way through the broker: each has committed before the next begins,
 * and if this process dies the sweep finds the job at the step it had come to.
 */
const walk =
  (deps: WorkerDeps, job: Job, proceed: Continuation<never>) =>
  async (ctx: Ctx, ref: JobRef): Promise<boolean> => {
    let at: JobRef | undefined = ref;
    for (let i = 0; i < MOST_IN_A_ROW && at; i++) {
      const current: JobRef = at;
      const startedAt = performance.now();
      try {
        at = await inTransaction(ctx, (ctx) => oneStep(ctx, job, proceed, current));
      } catch (error) {
        return retryStep(deps, ctx, job, current, error);
      }
      deps.metrics.jobSeconds.record((performance.now() - startedAt) / 1000, { job: job.name });
    }
    if (at) ctx.tell([{ subject: subjectOf(job.name), payload: encodeRef(at) }]);
    return true;
  };

/** The attempts of a job that stays are its steps, so it counts its failures in a row by itself. */
async function retryStep(deps: WorkerDeps, ctx: Ctx, job: Job, ref: JobRef, error: unknown): Promise<boolean> {
  deps.metrics.jobFailures.add(1, { job: job.name });
  deps.log.warn({ err: error, job: job.name, jobId: ref.id, tenantId: ref.tenantId }, 'a step failed; it is tried again later');
  const waitsMs = job.retryAfterSeconds.map((seconds) => seconds * 1000);
  return postponeStep(ctx, ref, waitsMs).then(
    () => true,
    () => false,
  );
}

/** The job's next attempt when it is due at once. */
async function oneStep(ctx: Ctx, job: Job, proceed: Continuation<never>, ref: JobRef): Promise<JobRef | undefined> {
  const held = await holdJob(ctx, ref);
  if (!held) return undefined;
  const next = await proceed(ctx, held.input as never, ref.id);
  if (!next) {
    await endJobs(ctx, [ref.id]);
    await passOn(ctx, job, held.lane);
    return undefined;
  }
  const now = ctx.clock.now();
  const waitMs = next.at === undefined ? 0 : next.at.getTime() - now.getTime();
  const isDue = waitMs <= 0;
  const following = { ...ref, attempt: ref.attempt + 1 };
  continueJob(ctx, ref, next.input, isDue ? now : (next.at as Date), isDue);
  if (!isDue && held.lane === TENANT_LANE) await passOn(ctx, job, held.lane);
  if (!isDue && waitMs <= SOON_MS) afterCommit(ctx, () => tellAt(ctx, job, following, next.at as Date));
  return isDue ? following : undefined;
}

/** If this process ends before, the sweep finds the job; whichever of the two comes second finds the step done. */
function tellAt(ctx: Ctx, job: Job, ref: JobRef, at: Date): void {
  const isTime = () => ctx.clock.now() >= at;
  const tell = () => isTime() && ctx.tell([{ subject: queueSubjectOf(job.name), payload: encodeRef(ref) }]);
  setTimeout(tell, Math.max(1, at.getTime() - ctx.clock.now().getTime() + 1)).unref();
}

/** A job that ends makes room for the next of its lane. */
async function passOn(ctx: Ctx, job: Job, lane: string): Promise<void> {
  if (lane === '') return;
  const isOrdered = job.laneLimit === 1 && lane !== TENANT_LANE;
  if (isOrdered) await lockLanes(ctx, job.name, [lane]);
  tellAdmitted(ctx, job.name, await admitNext(ctx, job.name, new Map([[lane, 1]]), isOrdered));
}
