import type { Definition, Step, StepType } from '../definition.ts';

/** A run that goes round and round without an end is stopped here. */
export const MOST_STEPS = 1_000;

export type RunStatus = 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';

/** All that a run is between two steps. Never changed in place: a decision makes a new one. */
export type RunState = Readonly<{
  status: RunStatus;
  /** The step that is next, or the one that waits; null once the run has ended. */
  stepId: string | null;
  variables: Readonly<Record<string, unknown>>;
  waitingFor: 'time' | 'reply' | 'http' | null;
  /** When a wait is over, and when nobody waits for a reply any longer. */
  wakeAt: Date | null;
  /** Every visit of a step counts once, however often the step is resumed. */
  stepsDone: number;
  error: { step: string; message: string } | null;
}>;

/** What a run is told. */
export type Signal =
  /** Do the step that is next. */
  | { kind: 'go' }
  /** The wait, or the time for a reply, is over. */
  | { kind: 'woke' }
  | { kind: 'reply'; text: string | null; buttonId: string | null; messageId: string }
  /** What the step wanted could not be done: told with the state from before the step, instead of keeping its outcome. Of a
   * question it may also be told later, while the run waits for the reply. */
  | { kind: 'undeliverable'; reason: string }
  | { kind: 'answered'; status: number; body: unknown }
  | { kind: 'unanswered'; reason: string };

/** What texts and conditions can look at. */
export type Scope = {
  contact: Record<string, unknown>;
  chat: Record<string, unknown> | null;
  message: Record<string, unknown> | null;
  variables: Readonly<Record<string, unknown>>;
  now: string;
};

export const scopeRoots = ['contact', 'chat', 'message', 'variables', 'now'] as const satisfies (keyof Scope)[];

type Scalar = string | number | boolean | null;
type Button = { id: string; title: string };

export type Content =
  | { type: 'text'; text: string }
  | { type: 'interactive'; text: string; buttons: Button[] }
  | { type: 'template'; templateId: string; variables: Record<string, string> };

/** What the environment is asked to do, with every text rendered. It commits with the new state or not at all. */
export type Effect =
  | { do: 'send'; content: Content }
  | { do: 'assign'; userId?: string | null | undefined; teamId?: string | null | undefined }
  | { do: 'add_label'; labelId: string }
  | { do: 'remove_label'; labelId: string }
  | { do: 'set_attribute'; externalId: string; value: Scalar }
  | { do: 'set_chat_status'; status: 'open' | 'closed' | 'snoozed'; snoozeSeconds: number | null }
  | {
      do: 'http_request';
      method: string;
      url: string;
      headers: Record<string, string>;
      /** Headers as the definition has them, which refer to secrets: their values are put in when the call is made. */
      secretHeaders: Record<string, string>;
      body: string | null;
    }
  | { do: 'run_automation'; automationId: string; variables: Record<string, Scalar> };

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

export type LogLine = { stepId: string; type: StepType; outcome: LogOutcome; detail: Record<string, unknown> | null };

export type Outcome = { state: RunState; effect: Effect | null; log: LogLine };

export type StepOf<T extends StepType> = Extract<Step, { type: T }>;

/** Where every run begins: at the first step. */
export const beginRun = (definition: Definition, variables: Record<string, unknown>): RunState => ({
  status: 'running',
  stepId: definition.steps[0]?.id ?? null,
  variables,
  waitingFor: null,
  wakeAt: null,
  stepsDone: 0,
  error: null,
});
