import { z } from 'zod';
import type {
  Definition,
  Automation as DomainAutomation,
  AutomationVersion as DomainVersion,
} from '../../domain/automations/index.ts';
import { Problem } from './problem.ts';
import { id, idInput, isoTime, time, timeInput } from './shapes.ts';

/** Returns the schemas for a definition. The domain defines it; the routes pass it in. */
export function automationShapes({ shape }: typeof Definition) {
  const trigger = shape.trigger.meta({ id: 'AutomationTrigger' });
  const steps = shape.steps.meta({ id: 'AutomationSteps' });
  const triggerType = z.enum(shape.trigger.options.map(({ shape }) => shape.type.value));
  const AutomationVersion = z
    .strictObject({ id, number: z.int(), trigger, steps, isSingle: z.boolean(), createdAt: time })
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
    }),
    AutomationUpdate: z.strictObject({ name, description, ...given, isSingle: shape.isSingle.unwrap() }).partial(),
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

export const AutomationTrigger = z
  .strictObject({
    contactId: id.optional(),
    chatId: id.optional().describe('The chat that the run acts in. An automation with the trigger manual needs it.'),
    variables: z
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
      .default({}),
    scheduledAt: timeInput.optional(),
  })
  .superRefine(({ contactId, chatId }, issues) => {
    if (contactId === undefined && chatId === undefined)
      issues.addIssue({ code: 'invalid_type', expected: 'string', input: undefined, path: ['contactId'] });
  });
