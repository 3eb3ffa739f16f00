import type { Definition, Step } from '../../server/src/domain/automations/definition.ts';
import { type Effect, MOST_STEPS, type RunState, type Signal } from '../../server/src/domain/automations/execution/state.ts';
import type { Job } from './environment.ts';
import { allowedAfter, hasEffect, overAt, savedBy } from './rules.ts';

export type Invariant =
  | 'stuck' // a run that has not ended waits for something that is on the list
  | 'effects' // every visit of a step that has an effect has it once
  | 'path' // the steps visited are a path of the graph, left where the signal says
  | 'steps' // the counter counts visits, never falls and never passes its limit
  | 'early' // a wait never ends before its time
  | 'exclusive' // one visit that waits is resumed once: by a reply or by its timeout
  | 'variables' // variables change where a saveAs says so, and nowhere else
  | 'after_end' // after the end nothing happens
  | 'replay' // the same seed, the same log
  | 'threw' // decide has an answer to everything
  | 'check' // the check accepts what is well made
  | 'unending'; // every run ends

export type Violation = { invariant: Invariant; message: string };
export type Verifier = ReturnType<typeof createVerifier>;

type Visit = { step: Step | undefined; sinceMs: number; isResumed: boolean };

/** Watches what is committed, keeps its own idea of the run, and knows the rules from the definition alone. */
export function createVerifier(definition: Definition) {
  const violations: Violation[] = [];
  const effects = new Map<number, string[]>();
  let state: RunState;
  let visit: Visit = { step: undefined, sinceMs: 0, isResumed: true };

  const violate = (invariant: Invariant, message: string) => void violations.push({ invariant, message });
  const demand = (isKept: boolean, invariant: Invariant, message: string) => {
    if (!isKept) violate(invariant, message);
  };

  function committed(signal: Signal, after: RunState, now: Date): void {
    const last = state;
    state = after;
    demand(!isEnded(last), 'after_end', `${signal.kind} changed a run that was ${last.status}`);
    demand(savedBy(last, signal, after, visit.step), 'variables', `${signal.kind}: ${JSON.stringify(after.variables)}`);
    const isVisit = signal.kind === 'go' || (signal.kind === 'undeliverable' && last.status === 'running');
    if (isVisit) visited(last, signal, after, now);
    else resumed(last, signal, after, now);
    demand(after.stepsDone <= MOST_STEPS, 'steps', `${after.stepsDone} steps`);
  }

  function visited(last: RunState, signal: Signal, after: RunState, now: Date): void {
    const step = definition.steps.find(({ id }) => id === last.stepId);
    const isStopped = step === undefined || last.stepsDone >= MOST_STEPS;
    visit = { step, sinceMs: now.getTime(), isResumed: false };
    demand(last.status === 'running', 'path', `did a step of a run that was ${last.status}`);
    demand(after.stepsDone === last.stepsDone + (isStopped ? 0 : 1), 'steps', `${last.stepsDone} became ${after.stepsDone}`);
    if (isStopped) {
      demand(after.status === 'failed', 'path', `went on at ${last.stepId} after ${last.stepsDone} steps`);
      return;
    }
    demand(
      allowedAfter(step, signal, after, now),
      'path',
      `${step.id} ${step.type} ${signal.kind}: ${after.status} ${after.stepId}`,
    );
    const wanted = signal.kind === 'go' && after.status !== 'failed' && hasEffect(step) ? 1 : 0;
    const had = effects.get(last.stepsDone) ?? [];
    demand(had.length === wanted, 'effects', `${step.id} ${step.type}: ${had.length} effects instead of ${wanted}`);
  }

  function resumed(last: RunState, signal: Signal, after: RunState, now: Date): void {
    const { step, sinceMs, isResumed } = visit;
    visit.isResumed = true;
    demand(!isResumed, 'exclusive', `${step?.id} ${step?.type} was resumed again, by ${signal.kind}`);
    demand(last.status === 'waiting' && last.stepId === step?.id, 'path', `${signal.kind} for a run that was ${last.status}`);
    demand(after.stepsDone === last.stepsDone, 'steps', `${signal.kind} made ${last.stepsDone} steps ${after.stepsDone}`);
    if (!step) return;
    demand(
      allowedAfter(step, signal, after, now),
      'path',
      `${step.id} ${step.type} ${signal.kind}: ${after.status} ${after.stepId}`,
    );
    if (signal.kind === 'woke')
      demand(
        now.getTime() >= overAt(step, sinceMs),
        'early',
        `${step.id} ${step.type} woke ${overAt(step, sinceMs) - now.getTime()} ms early`,
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
      demand(had.length === 0, 'effects', `${stepId}: ${effect.do} again in the same visit`);
      demand(!isEnded(state), 'after_end', `${stepId}: ${effect.do} for a run that is ${state.status}`);
    },
    looked(row: RunState, jobs: Job[]): void {
      demand(
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
