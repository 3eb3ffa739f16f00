import { type Effect, type LogOutcome, MAX_STEPS, type Outcome, type RunState } from './state.ts';

type StepRef = { id: string; type: string };
type Details<E extends Effect> = { effect?: E; detail?: Record<string, unknown> };

export const outcome = <E extends Effect = never>(
  step: StepRef,
  state: RunState,
  logged: LogOutcome,
  { effect, detail }: Details<E> = {},
): Outcome<E> => ({
  state,
  effect: effect ?? null,
  log: { stepId: step.id, type: step.type, outcome: logged, detail: detail ?? null },
});

/** Moves the run to a step; without a target the run is completed. */
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

export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

export const failed = (step: StepRef, state: RunState, message: string): Outcome<never> =>
  outcome(step, failedState(state, step.id, message), 'failed', { detail: { message } });

/** Moves the run to the target. Without a target the run fails with the reason. */
export const goToOrFail = (
  step: StepRef,
  state: RunState,
  target: string | undefined,
  logged: LogOutcome,
  reason: string,
): Outcome<never> =>
  target === undefined ? failed(step, state, reason) : outcome(step, goTo(state, target), logged, { detail: { reason } });

/** Fails a run whose step is not in its version. A checked definition has no such step, but every run has to end. */
export function stepMissing(state: RunState): Outcome<never> {
  const stepId = state.stepId ?? '';
  const message = `There is no step ${stepId} in this version`;
  return {
    state: failedState(state, stepId, message),
    effect: null,
    log: { stepId, type: 'end', outcome: 'failed', detail: { message } },
  };
}

export const tooManySteps = (step: StepRef, state: RunState): Outcome<never> =>
  failed(step, state, `This run has done ${MAX_STEPS} steps, the most a run may do; look for steps that lead back to each other`);

const failedState = (state: RunState, step: string, message: string): RunState => ({
  ...state,
  status: 'failed',
  stepId: null,
  waitingFor: null,
  wakeAt: null,
  error: { step, message },
});
