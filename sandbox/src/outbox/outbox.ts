import type { Dispatcher } from 'undici';
import type { Clock } from '../clock.ts';
import type { Account } from '../environment.ts';
import { noteOnWire } from '../wire.ts';
import { post } from './post.ts';
import { createQueue } from './queue.ts';

/**
 * One update for the callback URL. `part` is the provider's format; `label` is its name in the wire log; `posted` is called after the
 * first attempt.
 */
export type Update = { part: unknown; label?: string; posted?: () => void };

/** A signed request, the same bytes at every attempt. */
export type Callback = { url: string; headers: Record<string, string>; body: string; tries?: number };

export type Failure = { at: string; url: string; attempt: number; problem: string; gaveUp: boolean };

export type Counts = {
  posted: number;
  answered2xx: number;
  retried: number;
  /** Callbacks that failed at their last attempt. */
  failed: number;
  pending: number;
  lastFailures: Failure[];
};

export type Outbox = {
  push: (updates: Update[], afterMs?: number) => void;
  /** Like push, but the updates are built when they are due. */
  plan: (afterMs: number, updates: () => Update[]) => void;
  counts: () => Counts;
  /** Waits until nothing is planned or in flight, or for the timeout. Returns the number of pending callbacks. */
  idle: (timeoutMs: number) => Promise<number>;
  close: () => void;
};

type Job = { callback: Callback; updates: Update[]; labels: string[]; attempt: number };
type Parts = { agent: Dispatcher; clock: Clock; account: Account };

const MOST_FAILURES = 50;
/** The entries of one callback in the wire log. */
const MOST_NOTED = 10;

export function createOutbox({ agent, clock, account }: Parts): Outbox {
  const waiting = createQueue<Update>();
  const again = createQueue<Job>();
  const counts = { posted: 0, answered2xx: 0, retried: 0, failed: 0 };
  const lastFailures: Failure[] = [];
  const waiters = new Set<() => void>();
  let planned = 0;
  let underWay = 0;
  let mayLeave = false;
  let armed: NodeJS.Timeout | NodeJS.Immediate | null = null;
  let closed = false;

  const pending = () => planned + underWay + waiting.size() + again.size();
  const settle = () => {
    if (pending() === 0) for (const waiter of waiters) waiter();
  };

  const arm = () => {
    const { maxUpdates, waitMs } = account.knobs.batch;
    if (waiting.size() >= maxUpdates) pump();
    if (armed || waiting.size() === 0) return;
    const leave = () => {
      armed = null;
      mayLeave = true;
      pump();
    };
    armed = waitMs > 0 ? setTimeout(leave, waitMs) : setImmediate(leave);
  };

  const pump = () => {
    while (!closed && underWay < account.knobs.callbacksInFlight) {
      const job = again.take() ?? nextBatch();
      if (!job) return;
      void run(job);
    }
  };

  const nextBatch = (): Job | undefined => {
    const { maxUpdates } = account.knobs.batch;
    if (waiting.size() === 0 || (!mayLeave && waiting.size() < maxUpdates)) return undefined;
    const updates: Update[] = [];
    for (let update = waiting.take(); update; update = waiting.take()) if (updates.push(update) === maxUpdates) break;
    if (waiting.size() === 0) mayLeave = false;
    const callback = account.definition.callbacks.pack(account, updates);
    const labels = updates.map(({ label = 'update' }) => label);
    if (account.chance.happens('duplicateCallbacks', account.knobs.duplicateCallbacks)) {
      again.add({ callback, updates: [], labels, attempt: 1 });
    }
    return { callback, updates, labels, attempt: 1 };
  };

  const run = async (job: Job) => {
    underWay++;
    counts.posted++;
    const startedAt = performance.now();
    const problem = await post(agent, job.callback, account.knobs.callbackRetries.timeoutMs);
    underWay--;
    if (closed) return;
    const outcome = problem === null ? 'answered' : 'not_answered';
    const isRepeat = job.updates.length === 0 || job.attempt > 1;
    for (const what of job.labels.slice(0, MOST_NOTED))
      noteOnWire({ clock }, account, { kind: 'callback', what, outcome, isRepeat, startedAt });
    if (job.attempt === 1) for (const update of job.updates) update.posted?.();
    if (problem === null) counts.answered2xx++;
    else tryAgain(job, problem);
    pump();
    settle();
  };

  const tryAgain = (job: Job, problem: string) => {
    const { tries, baseMs } = account.knobs.callbackRetries;
    const gaveUp = job.attempt >= (job.callback.tries ?? tries);
    lastFailures.push({ at: new Date(clock.now()).toISOString(), url: job.callback.url, attempt: job.attempt, problem, gaveUp });
    if (lastFailures.length > MOST_FAILURES) lastFailures.shift();
    if (gaveUp) {
      counts.failed++;
      return;
    }
    counts.retried++;
    planned++;
    setTimeout(
      () => {
        planned--;
        again.add({ ...job, attempt: job.attempt + 1 });
        pump();
      },
      baseMs * 2 ** (job.attempt - 1),
    ).unref();
  };

  const add = (updates: Update[]) => {
    if (closed || updates.length === 0) return;
    for (const update of updates) waiting.add(update);
    arm();
  };

  const plan = (afterMs: number, updates: () => Update[]) => {
    if (closed) return;
    planned++;
    clock.after(afterMs, () => {
      planned--;
      add(updates());
      settle();
    });
  };

  return {
    push: (updates, afterMs = 0) => (afterMs > 0 ? plan(afterMs, () => updates) : add(updates)),
    plan,
    counts: () => ({ ...counts, pending: pending(), lastFailures }),
    idle: async (timeoutMs) => {
      if (pending() === 0) return 0;
      await waitFor(waiters, timeoutMs);
      return pending();
    },
    close: () => {
      closed = true;
      if (armed) clearTimeout(armed as NodeJS.Timeout);
      if (armed) clearImmediate(armed as NodeJS.Immediate);
      for (const waiter of waiters) waiter();
    },
  };
}

function waitFor(waiters: Set<() => void>, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      waiters.delete(done);
      resolve();
    };
    const timer = setTimeout(done, timeoutMs);
    waiters.add(done);
  });
}
