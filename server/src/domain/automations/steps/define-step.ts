import { z } from 'zod';
import type { Ctx } from '../../../storage/context.ts';
import type { Effect, Outcome, RunState, Scope, Signal } from '../execution/state.ts';
import type { Known, Reference } from '../references.ts';
import type { Run } from '../run.ts';
import type { Report } from './checks.ts';
import { stepId } from './fields.ts';

/** An exit of a step: the dotted path of the field that names the next step, and its value (undefined: the run ends). */
export type Exit = {
  path: string;
  target: string | undefined;
  /** True when the run has waited before it takes this exit. Every loop needs such an exit, or it would run without a pause. */
  isAfterWait: boolean;
};

export const exit = (path: string, target: string | undefined, isAfterWait = false): Exit => ({ path, target, isAfterWait });

type BaseStep = { id: string; type: string };

/** The input of a decision. `state` has counted this visit already. */
export type Visit<S> = { step: S; state: RunState; scope: Scope; now: Date };

export type StartAutomation = (ctx: Ctx, run: Run, automationId: string, variables: Record<string, unknown>) => Promise<void>;

export type Execution<E> = { ctx: Ctx; run: Run; effect: E; startAutomation: StartAutomation };

/** The changes that an effect made to the run itself. */
export type RunChanges = { chatId?: string; messageId?: string };

/** Everything the server knows about one type of step. `decide`, `resume` and `refused` are pure; `execute` is not. */
type Behaviour<S extends BaseStep, E extends Effect> = {
  /** Fields of a valid step. The contract test and the simulation use them. */
  example: Record<string, unknown>;
  exits(step: S): Exit[];
  /** Reports the errors of one step. `automationId` is the automation that the step belongs to, if it exists already. */
  check?(report: Report, step: S, automationId: string | undefined): void;
  /** Reports errors that only apply when a step is written. Stored versions may have them. */
  checkWritten?(report: Report, step: S): void;
  /** Lists what the step refers to by id or name. Each reference must exist. */
  references?(step: S): Reference[];
  /** Reports errors that depend on what the step refers to. */
  checkReferences?(report: Report, step: S, known: Known): void;
  /** Returns the step as readers of the API may see it. */
  redact?(step: S): S;
  /** Decides one visit of the step. */
  decide(visit: Visit<S>): Outcome<E>;
  /** Decides what follows when a waiting step gets its signal. Null: this step does not wait for such a signal. */
  resume?(step: S, state: RunState, signal: Signal): Outcome<never> | null;
  /** Decides what follows when `execute` was refused. Without it the run fails. */
  refused?(step: S, state: RunState, reason: string): Outcome<never>;
  /** Executes the effect of `decide` in the transaction of the step. A refusal is a thrown Failure; its changes are rolled back. */
  execute?(execution: Execution<E>): Promise<RunChanges>;
};

export type StepKind = { type: string; schema: z.ZodType } & Behaviour<BaseStep, Effect>;

const stepSchema = <T extends string, Fields extends z.ZodRawShape>(type: T, fields: Fields) =>
  z.strictObject({ id: stepId, type: z.literal(type), ...fields });

type Schema<T extends string, Fields extends z.ZodRawShape> = ReturnType<typeof stepSchema<T, Fields>>;

/** Defines a type of step. `fields` is its schema without `id` and `type`. */
export function defineStep<const T extends string, Fields extends z.ZodRawShape, E extends Effect>({
  type,
  fields,
  ...behaviour
}: { type: T; fields: Fields } & Behaviour<z.output<Schema<T, Fields>> & BaseStep, E>) {
  return { type, schema: stepSchema(type, fields), ...behaviour };
}
