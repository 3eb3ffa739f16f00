import { z } from 'zod';

/** A step's name within its automation; authors choose it and the run's log shows it. */
const stepId = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'Begin with a small letter; small letters, digits and _ only');
/** Text with places such as {{contact.firstName|there}}; what is in scope is in the guide. */
const template = z.string().min(1).max(4096);
/** A condition in the language of searches, such as and(eq(contact.isSubscribed,true),contains(message.text,"price")). */
const condition = z.string().min(1).max(2000);
const id = z.string().min(1).max(200);
const seconds = z
  .int()
  .min(1)
  .max(400 * 86_400);
const next = stepId.optional();
const variableName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Begin with a letter; letters, digits and _ only');
const button = z.strictObject({ id: z.string().min(1).max(256), title: z.string().min(1).max(20) });
const scalar = z.union([z.string().max(4096), z.number(), z.boolean(), z.null()]);

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Write a time of day as 09:30');
const dayHours = z.array(z.strictObject({ from: time, until: time })).max(5);

/** What a run can do. `next` left out ends the run. */
const steps = [
  z.strictObject({
    id: stepId,
    type: z.literal('send_message'),
    text: template,
    buttons: z.array(button).min(1).max(3).optional(),
    next,
    onUndeliverable: stepId.optional(),
  }),
  z.strictObject({
    id: stepId,
    type: z.literal('send_template'),
    templateId: id,
    variables: z.record(z.string(), z.string().max(1024)).default({}),
    next,
    onUndeliverable: stepId.optional(),
  }),
  z.strictObject({
    id: stepId,
    type: z.literal('ask'),
    text: template,
    buttons: z.array(button).min(1).max(3).optional(),
    /** The variable that holds the reply. */
    saveAs: variableName,
    timeoutSeconds: seconds,
    onReply: stepId.optional(),
    onTimeout: stepId.optional(),
    onUndeliverable: stepId.optional(),
  }),
  z.strictObject({
    id: stepId,
    type: z.literal('branch'),
    cases: z
      .array(z.strictObject({ if: condition, next: stepId.optional() }))
      .min(1)
      .max(20),
    otherwise: stepId.optional(),
  }),
  z.strictObject({ id: stepId, type: z.literal('wait'), seconds, next }),
  z.strictObject({
    id: stepId,
    type: z.literal('wait_until'),
    /** A time, or a place that holds one. A time that has passed does not wait. */
    time: z.string().min(1).max(200),
    offsetSeconds: z
      .int()
      .min(-400 * 86_400)
      .max(400 * 86_400)
      .default(0),
    next,
  }),
  z.strictObject({
    id: stepId,
    type: z.literal('business_hours'),
    timeZone: z.string().min(1).max(64),
    days: z.strictObject({
      monday: dayHours.optional(),
      tuesday: dayHours.optional(),
      wednesday: dayHours.optional(),
      thursday: dayHours.optional(),
      friday: dayHours.optional(),
      saturday: dayHours.optional(),
      sunday: dayHours.optional(),
    }),
    onOpen: stepId.optional(),
    onClosed: stepId.optional(),
  }),
  z.strictObject({
    id: stepId,
    type: z.literal('assign'),
    userId: z.uuid().nullable().optional(),
    teamId: z.uuid().nullable().optional(),
    next,
  }),
  z.strictObject({ id: stepId, type: z.literal('add_label'), labelId: id, next }),
  z.strictObject({ id: stepId, type: z.literal('remove_label'), labelId: id, next }),
  z.strictObject({ id: stepId, type: z.literal('set_attribute'), externalId: z.string().min(1).max(200), value: scalar, next }),
  z.strictObject({
    id: stepId,
    type: z.literal('set_chat_status'),
    status: z.enum(['open', 'closed', 'snoozed']),
    snoozeSeconds: seconds.optional(),
    next,
  }),
  z.strictObject({
    id: stepId,
    type: z.literal('http_request'),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
    url: template,
    headers: z.record(z.string().max(100), z.string().max(2048)).default({}),
    body: z.string().max(16_384).optional(),
    /** The variable that holds the answer: `{ status, body }`. */
    saveAs: variableName.optional(),
    next,
    onError: stepId.optional(),
  }),
  z.strictObject({
    id: stepId,
    type: z.literal('run_automation'),
    automationId: id,
    variables: z.record(variableName, scalar).default({}),
    next,
  }),
  z.strictObject({ id: stepId, type: z.literal('end') }),
] as const;

export const Step = z.discriminatedUnion('type', steps);

const channelId = id.optional();
/** On which channel it acts; for triggers that come from a chat, on which it listens (none: on all). */
const parameters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ channelId, conditions: condition.optional(), ...shape }).prefault({} as never);

export const Trigger = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('api'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('campaign'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('chat_opened'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('chat_reopened'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('chat_closed'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('chat_assigned'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('message_received'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('label_added'), parameters: parameters({ labelId: id.optional() }) }),
  z.strictObject({
    type: z.literal('attribute_changed'),
    parameters: parameters({ externalId: z.string().min(1).max(200).optional() }),
  }),
]);

/** A trigger and a graph of steps. The first step is where a run begins. */
export const Definition = z.strictObject({
  trigger: Trigger,
  steps: z.array(Step).min(1).max(200),
  /** At most one run that has not ended per contact; a second start is ignored. */
  isSingle: z.boolean().default(false),
});

export type Step = z.output<typeof Step>;
export type StepType = Step['type'];
export type Trigger = z.output<typeof Trigger>;
export type TriggerType = Trigger['type'];
export type Definition = z.output<typeof Definition>;
