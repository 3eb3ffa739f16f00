import { evaluateFilter, parseCondition } from '../../platform/search/evaluate-filter.ts';
import { chatIdOf, contactIdOf, signalOf, triggerOf } from '../../registry/event-fields.ts';
import type { Ctx } from '../../storage/context.ts';
import { findContact } from '../contacts/index.ts';
import type { Event } from '../events/index.ts';
import { hasFeature } from '../tenants/index.ts';
import type { Trigger, TriggerType } from './definition.ts';
import type { Run } from './run.ts';
import {
  selectAwaitingReply,
  selectChatsAwaitingReply,
  selectTriggers,
  selectTriggerTypes,
  type TriggerRow,
} from './runs.store.ts';
import { signalRun } from './runs.ts';
import { contactScope } from './scope.ts';
import { definitionOf, startRun } from './start-run.ts';

type Data = Event['data'];

/** Gives replies and delivery failures to waiting runs, and starts runs of the automations that the event triggers. */
export async function handleEvent(ctx: Ctx, event: Event): Promise<void> {
  const signal = signalOf(event);
  if (signal === 'reply') await signalReply(ctx, event);
  if (signal === 'undeliverable') await signalUndeliverable(ctx, event);
  const cause = causeOf(event);
  if (cause && (await hasFeature(ctx, 'automations')))
    for (const trigger of await selectTriggers(ctx, cause.type, event.channelId)) await start(ctx, event, cause, trigger);
}

/** Returns the ids of the events that `handleEvent` may have to act on. */
export async function eventsForAutomations(ctx: Ctx, events: Event[]): Promise<Set<string>> {
  const signals = events.filter((event) => signalOf(event) !== undefined);
  const [types, asking] = await Promise.all([selectTriggerTypes(ctx), selectChatsAwaitingReply(ctx, signals.map(chatOf))]);
  const relevant = events.filter((event) => {
    const cause = causeOf(event);
    return (cause && types.has(cause.type)) || (signalOf(event) !== undefined && asking.has(chatOf(event)));
  });
  return new Set(relevant.map(({ id }) => id));
}

const chatOf = (event: Event): string => chatIdOf(event) ?? '';

type Cause = { type: TriggerType; contactId: string; chatId: string | null; message: Record<string, unknown> | null };

/** Returns the trigger that an event fires and the contact and chat that a run starts for, as the event's definition declares. */
function causeOf(event: Event): Cause | undefined {
  const type: TriggerType | undefined = triggerOf(event);
  const contactId = contactIdOf(event);
  if (type === undefined || contactId === undefined) return undefined;
  const message = type === 'message_received' ? messageScope(event.data) : null;
  return { type, contactId, chatId: chatIdOf(event) ?? null, message };
}

type Changes = { labelsAdded: string[]; attributesChanged: string[] };

const messageScope = (data: Data): Record<string, unknown> => {
  const { content, type } = data as { content?: { body: string | null; details: Record<string, unknown> | null }; type?: string };
  return { id: data.id, type, text: content?.body ?? null, ...(content?.details && { details: content.details }) };
};

async function start(ctx: Ctx, event: Event, cause: Cause, { automationId, versionId }: TriggerRow): Promise<void> {
  const definition = await definitionOf(ctx, versionId);
  if (
    !definition ||
    !matchesParameters(definition.trigger, event.data) ||
    !(await matchesConditions(ctx, definition.trigger, cause))
  )
    return;
  const variables = cause.message ? { message: cause.message } : {};
  const channelId = cause.chatId === null ? undefined : event.channelId;
  const { contactId, chatId } = cause;
  await startRun(ctx, {
    automation: { id: automationId },
    version: { id: versionId, definition },
    contactId,
    chatId,
    channelId,
    variables,
    cause: { chainId: event.chainId ?? event.id, depth: event.depth, runId: event.runId },
  });
}

/** Returns whether the event is about the label, attribute or target of the trigger. */
function matchesParameters({ type, parameters }: Trigger, data: Data): boolean {
  const changes = data.changes as Changes | undefined;
  if (type === 'label_added' && parameters.labelId !== undefined)
    return changes?.labelsAdded.includes(parameters.labelId) ?? false;
  if (type === 'attribute_changed' && parameters.externalId !== undefined)
    return changes?.attributesChanged.includes(parameters.externalId) ?? false;
  if (type === 'sla_breached' && parameters.target !== undefined) return data.target === parameters.target;
  return true;
}

async function matchesConditions(ctx: Ctx, { parameters: { conditions } }: Trigger, cause: Cause): Promise<boolean> {
  if (conditions === undefined) return true;
  const contact = await findContact(ctx, cause.contactId);
  if (!contact) return false;
  const scope = {
    contact: contactScope(contact),
    message: cause.message,
    chat: cause.chatId && { id: cause.chatId },
    variables: {},
    now: ctx.clock.now().toISOString(),
  };
  return evaluateFilter(parseCondition(conditions), scope);
}

/** Gives a reply to the first run that asked in this chat before the reply came. One reply answers one question. */
async function signalReply(ctx: Ctx, event: Event): Promise<void> {
  const messageId = String(event.data.id);
  const [asking] = (await selectAwaitingReply(ctx, chatOf(event))).filter(
    ({ askedMessageId }) => askedMessageId !== null && askedMessageId < messageId,
  );
  if (!asking) return;
  const { text, details } = messageScope(event.data) as { text: string | null; details?: { id?: string } };
  const signal = { kind: 'reply', text, buttonId: details?.id ?? null, messageId } as const;
  await signalRun(ctx, asking.id, signal, awaitsReplyTo(asking.askedMessageId));
}

async function signalUndeliverable(ctx: Ctx, event: Event): Promise<void> {
  const asking = (await selectAwaitingReply(ctx, chatOf(event))).find(({ askedMessageId }) => askedMessageId === event.data.id);
  const [error] = (event.data.errors ?? []) as { message: string }[];
  const reason = error?.message ?? 'The provider could not deliver it';
  if (asking) await signalRun(ctx, asking.id, { kind: 'undeliverable', reason }, awaitsReplyTo(asking.askedMessageId));
}

/** Returns whether the run still waits for a reply to this message. */
const awaitsReplyTo =
  (messageId: string | null) =>
  ({ waitingFor, askedMessageId }: Run): boolean =>
    waitingFor === 'reply' && askedMessageId === messageId;
