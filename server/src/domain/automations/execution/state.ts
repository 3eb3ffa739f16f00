import type { Hours } from '../../business-hours/index.ts';

/** The maximum number of steps of a run. A run that reaches it fails. */
export const MAX_STEPS = 1_000;

export type RunStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';

/** The state of a run between two steps. It is never changed in place: a decision returns a new state. */
export type RunState = Readonly<{
  status: RunStatus;
  /** The next step, or the step that waits; null after the end of the run. */
  stepId: string | null;
  variables: Readonly<Record<string, unknown>>;
  waitingFor: 'time' | 'reply' | 'http' | null;
  /** The end of a wait, or of the time for a reply. */
  wakeAt: Date | null;
  /** Each visit of a step counts once. A resumed step does not count again. */
  stepsDone: number;
  error: { step: string; message: string } | null;
}>;

/** The input of a decision. Signals are stored in jobs, so the kinds keep their names. */
export type Signal =
  /** Do the next step. */
  | { kind: 'go' }
  /** The wait, or the time for a reply, is over. */
  | { kind: 'woke' }
  | { kind: 'reply'; text: string | null; buttonId: string | null; messageId: string }
  /** The effect of the step was refused. The signal is decided with the state before the step, and replaces the first outcome.
   * A question can also get it later, while the run waits for the reply. */
  | { kind: 'undeliverable'; reason: string }
  | { kind: 'answered'; status: number; body: unknown }
  | { kind: 'unanswered'; reason: string };

/** The data that texts and conditions can use. */
export type Scope = {
  contact: Record<string, unknown>;
  chat: Record<string, unknown> | null;
  message: Record<string, unknown> | null;
  variables: Readonly<Record<string, unknown>>;
  now: string;
  /** The business hours that the step refers to by id; null when they were deleted. */
  businessHours?: Hours | null;
};

export const scopeRoots = ['contact', 'chat', 'message', 'variables', 'now'] as const satisfies (keyof Scope)[];

/** A change outside the run, with all texts rendered. It is plain data; `execute` of the step performs it. */
export type Effect = { do: string };

export type LogOutcome =
  | 'done'
  | 'sent'
  | 'asked'
  | 'replied'
  | 'timed_out'
  | 'undeliverable'
  | 'chosen'
  | 'waiting'
  | 'woke'
  | 'passed'
  | 'open'
  | 'closed'
  | 'requested'
  | 'answered'
  | 'unanswered'
  | 'ended'
  | 'failed';

export type LogLine = { stepId: string; type: string; outcome: LogOutcome; detail: Record<string, unknown> | null };

/** The result of a decision. State, effect and log line commit together. */
export type Outcome<E extends Effect = Effect> = { state: RunState; effect: E | null; log: LogLine };

/** Returns the state of a new run: at the first step. */
export const initialState = (definition: { steps: { id: string }[] }, variables: Record<string, unknown>): RunState => ({
  status: 'running',
  stepId: definition.steps[0]?.id ?? null,
  variables,
  waitingFor: null,
  wakeAt: null,
  stepsDone: 0,
  error: null,
});
