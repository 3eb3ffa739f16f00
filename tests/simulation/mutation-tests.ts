import { decide } from '../../server/src/domain/automations/execution/decide.ts';
import type { Outcome, RunState } from '../../server/src/domain/automations/execution/state.ts';
import type { Faults } from './environment.ts';
import type { Invariant } from './verify.ts';

/** `red` is the invariant that must be violated, so that no mutant is caught by accident. */
type Mutant = { name: string; red: Invariant; faults: Faults };

const withState = (outcome: Outcome | null, change: (state: RunState) => Partial<RunState>): Outcome | null =>
  outcome && { ...outcome, state: { ...outcome.state, ...change(outcome.state) } };

const reply = { kind: 'reply', text: null, buttonId: null, messageId: 'none' } as const;

/** Removes each protection alone: those of `decide` by a wrapper, those of the durable state by a switch of the environment. */
export const mutants: Mutant[] = [
  {
    name: 'a stale or early timer ends a wait',
    red: 'early',
    faults: {
      decide: (definition, state, signal, scope, now) =>
        decide(definition, signal.kind === 'woke' ? { ...state, wakeAt: null } : state, signal, scope, now),
    },
  },
  {
    name: 'waits are a second too short',
    red: 'early',
    faults: {
      decide: (...args) => withState(decide(...args), ({ wakeAt }) => ({ wakeAt: wakeAt && new Date(wakeAt.getTime() - 1_000) })),
    },
  },
  {
    name: 'a timer is accepted as a response',
    red: 'path',
    faults: {
      decide: (definition, state, signal, scope, now) =>
        signal.kind === 'woke' && state.waitingFor === 'http'
          ? decide(definition, state, { kind: 'answered', status: 200, body: null }, scope, now)
          : decide(definition, state, signal, scope, now),
    },
  },
  {
    name: 'a reply is accepted when no step waits for one',
    red: 'path',
    faults: {
      decide: (definition, state, signal, scope, now) =>
        decide(definition, state, signal.kind === 'reply' && state.status === 'running' ? { kind: 'go' } : signal, scope, now),
    },
  },
  {
    name: 'the step counter is lost when a run is resumed',
    red: 'steps',
    faults: {
      decide: (...args) => withState(decide(...args), () => (args[2].kind === 'go' ? {} : { stepsDone: 0 })),
    },
  },
  {
    name: 'the limit of steps is missing',
    red: 'steps',
    faults: {
      decide: (definition, state, ...rest) =>
        withState(decide(definition, { ...state, stepsDone: 0 }, ...rest), ({ stepsDone }) => ({
          stepsDone: state.stepsDone + stepsDone,
        })),
    },
  },
  {
    name: 'a timeout clears the variables',
    red: 'variables',
    faults: { decide: (...args) => withState(decide(...args), () => (args[2].kind === 'woke' ? { variables: {} } : {})) },
  },
  {
    name: 'a cancelled run continues',
    red: 'after_end',
    faults: {
      decide: (definition, state, ...rest) =>
        decide(definition, state.status === 'cancelled' ? { ...state, status: 'running' } : state, ...rest),
    },
  },
  {
    name: 'a timeout takes the exit of a reply',
    red: 'path',
    faults: {
      decide: (definition, state, signal, scope, now) =>
        signal.kind === 'woke' && state.waitingFor === 'reply' && decide(definition, state, signal, scope, now)
          ? withState(decide(definition, state, reply, scope, now), () => ({ variables: state.variables }))
          : decide(definition, state, signal, scope, now),
    },
  },
  {
    name: 'a decision uses random numbers outside the seed',
    red: 'replay',
    faults: {
      decide: (definition, state, signal, scope, now) =>
        withState(decide(definition, state, signal, scope, now), ({ wakeAt }) => ({
          wakeAt: wakeAt && new Date(wakeAt.getTime() + Math.floor(Math.random() * 1_000)),
        })),
    },
  },
  { name: 'the effect is applied before the fence', red: 'effects', faults: { isEffectBeforeFence: true } },
  { name: 'the fence is missing', red: 'exclusive', faults: { isFenceOff: true } },
  { name: 'the next job is written after the commit', red: 'stuck', faults: { isNextJobApart: true } },
  { name: 'a timer that fired early is dropped', red: 'stuck', faults: { isEarlyTimerDropped: true } },
  { name: 'a refused message counts as sent', red: 'effects', faults: { isRefusalIgnored: true } },
];
