import { z } from 'zod';
import type { Run, RunStep } from '../../domain/automations/index.ts';
import { id, isoTime, isoTimeOrNull, time, timeInput } from './shapes.ts';

const runError = z.strictObject({ step: z.string(), message: z.string() });

const fields = {
  id,
  createdAt: time,
  updatedAt: time,
  endedAt: time.nullable(),
  automationId: id,
  versionId: id,
  contactId: id,
  chatId: id.nullable(),
  status: z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled']),
  stepId: z.string().nullable(),
  waitingFor: z.enum(['time', 'reply', 'http']).nullable(),
  wakeAt: time.nullable(),
  stepsDone: z.int(),
  depth: z.int(),
  variables: z.record(z.string(), z.unknown()),
  error: runError.nullable(),
};

export const AutomationRun = z.strictObject(fields).meta({ id: 'AutomationRun' });

const Step = z.strictObject({
  stepId: z.string(),
  type: z.string(),
  outcome: z.string(),
  detail: z.record(z.string(), z.unknown()).nullable(),
  at: time,
});

/** A run with all its steps, their times and outcomes. */
export const AutomationRunWithSteps = z.strictObject({ ...fields, steps: z.array(Step) }).meta({ id: 'AutomationRunWithSteps' });

export const toRun = (run: Run): z.infer<typeof AutomationRun> => ({
  id: run.id,
  createdAt: isoTime(run.createdAt),
  updatedAt: isoTime(run.updatedAt),
  endedAt: isoTimeOrNull(run.endedAt),
  automationId: run.automationId,
  versionId: run.versionId,
  contactId: run.contactId,
  chatId: run.chatId,
  status: run.status,
  stepId: run.stepId,
  waitingFor: run.waitingFor,
  wakeAt: isoTimeOrNull(run.wakeAt),
  stepsDone: run.stepsDone,
  depth: run.depth,
  variables: run.variables,
  error: run.error,
});

const toStep = ({ stepId, type, outcome, detail, at }: RunStep): z.infer<typeof Step> => ({
  stepId,
  type,
  outcome,
  detail,
  at: isoTime(at),
});

export const toRunWithSteps = (run: Run & { steps: RunStep[] }): z.infer<typeof AutomationRunWithSteps> => ({
  ...toRun(run),
  steps: run.steps.map(toStep),
});

export const StepCounts = z
  .array(z.strictObject({ stepId: z.string(), type: z.string(), outcome: z.string(), count: z.int() }))
  .meta({ id: 'StepCounts' });
export const StepCountRange = z.strictObject({ from: timeInput.optional(), until: timeInput.optional() });
