import type { Definition } from '../../server/src/domain/automations/definition.ts';
import { decide } from '../../server/src/domain/automations/execution/decide.ts';
import { beginRun, type Outcome, type RunState, type Signal } from '../../server/src/domain/automations/execution/state.ts';
import type { Chance } from './chance.ts';
import { STARTS_AT, scopeAt } from './scope.ts';
import type { Verifier } from './verify.ts';

/** Unfinished work with a due time, as the jobs table has it. The attempt is its fence. */
export type Job = { id: number; attempt: number; dueMs: number; work: 'go' | 'wake' | 'http' | Reply };
export type Reply = Extract<Signal, { kind: 'reply' }>;
export type Delivery = { jobId: number; attempt: number };

/** A worker that has read the row and decided, and has not committed yet. It may never do so. */
export type Transaction = { job: Job; version: number; before: RunState; signal: Signal; outcome: Outcome | null; now: Date };

/** One protection taken out, to see whether the verify notices. */
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
 * The durable parts in memory: one run's row and the list of jobs. Two workers may hold the same row; whoever commits second
 * finds another version, as with a row lock, and changes nothing. State, effect and next job commit together.
 */
export function createEnvironment(definition: Definition, chance: Chance, verify: Verifier, faults: Faults) {
  const jobs = new Map<number, Job>();
  const log: string[] = [];
  const tally = new Map<string, number>();
  let nowMs = STARTS_AT.getTime();
  let state = frozen(beginRun(definition, { source: 'api' }));
  let version = 0;
  let jobsMade = 0;
  let lastText: string | null = null;

  function enqueue(work: Job['work'], dueMs = nowMs): void {
    jobsMade++;
    jobs.set(jobsMade, { id: jobsMade, attempt: 1, dueMs, work });
  }

  function say(what: string, line: string): void {
    tally.set(what, (tally.get(what) ?? 0) + 1);
    log.push(`${nowMs - STARTS_AT.getTime()} ${line}`);
  }

  function decided(before: RunState, signal: Signal, now: Date): Outcome | null {
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
    const outcome = decided(state, signal, now);
    if (outcome?.effect?.do !== 'send' || !chance.happens(0.15)) return { ...at, signal, outcome };
    if (faults.isRefusalIgnored) return { ...at, signal, outcome: { ...outcome, effect: null } };
    const refusal: Signal = { kind: 'undeliverable', reason: 'The contact does not want to be written to' };
    return { ...at, signal: refusal, outcome: decided(state, refusal, now) };
  }

  function apply({ before, outcome }: Transaction): void {
    if (outcome?.effect) verify.applied(before.stepsDone, outcome.log.stepId, outcome.effect);
  }

  function commit(transaction: Transaction): void {
    const { job, outcome } = transaction;
    if (faults.isEffectBeforeFence) apply(transaction);
    const isStale = jobs.get(job.id)?.attempt !== job.attempt || transaction.version !== version;
    if (isStale && !faults.isFenceOff) {
      say('too late', `job ${job.id} came too late`);
      return;
    }
    jobs.delete(job.id);
    if (outcome) change(transaction, outcome);
    else settle(transaction);
    verify.looked(state, [...jobs.values()]);
  }

  function change(transaction: Transaction, { state: after, log: line }: Outcome): void {
    if (!faults.isEffectBeforeFence) apply(transaction);
    state = frozen(after);
    version++;
    if (!(faults.isNextJobApart && chance.happens(0.05))) enqueueNext();
    verify.committed(transaction.signal, state, transaction.now);
    say(
      line.outcome,
      `job ${transaction.job.id} ${line.stepId} ${line.type} ${line.outcome}: ${state.status} ${state.stepId} ${state.stepsDone} ${JSON.stringify(state.variables)}`,
    );
  }

  function enqueueNext(): void {
    if (state.status === 'running') enqueue('go');
    else if (state.waitingFor === 'http') enqueue('http');
    else if (state.wakeAt) enqueue('wake', state.wakeAt.getTime());
  }

  /** The signal was for nobody. Only the timer of the very wait that goes on, told by a fast clock, has to come again. */
  function settle({ job, signal }: Transaction): void {
    const isOwn = job.work === 'wake' && state.status === 'waiting' && state.wakeAt?.getTime() === job.dueMs;
    if (isOwn && !faults.isEarlyTimerDropped) jobs.set(job.id, { ...job, attempt: job.attempt + 1 });
    const what = isOwn ? 'too early' : 'for nobody';
    say(what, `job ${job.id} ${signal.kind}: ${what}`);
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
      say('message', `message ${reply.messageId}`);
    },
    cancel(): void {
      if (state.status !== 'running' && state.status !== 'waiting') return;
      state = frozen({ ...state, status: 'cancelled', waitingFor: null, wakeAt: null });
      version++;
      verify.cancelled(state);
      say('cancelled', 'cancelled');
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
        ? { kind: 'unanswered', reason: 'Nobody answered in time' }
        : {
            kind: 'answered',
            status: chance.pick([200, 201, 204, 301, 404, 500]),
            body: chance.pick<unknown>([null, 'ok', { total: 3 }]),
          };
    default:
      return work;
  }
}

/** Whoever changes a state in place is found out at once. */
function frozen(state: RunState): RunState {
  Object.freeze(state.variables);
  return Object.freeze(state);
}
