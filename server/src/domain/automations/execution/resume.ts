import { kindOf, type Step } from '../steps/index.ts';
import { stepMissing } from './outcome.ts';
import type { Outcome, RunState, Signal } from './state.ts';

/** Resumes a waiting step. Returns null when the step waits for another signal, or for longer. */
export function resume(step: Step | undefined, state: RunState, signal: Signal, now: Date): Outcome | null {
  if (!isAwaited(state, signal, now)) return null;
  return (step && kindOf(step).resume?.(step, state, signal)) ?? stepMissing(state);
}

function isAwaited({ waitingFor, wakeAt }: RunState, { kind }: Signal, now: Date): boolean {
  const isDue = wakeAt === null || !(now < wakeAt);
  switch (waitingFor) {
    case 'time':
      return kind === 'woke' && isDue;
    case 'reply':
      return kind === 'reply' || kind === 'undeliverable' || (kind === 'woke' && isDue);
    case 'http':
      return kind === 'answered' || kind === 'unanswered';
    case null:
      return false;
    default:
      waitingFor satisfies never;
      return false;
  }
}
