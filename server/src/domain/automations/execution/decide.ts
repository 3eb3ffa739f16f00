import type { Definition } from '../definition.ts';
import { kindOf, type Step } from '../steps/index.ts';
import { failed, stepMissing, tooManySteps } from './outcome.ts';
import { resume } from './resume.ts';
import { MAX_STEPS, type Outcome, type RunState, type Scope, type Signal } from './state.ts';

/**
 * Decides what a run does next: one step, or the resumption of one waiting step. Returns null when the signal does not apply to
 * the state (a late timer, a reply that no step waits for); then nothing changes. Pure, and defined for every state and signal.
 * The variables come from the state, the rest of the scope from `scope`.
 */
export function decide(definition: Definition, state: RunState, signal: Signal, scope: Scope, now: Date): Outcome | null {
  const step = definition.steps.find(({ id }) => id === state.stepId);
  switch (state.status) {
    case 'running':
      return proceed(step, state, signal, scope, now);
    case 'waiting':
      return resume(step, state, signal, now);
    case 'completed':
    case 'failed':
    case 'cancelled':
      return null;
    default:
      state.status satisfies never;
      return null;
  }
}

function proceed(step: Step | undefined, state: RunState, signal: Signal, scope: Scope, now: Date): Outcome | null {
  if (signal.kind !== 'go' && signal.kind !== 'undeliverable') return null;
  if (!step) return stepMissing(state);
  if (state.stepsDone >= MAX_STEPS) return tooManySteps(step, state);
  const counted = { ...state, stepsDone: state.stepsDone + 1 };
  if (signal.kind === 'undeliverable') return refused(step, counted, signal.reason);
  return kindOf(step).decide({ step, state: counted, scope: { ...scope, variables: state.variables }, now });
}

/** Decides after a refused effect. A step without an exit for it fails the run; a step without an effect cannot be refused. */
function refused(step: Step, state: RunState, reason: string): Outcome | null {
  const kind = kindOf(step);
  if (!kind.execute) return null;
  return kind.refused?.(step, state, reason) ?? failed(step, state, reason);
}
