import { z } from 'zod';
import { condition, id } from './steps/fields.ts';
import { Step } from './steps/index.ts';

const channelId = id.optional();
/** `channelId` is the channel that the automation acts on. A trigger that comes from a chat only fires for this channel. */
const parameters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ channelId, conditions: condition.optional(), ...shape }).prefault({} as never);

export const Trigger = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('api'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('campaign'), parameters: parameters({}) }),
  /** A person runs it in a chat. */
  z.strictObject({ type: z.literal('manual'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('chat_opened'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('chat_reopened'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('chat_closed'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('chat_assigned'), parameters: parameters({}) }),
  z.strictObject({
    type: z.literal('sla_breached'),
    parameters: parameters({ target: z.enum(['first_reply', 'next_reply', 'resolution']).optional() }),
  }),
  z.strictObject({ type: z.literal('message_received'), parameters: parameters({}) }),
  z.strictObject({ type: z.literal('label_added'), parameters: parameters({ labelId: id.optional() }) }),
  z.strictObject({
    type: z.literal('attribute_changed'),
    parameters: parameters({ externalId: z.string().min(1).max(200).optional() }),
  }),
]);

/** The steps of a definition, and the positions of its layout. */
const MOST_STEPS = 300;
const coordinate = z.number().min(-1_000_000).max(1_000_000);

/** Where an editor draws the steps, by their ids. Execution ignores it. Older versions have none. */
export const Layout = z
  .record(z.string().min(1).max(64), z.strictObject({ x: coordinate, y: coordinate }))
  .refine((layout) => Object.keys(layout).length <= MOST_STEPS, `At most ${MOST_STEPS} positions`);
export type Layout = z.output<typeof Layout>;

/** A trigger and a graph of steps. A run begins at the first step. */
export const Definition = z.strictObject({
  trigger: Trigger,
  steps: z.array(Step).min(1).max(MOST_STEPS),
  /** Allows at most one unfinished run per contact; a second start is ignored. */
  isSingle: z.boolean().default(false),
  layout: Layout.optional(),
});

export type Trigger = z.output<typeof Trigger>;
export type TriggerType = Trigger['type'];
export type Definition = z.output<typeof Definition>;
