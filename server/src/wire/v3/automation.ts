import { z } from 'zod';
import type {
  Definition,
  Automation as DomainAutomation,
  AutomationVersion as DomainVersion,
  Simulation,
} from '../../domain/automations/index.ts';
import { Problem } from './problem.ts';
import { freeObject, id, idInput, isoTime, time, timeInput } from './shapes.ts';

/** Returns the schemas for a definition. The domain defines it; the routes pass it in. */
export function automationShapes({ shape }: typeof Definition) {
  const trigger = shape.trigger.meta({ id: 'AutomationTrigger' });
  const steps = shape.steps.meta({ id: 'AutomationSteps' });
  const layout = shape.layout
    .unwrap()
    .meta({ id: 'AutomationLayout', description: 'Where an editor draws the steps, by their ids.' });
  const triggerType = z.enum(shape.trigger.options.map(({ shape }) => shape.type.value));
  const AutomationVersion = z
    .strictObject({ id, number: z.int(), trigger, steps, isSingle: z.boolean(), layout, createdAt: time })
    .meta({ id: 'AutomationVersion' });
  const Automation = z
    .strictObject({
      id,
      createdAt: time,
      updatedAt: time,
      name: z.string(),
      description: z.string().nullable(),
      status: z.enum(['draft', 'active', 'paused', 'archived']),
      isSuspended: z
        .boolean()
        .describe("True while the tenant's plan does not include this feature. It is paused, and resumes after an upgrade."),
      problems: z.array(Problem).describe('What keeps the active version from working, such as a template that was deleted.'),
      activeVersionId: id.nullable(),
      activeVersionTriggerType: triggerType.nullable(),
      activeVersionTriggerParametersChannelId: id.nullable(),
      latestVersionId: id,
      latestVersionTriggerType: triggerType,
      latestVersionTriggerParametersChannelId: id.nullable(),
      activeVersion: AutomationVersion.nullable(),
      latestVersion: AutomationVersion,
    })
    .meta({ id: 'Automation' });
  const given = {
    trigger: shape.trigger.meta({ id: 'AutomationTriggerInput' }),
    steps: shape.steps.meta({ id: 'AutomationStepsInput' }),
  };
  return {
    Automation,
    AutomationVersion,
    AutomationCreate: z.strictObject({
      name,
      description: description.default(null),
      ...given,
      isSingle: shape.isSingle,
      layout: shape.layout,
    }),
    AutomationUpdate: z
      .strictObject({
        name,
        description,
        ...given,
        isSingle: shape.isSingle.unwrap(),
        layout: shape.layout,
        ifRevision: z.int().min(1).describe('The number of the latest version that you know; if there is another by now, 409.'),
      })
      .partial(),
  };
}

const name = z.string().trim().min(1).max(200);
const description = z.string().max(2_000).nullable();

export const toAutomationVersion = ({ id, number, definition, createdAt }: DomainVersion) => ({
  id,
  number,
  trigger: definition.trigger,
  steps: definition.steps,
  isSingle: definition.isSingle,
  layout: definition.layout ?? {},
  createdAt: isoTime(createdAt),
});

/** State of an automation that is not in its row. */
type Circumstances = { isSuspended: boolean; problems: z.infer<typeof Problem>[] };

export const toAutomation = (automation: DomainAutomation, { isSuspended, problems }: Circumstances) => ({
  id: automation.id,
  createdAt: isoTime(automation.createdAt),
  updatedAt: isoTime(automation.updatedAt),
  name: automation.name,
  description: automation.description,
  status: automation.status,
  isSuspended,
  problems,
  activeVersionId: automation.activeVersionId,
  activeVersionTriggerType: automation.activeTriggerType,
  activeVersionTriggerParametersChannelId: automation.activeTriggerChannelId,
  latestVersionId: automation.latestVersionId,
  latestVersionTriggerType: automation.latestTriggerType,
  latestVersionTriggerParametersChannelId: automation.latestTriggerChannelId,
  activeVersion: automation.activeVersion && toAutomationVersion(automation.activeVersion),
  latestVersion: toAutomationVersion(automation.latestVersion),
});

export const AutomationPublish = z.strictObject({ versionId: idInput.optional() });

const MOST_VARIABLES = 64;
const variableName = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'Begin with a letter; letters, digits, _ and - only');
const variable = z.union([z.string().max(4_096), z.number(), z.boolean(), z.null()], 'A text, a number, true, false or null');

/** The variables of a run when it starts. */
const startVariables = z
  .record(variableName, variable)
  .superRefine((variables, issues) => {
    if (Object.keys(variables).length <= MOST_VARIABLES) return;
    const message = `At most ${MOST_VARIABLES} variables`;
    issues.addIssue({
      code: 'too_big',
      origin: 'object',
      maximum: MOST_VARIABLES,
      inclusive: true,
      input: variables,
      message,
    });
  })
  .default({});

export const AutomationTrigger = z
  .strictObject({
    contactId: id.optional(),
    chatId: id.optional().describe('The chat that the run acts in. An automation with the trigger manual needs it.'),
    variables: startVariables,
    scheduledAt: timeInput.optional(),
  })
  .superRefine(({ contactId, chatId }, issues) => {
    if (contactId === undefined && chatId === undefined)
      issues.addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: ['contactId'] });
  });

const object = freeObject.default({});
const answer = z.union(
  [
    z.strictObject({ status: z.int().min(100).max(599), body: z.unknown() }),
    z.strictObject({ error: z.string().min(1).max(200) }),
  ],
  { error: 'Give a status and a body, or an error' },
);
const reply = z.union(
  [z.strictObject({ text: z.string().max(4_096), buttonId: z.string().max(256).optional() }), z.literal('timeout')],
  { error: 'Give a text, or "timeout"' },
);

export const AutomationSimulate = z.strictObject({
  versionId: idInput.optional(),
  contact: object.describe('The contact, as placeholders see it: firstName, attributes, ...'),
  chat: freeObject.nullable().default(null),
  variables: startVariables,
  replies: z.array(reply).max(50).default([]).describe('What the contact replies to each question, in order.'),
  answers: z.array(answer).max(50).default([]).describe('What each HTTP request gets, in order.'),
  undeliverable: z.array(z.string().min(1).max(64)).max(200).default([]).describe('The steps whose effects are refused.'),
  now: timeInput.optional(),
});

/** The path of a simulated run. Nothing was sent, changed or called. */
export const AutomationSimulation = z
  .strictObject({
    versionId: id,
    status: z.enum(['running', 'waiting', 'completed', 'failed', 'cancelled']),
    waitingFor: z.enum(['time', 'reply', 'http']).nullable(),
    error: z.string().nullable(),
    variables: z.record(z.string(), z.unknown()),
    path: z.array(
      z.strictObject({
        stepId: z.string(),
        type: z.string(),
        outcome: z.string(),
        detail: z.record(z.string(), z.unknown()).nullable(),
        effect: z.record(z.string(), z.unknown()).nullable(),
        at: time,
      }),
    ),
  })
  .meta({ id: 'AutomationSimulation' });

export const toSimulation = (versionId: string, { state, path }: Simulation): z.infer<typeof AutomationSimulation> => ({
  versionId,
  status: state.status,
  waitingFor: state.waitingFor,
  error: state.error && `${state.error.step}: ${state.error.message}`,
  variables: { ...state.variables },
  path: path.map(({ at, effect, ...visit }) => ({ ...visit, effect: effect && { ...effect }, at: isoTime(at) })),
});
