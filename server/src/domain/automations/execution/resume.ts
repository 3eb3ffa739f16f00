import type { Step } from '../definition.ts';
import { goTo, lost, onwards, outcome } from './outcome.ts';
import type { Outcome, RunState, Signal, StepOf } from './state.ts';

type SignalOf<Kind extends Signal['kind']> = Extract<Signal, { kind: Kind }>;

/** Tells a waiting step what it waits for. Null: it waits for something else, or longer. */
export function resume(step: Step | undefined, state: RunState, signal: Signal, now: Date): Outcome | null {
  if (!isFor(state, signal, now)) return null;
  switch (step?.type) {
    case 'wait':
    case 'wait_until':
      return signal.kind === 'woke' ? outcome(step, goTo(state, step.next), 'woke') : lost(state);
    case 'ask':
      return resumeAsk(step, state, signal) ?? lost(state);
    case 'http_request':
      return resumeRequest(step, state, signal) ?? lost(state);
    default:
      return lost(state);
  }
}

function isFor({ waitingFor, wakeAt }: RunState, { kind }: Signal, now: Date): boolean {
  const isLate = wakeAt === null || !(now < wakeAt);
  switch (waitingFor) {
    case 'time':
      return kind === 'woke' && isLate;
    case 'reply':
      return kind === 'reply' || kind === 'undeliverable' || (kind === 'woke' && isLate);
    case 'http':
      return kind === 'answered' || kind === 'unanswered';
    case null:
      return false;
    default:
      waitingFor satisfies never;
      return false;
  }
}

/** A reply counts as long as the run waits for one, also when its time is over and nobody has said so yet. */
function resumeAsk(step: StepOf<'ask'>, state: RunState, signal: Signal): Outcome | null {
  switch (signal.kind) {
    case 'reply': {
      const { messageId, buttonId } = signal;
      return outcome(step, goTo(withReply(step, state, signal), step.onReply), 'replied', { detail: { messageId, buttonId } });
    }
    case 'woke':
      return outcome(step, goTo(state, step.onTimeout), 'timed_out');
    case 'undeliverable':
      return onwards(step, state, step.onUndeliverable, 'undeliverable', signal.reason);
    default:
      return null;
  }
}

/** A typed reply forgets the button of an earlier round: nobody chose it this time. */
function withReply({ saveAs }: StepOf<'ask'>, state: RunState, { text, buttonId }: SignalOf<'reply'>): RunState {
  const button = `${saveAs}ButtonId`;
  const isNamed = buttonId !== null || Object.hasOwn(state.variables, button);
  return { ...state, variables: { ...state.variables, [saveAs]: text, ...(isNamed && { [button]: buttonId }) } };
}

function resumeRequest(step: StepOf<'http_request'>, state: RunState, signal: Signal): Outcome | null {
  if (signal.kind === 'unanswered') return onwards(step, state, step.onError, 'unanswered', signal.reason);
  if (signal.kind !== 'answered') return null;
  const { status, body } = signal;
  if (!(status >= 200 && status < 300))
    return onwards(step, state, step.onError, 'answered', `The answer was ${status}, not 2xx`);
  const variables = step.saveAs === undefined ? state.variables : { ...state.variables, [step.saveAs]: { status, body } };
  return outcome(step, goTo({ ...state, variables }, step.next), 'answered', { detail: { status } });
}
