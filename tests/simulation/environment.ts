import type { Definition } from '../../server/src/domain/automations/definition.ts';
import { decide } from '../../server/src/domain/automations/execution/decide.ts';
import { initialState, type Outcome, type RunState, type Signal } from '../../server/src/domain/automations/execution/state.ts';
import type { Chance } from './chance.ts';
import { STARTS_AT, scopeAt } from './scope.ts';
import type { Verifier } from './verify.ts';

/** A job with a due time, as in the table `jobs`. The attempt number is its fence. */
export type Job = { id: number; attempt: number; dueMs: number; work: 'go' | 'wake' | 'http' | Reply };
export type Reply = Extract<Signal, { kind: 'reply' }>;
export type Delivery = { jobId: number; attempt: number };

/** The transaction of a worker that has decided and not committed. It may never commit. */
export type Transaction = { job: Job; version: number; before: RunState; signal: Signal; outcome: Outcome | null; now: Date };

/** Removes one protection each, to test that the verifier detects it. */
export type Faults = {
  decide?: typeof decide;
  isEffectBeforeFence?: true;
  isFenceOff?: true;
  isNextJobApart?: true;
  isEarlyTimerDropped?: true;
  isRefusalIgnored?: true;
};

export type Environment = ReturnType<typeof createEnvironment>;

/**
 * Creates the durable state in memory: the row of one run and its jobs. Two workers may have read the same row; the second commit
 * finds another version and changes nothing, as with a row lock. State, effect and next job commit together.
 */
export function createEnvironment(definition: Definition, chance: Chance, verify: Verifier, faults: Faults) {
  const jobs = new Map<number, Job>();
  const log: string[] = [];
  const tally = new Map<string, number>();
  let nowMs = STARTS_AT.getTime();
  let state = frozen(initialState(definition, { source: 'api' }));
  let version = 0;
  let jobsMade = 0;
  let lastText: string | null = null;

  function enqueue(work: Job['work'], dueMs = nowMs): void {
    jobsMade++;
    jobs.set(jobsMade, { id: jobsMade, attempt: 1, dueMs, work });
  }

  function record(what: string, line: string): void {
    tally.set(what, (tally.get(what) ?? 0) + 1);
    log.push(`${nowMs - STARTS_AT.getTime()} ${line}`);
  }

  function decideSafely(before: RunState, signal: Signal, now: Date): Outcome | null {
    try {
      return (faults.decide ?? decide)(definition, before, signal, scopeAt(now, before.variables, lastText), now);
    } catch (error) {
      verify.violate('threw', `${signal.kind}: ${String(error)}`);
      return null;
    }
  }

  function begin({ jobId, attempt }: Delivery): Transaction | null {
    const job = jobs.get(jobId);
    if (!job || job.attempt !== attempt) return null;
    const now = new Date(nowMs + (chance.happens(0.1) ? chance.below(4_000) - 2_000 : 0));
    const at = { job: { ...job }, version, before: state, now };
    const signal = signalFor(job, chance);
    const outcome = decideSafely(state, signal, now);
    if (outcome?.effect?.do !== 'send' || !chance.happens(0.15)) return { ...at, signal, outcome };
    if (faults.isRefusalIgnored) return { ...at, signal, outcome: { ...outcome, effect: null } };
    const refusal: Signal = { kind: 'undeliverable', reason: 'The contact has unsubscribed' };
    return { ...at, signal: refusal, outcome: decideSafely(state, refusal, now) };
  }

  function apply({ before, outcome }: Transaction): void {
    if (outcome?.effect) verify.applied(before.stepsDone, outcome.log.stepId, outcome.effect);
  }

  function commit(transaction: Transaction): void {
    const { job, outcome } = transaction;
    if (faults.isEffectBeforeFence) apply(transaction);
    const isStale = jobs.get(job.id)?.attempt !== job.attempt || transaction.version !== version;
    if (isStale && !faults.isFenceOff) {
      record('too late', `job ${job.id} is stale`);
      return;
    }
    jobs.delete(job.id);
    if (outcome) change(transaction, outcome);
    else ignore(transaction);
    verify.jobsAfterCommit(state, [...jobs.values()]);
  }

  function change(transaction: Transaction, { state: after, log: line }: Outcome): void {
    if (!faults.isEffectBeforeFence) apply(transaction);
    state = frozen(after);
    version++;
    if (!(faults.isNextJobApart && chance.happens(0.05))) enqueueNext();
    verify.committed(transaction.signal, state, transaction.now);
    record(
      line.outcome,
      `job ${transaction.job.id} ${line.stepId} ${line.type} ${line.outcome}: ${state.status} ${state.stepId} ${state.stepsDone} ${JSON.stringify(state.variables)}`,
    );
  }

  function enqueueNext(): void {
    if (state.status === 'running') enqueue('go');
    else if (state.waitingFor === 'http') enqueue('http');
    else if (state.wakeAt) enqueue('wake', state.wakeAt.getTime());
  }

  /** Ends a job whose signal did not apply. A timer that fired early for the current wait is scheduled again. */
  function ignore({ job, signal }: Transaction): void {
    const isOwn = job.work === 'wake' && state.status === 'waiting' && state.wakeAt?.getTime() === job.dueMs;
    if (isOwn && !faults.isEarlyTimerDropped) jobs.set(job.id, { ...job, attempt: job.attempt + 1 });
    const what = isOwn ? 'too early' : 'not awaited';
    record(what, `job ${job.id} ${signal.kind}: ${what}`);
  }

  enqueue('go');
  verify.began(state);
  return {
    log,
    tally,
    jobs,
    begin,
    commit,
    now: () => nowMs,
    state: () => state,
    moveTo(atMs: number): void {
      nowMs = atMs;
    },
    receive(reply: Reply): void {
      lastText = reply.text;
      enqueue(reply);
      record('message', `message ${reply.messageId}`);
    },
    cancel(): void {
      if (state.status !== 'running' && state.status !== 'waiting') return;
      state = frozen({ ...state, status: 'cancelled', waitingFor: null, wakeAt: null });
      version++;
      verify.cancelled(state);
      record('cancelled', 'cancelled');
    },
  };
}

function signalFor({ work }: Job, chance: Chance): Signal {
  switch (work) {
    case 'go':
      return { kind: 'go' };
    case 'wake':
      return { kind: 'woke' };
    case 'http':
      return chance.happens(0.2)
        ? { kind: 'unanswered', reason: 'No response in time' }
        : {
            kind: 'answered',
            status: chance.pick([200, 201, 204, 301, 404, 500]),
            body: chance.pick<unknown>([null, 'ok', { total: 3 }]),
          };
    default:
      return work;
  }
}

/** Freezes a state, so that a change in place throws. */
function frozen(state: RunState): RunState {
  Object.freeze(state.variables);
  return Object.freeze(state);
}
