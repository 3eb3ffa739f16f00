import type { Definition } from '../../server/src/domain/automations/definition.ts';
import { type Effect, MAX_STEPS, type RunState, type Signal } from '../../server/src/domain/automations/execution/state.ts';
import type { Step } from '../../server/src/domain/automations/steps/index.ts';
import type { Job } from './environment.ts';
import { allowedAfter, hasEffect, savesOnly, waitEnd } from './rules.ts';

export type Invariant =
  | 'stuck' // an unfinished run has a job that continues it
  | 'effects' // every visit of a step with an effect executes it once
  | 'path' // the visited steps are a path of the graph, and the signal determines the exit
  | 'steps' // the counter counts visits, never decreases and never exceeds its limit
  | 'early' // a wait never ends before its time
  | 'exclusive' // a waiting visit is resumed once: by a reply or by its timeout
  | 'variables' // only the variables of saveAs change
  | 'after_end' // nothing changes after the end
  | 'replay' // the same seed, the same log
  | 'threw' // decide never throws
  | 'check' // the check accepts a valid definition
  | 'unending'; // every run ends

export type Violation = { invariant: Invariant; message: string };
export type Verifier = ReturnType<typeof createVerifier>;

type Visit = { step: Step | undefined; sinceMs: number; isResumed: boolean };

/** Verifies every commit against its own copy of the run and the rules of the definition. */
export function createVerifier(definition: Definition) {
  const violations: Violation[] = [];
  const effects = new Map<number, string[]>();
  let state: RunState;
  let visit: Visit = { step: undefined, sinceMs: 0, isResumed: true };

  const violate = (invariant: Invariant, message: string) => void violations.push({ invariant, message });
  const expect = (isTrue: boolean, invariant: Invariant, message: string) => {
    if (!isTrue) violate(invariant, message);
  };

  function committed(signal: Signal, after: RunState, now: Date): void {
    const last = state;
    state = after;
    expect(!isEnded(last), 'after_end', `${signal.kind} changed a run that was ${last.status}`);
    expect(savesOnly(last, signal, after, visit.step), 'variables', `${signal.kind}: ${JSON.stringify(after.variables)}`);
    const isVisit = signal.kind === 'go' || (signal.kind === 'undeliverable' && last.status === 'running');
    if (isVisit) visited(last, signal, after, now);
    else resumed(last, signal, after, now);
    expect(after.stepsDone <= MAX_STEPS, 'steps', `${after.stepsDone} steps`);
  }

  function visited(last: RunState, signal: Signal, after: RunState, now: Date): void {
    const step = definition.steps.find(({ id }) => id === last.stepId);
    const isStopped = step === undefined || last.stepsDone >= MAX_STEPS;
    visit = { step, sinceMs: now.getTime(), isResumed: false };
    expect(last.status === 'running', 'path', `did a step of a run that was ${last.status}`);
    expect(after.stepsDone === last.stepsDone + (isStopped ? 0 : 1), 'steps', `${last.stepsDone} became ${after.stepsDone}`);
    if (isStopped) {
      expect(after.status === 'failed', 'path', `continued at ${last.stepId} after ${last.stepsDone} steps`);
      return;
    }
    expect(
      allowedAfter(step, signal, after, now),
      'path',
      `${step.id} ${step.type} ${signal.kind}: ${after.status} ${after.stepId}`,
    );
    const had = effects.get(last.stepsDone) ?? [];
    const wanted = signal.kind === 'go' && after.status !== 'failed' ? (hasEffect(step) ?? had.length > 0) : false;
    expect(
      had.length === Number(wanted),
      'effects',
      `${step.id} ${step.type}: ${had.length} effects instead of ${Number(wanted)}`,
    );
  }

  function resumed(last: RunState, signal: Signal, after: RunState, now: Date): void {
    const { step, sinceMs, isResumed } = visit;
    visit.isResumed = true;
    expect(!isResumed, 'exclusive', `${step?.id} ${step?.type} was resumed again, by ${signal.kind}`);
    expect(last.status === 'waiting' && last.stepId === step?.id, 'path', `${signal.kind} for a run that was ${last.status}`);
    expect(after.stepsDone === last.stepsDone, 'steps', `${signal.kind} made ${last.stepsDone} steps ${after.stepsDone}`);
    if (!step) return;
    expect(
      allowedAfter(step, signal, after, now),
      'path',
      `${step.id} ${step.type} ${signal.kind}: ${after.status} ${after.stepId}`,
    );
    if (signal.kind === 'woke')
      expect(
        now.getTime() >= waitEnd(step, sinceMs),
        'early',
        `${step.id} ${step.type} woke ${waitEnd(step, sinceMs) - now.getTime()} ms early`,
      );
  }

  return {
    violations,
    violate,
    committed,
    began(first: RunState): void {
      state = first;
    },
    cancelled(after: RunState): void {
      state = after;
    },
    applied(stepsBefore: number, stepId: string, effect: Effect): void {
      const had = effects.get(stepsBefore) ?? [];
      effects.set(stepsBefore, [...had, effect.do]);
      expect(had.length === 0, 'effects', `${stepId}: ${effect.do} again in the same visit`);
      expect(!isEnded(state), 'after_end', `${stepId}: ${effect.do} for a run that is ${state.status}`);
    },
    jobsAfterCommit(row: RunState, jobs: Job[]): void {
      expect(
        isEnded(row) || jobs.some((job) => isAwaited(row, job)),
        'stuck',
        `${row.status} for ${row.waitingFor} at ${row.stepId}`,
      );
    },
  };
}

const isEnded = ({ status }: RunState): boolean => status !== 'running' && status !== 'waiting';

function isAwaited({ status, waitingFor, wakeAt }: RunState, { work, dueMs }: Job): boolean {
  if (status === 'running') return work === 'go';
  if (waitingFor === 'http') return work === 'http';
  return work === 'wake' && dueMs === wakeAt?.getTime();
}
