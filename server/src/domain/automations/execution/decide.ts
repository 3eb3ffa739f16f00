import type { Definition, Step } from '../definition.ts';
import { doStep } from './do-step.ts';
import { failed, lost, onwards, tooManySteps } from './outcome.ts';
import { resume } from './resume.ts';
import { MOST_STEPS, type Outcome, type RunState, type Scope, type Signal } from './state.ts';

/**
 * What a run does next: exactly one step, or the resumption of one step that waits. Null: the signal is not for this state (a
 * late timer, a reply nobody waits for) and nothing changes. Total and pure: any state and signal have an answer, and the
 * same ones always the same. The variables are those of the state; the scope brings the rest.
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
  if (!step) return lost(state);
  if (state.stepsDone >= MOST_STEPS) return tooManySteps(step, state);
  const counted = { ...state, stepsDone: state.stepsDone + 1 };
  if (signal.kind === 'undeliverable') return undeliverable(step, counted, signal.reason);
  return doStep({ step, state: counted, scope: { ...scope, variables: state.variables }, now });
}

/** Told of a step that sends, the run goes where the author said; other steps have nowhere to go when they cannot be done. */
function undeliverable(step: Step, state: RunState, reason: string): Outcome | null {
  switch (step.type) {
    case 'send_message':
    case 'send_template':
    case 'ask':
      return onwards(step, state, step.onUndeliverable, 'undeliverable', reason);
    case 'http_request':
      return onwards(step, state, step.onError, 'unanswered', reason);
    case 'assign':
    case 'add_label':
    case 'remove_label':
    case 'set_attribute':
    case 'set_chat_status':
    case 'run_automation':
      return failed(step, state, reason);
    case 'branch':
    case 'wait':
    case 'wait_until':
    case 'business_hours':
    case 'end':
      return null;
    default:
      step satisfies never;
      return null;
  }
}
