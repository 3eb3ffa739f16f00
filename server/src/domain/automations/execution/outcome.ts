import type { Step } from '../definition.ts';
import { type Effect, type LogOutcome, MOST_STEPS, type Outcome, type RunState } from './state.ts';

type More = { effect?: Effect; detail?: Record<string, unknown> };

export const outcome = (step: Step, state: RunState, said: LogOutcome, { effect, detail }: More = {}): Outcome => ({
  state,
  effect: effect ?? null,
  log: { stepId: step.id, type: step.type, outcome: said, detail: detail ?? null },
});

/** On to the next step; without one the run is completed. */
export const goTo = (state: RunState, target: string | undefined): RunState => ({
  ...state,
  status: target === undefined ? 'completed' : 'running',
  stepId: target ?? null,
  waitingFor: null,
  wakeAt: null,
});

export const waitFor = (state: RunState, waitingFor: 'time' | 'reply' | 'http', wakeAt: Date | null): RunState => ({
  ...state,
  status: 'waiting',
  waitingFor,
  wakeAt,
});

export const failed = (step: Step, state: RunState, message: string): Outcome =>
  outcome(step, failedState(state, step.id, message), 'failed', { detail: { message } });

/** Where the author said how to go on, the run goes on; else it fails with the reason. */
export const onwards = (step: Step, state: RunState, target: string | undefined, said: LogOutcome, reason: string): Outcome =>
  target === undefined ? failed(step, state, reason) : outcome(step, goTo(state, target), said, { detail: { reason } });

/** The step that a run is at is not in its version. A checked definition has no such step; a run still has to end. */
export function lost(state: RunState): Outcome {
  const stepId = state.stepId ?? '';
  const message = `There is no step ${stepId} in this version`;
  return {
    state: failedState(state, stepId, message),
    effect: null,
    log: { stepId, type: 'end', outcome: 'failed', detail: { message } },
  };
}

export const tooManySteps = (step: Step, state: RunState): Outcome =>
  failed(
    step,
    state,
    `This run has done ${MOST_STEPS} steps, the most a run may do; look for steps that lead back to each other`,
  );

const failedState = (state: RunState, step: string, message: string): RunState => ({
  ...state,
  status: 'failed',
  stepId: null,
  waitingFor: null,
  wakeAt: null,
  error: { step, message },
});
