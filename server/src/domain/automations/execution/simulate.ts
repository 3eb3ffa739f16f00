import type { Definition } from '../definition.ts';
import { decide } from './decide.ts';
import { type Effect, initialState, type LogLine, type RunState, type Scope, type Signal } from './state.ts';

/** What happens to a simulated run from outside. Each list is used in order; a run whose list is empty keeps waiting. */
export type SimulationInput = {
  scope: Omit<Scope, 'now' | 'variables' | 'message'>;
  variables: Record<string, unknown>;
  replies: ({ text: string; buttonId?: string | undefined } | 'timeout')[];
  answers: ({ status: number; body?: unknown } | { error: string })[];
  /** The steps whose effects are refused. */
  undeliverable: string[];
  now: Date;
};

/** A decision on the path, with the effect that a real run would have. */
export type Visit = LogLine & { effect: Effect | null; at: Date };
export type Simulation = { state: RunState; path: Visit[] };

/** A path longer than this is no longer read by anybody. */
export const MOST_VISITS = 200;

/** Runs a definition without effects. Time passes only while a step waits: then it jumps to the end of the wait. Pure. */
export function simulate(definition: Definition, input: SimulationInput): Simulation {
  const [replies, answers] = [[...input.replies], [...input.answers]];
  const path: Visit[] = [];
  let state = initialState(definition, input.variables);
  let now = input.now;
  while (path.length < MOST_VISITS) {
    const next = nextSignal(state, replies, answers);
    if (!next) break;
    now = next.at && next.at > now ? next.at : now;
    const outcome = decideWith(definition, state, next.signal, input, now);
    if (!outcome) break;
    path.push({ ...outcome.log, effect: outcome.effect, at: now });
    state = outcome.state;
  }
  return { state, path };
}

/** Decides, and decides again where the effect is refused. */
function decideWith(definition: Definition, state: RunState, signal: Signal, input: SimulationInput, now: Date) {
  const scope: Scope = { ...input.scope, message: null, variables: state.variables, now: now.toISOString() };
  const outcome = decide(definition, state, signal, scope, now);
  const isRefused = outcome?.effect && input.undeliverable.includes(outcome.log.stepId);
  if (!isRefused) return outcome;
  return decide(definition, state, { kind: 'undeliverable', reason: 'Refused in this simulation' }, scope, now) ?? outcome;
}

type Next = { signal: Signal; at?: Date | null };

function nextSignal(state: RunState, replies: SimulationInput['replies'], answers: SimulationInput['answers']): Next | undefined {
  if (state.status === 'running') return { signal: { kind: 'go' } };
  if (state.status !== 'waiting') return undefined;
  switch (state.waitingFor) {
    case 'time':
      return { signal: { kind: 'woke' }, at: state.wakeAt };
    case 'reply':
      return replySignal(replies.shift(), state.wakeAt);
    case 'http':
      return answerSignal(answers.shift());
    case null:
      return undefined;
    default:
      return state.waitingFor satisfies never;
  }
}

function replySignal(reply: SimulationInput['replies'][number] | undefined, wakeAt: Date | null): Next | undefined {
  if (reply === undefined) return undefined;
  if (reply === 'timeout') return { signal: { kind: 'woke' }, at: wakeAt };
  return { signal: { kind: 'reply', text: reply.text, buttonId: reply.buttonId ?? null, messageId: 'simulated' } };
}

function answerSignal(answer: SimulationInput['answers'][number] | undefined): Next | undefined {
  if (answer === undefined) return undefined;
  if ('error' in answer) return { signal: { kind: 'unanswered', reason: answer.error } };
  return { signal: { kind: 'answered', status: answer.status, body: answer.body ?? null } };
}
