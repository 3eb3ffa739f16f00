import { evaluateFilter, parseCondition } from '../../platform/search/evaluate-filter.ts';
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

type Data = Record<string, unknown> & { chat?: { id: string }; contact?: { id: string }; id?: string; contactId?: string };

/** Gives replies and delivery failures to waiting runs, and starts runs of the automations that the event triggers. */
export async function handleEvent(ctx: Ctx, event: Event): Promise<void> {
  const data = event.data as Data;
  if (event.type === 'message.received') await signalReply(ctx, data);
  if (event.type === 'message.updated' && data.status === 'failed') await signalUndeliverable(ctx, data);
  const cause = causeOf(event.type, data);
  if (cause && (await hasFeature(ctx, 'automations')))
    for (const trigger of await selectTriggers(ctx, cause.type, event.channelId)) await start(ctx, event, cause, trigger);
}

/** Returns the ids of the events that `handleEvent` may have to act on. */
export async function eventsForAutomations(ctx: Ctx, events: Event[]): Promise<Set<string>> {
  const signals = events.filter(isSignal);
  const [types, asking] = await Promise.all([selectTriggerTypes(ctx), selectChatsAwaitingReply(ctx, signals.map(chatIdOf))]);
  const relevant = events.filter((event) => {
    const cause = causeOf(event.type, event.data as Data);
    return (cause && types.has(cause.type)) || (isSignal(event) && asking.has(chatIdOf(event)));
  });
  return new Set(relevant.map(({ id }) => id));
}

const chatIdOf = (event: Event): string => (event.data as Data).chat?.id ?? '';

/** Returns whether the event is a reply or a delivery failure, for which a run may wait. */
const isSignal = ({ type, data }: Event): boolean =>
  type === 'message.received' || (type === 'message.updated' && (data as Data).status === 'failed');

type Cause = { type: TriggerType; contactId: string; chatId: string | null; message: Record<string, unknown> | null };

/** Returns the trigger of an event, with its contact and chat. An automatic reply triggers nothing: two of them would never stop. */
export function causeOf(type: string, data: Data): Cause | undefined {
  const chat = (trigger: TriggerType): Cause => ({
    type: trigger,
    contactId: String(data.contactId),
    chatId: String(data.id),
    message: null,
  });
  switch (type) {
    case 'message.received':
      if (data.isAutomatic === true) return undefined;
      return {
        type: 'message_received',
        contactId: data.contact?.id ?? '',
        chatId: data.chat?.id ?? null,
        message: messageScope(data),
      };
    case 'chat.created':
      return chat('chat_opened');
    case 'chat.status_changed':
      if (data.triggersAutomations !== true) return undefined;
      if (data.status === 'closed') return chat('chat_closed');
      return data.status === 'open' ? chat('chat_reopened') : undefined;
    case 'chat.assigned':
      return chat('chat_assigned');
    case 'contact.updated':
      return contactCause(data);
    default:
      return undefined;
  }
}

type Changes = { labelsAdded: string[]; attributesChanged: string[] };

function contactCause(data: Data): Cause | undefined {
  const { labelsAdded, attributesChanged } = (data.changes ?? { labelsAdded: [], attributesChanged: [] }) as Changes;
  const type = labelsAdded.length > 0 ? 'label_added' : attributesChanged.length > 0 ? 'attribute_changed' : undefined;
  return type && { type, contactId: String(data.id), chatId: null, message: null };
}

const messageScope = (data: Data): Record<string, unknown> => {
  const { content, type } = data as { content?: { body: string | null; details: Record<string, unknown> | null }; type?: string };
  return { id: data.id, type, text: content?.body ?? null, ...(content?.details && { details: content.details }) };
};

async function start(ctx: Ctx, event: Event, cause: Cause, { automationId, versionId }: TriggerRow): Promise<void> {
  const definition = await definitionOf(ctx, versionId);
  if (
    !definition ||
    !matchesParameters(definition.trigger, event.data as Data) ||
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

/** Returns whether the event is about the label or attribute of the trigger. */
function matchesParameters({ type, parameters }: Trigger, data: Data): boolean {
  const changes = data.changes as Changes | undefined;
  if (type === 'label_added' && parameters.labelId !== undefined)
    return changes?.labelsAdded.includes(parameters.labelId) ?? false;
  if (type === 'attribute_changed' && parameters.externalId !== undefined)
    return changes?.attributesChanged.includes(parameters.externalId) ?? false;
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
async function signalReply(ctx: Ctx, data: Data): Promise<void> {
  const messageId = String(data.id);
  const [asking] = (await selectAwaitingReply(ctx, data.chat?.id ?? '')).filter(
    ({ askedMessageId }) => askedMessageId !== null && askedMessageId < messageId,
  );
  if (!asking) return;
  const { text, details } = messageScope(data) as { text: string | null; details?: { id?: string } };
  const signal = { kind: 'reply', text, buttonId: details?.id ?? null, messageId } as const;
  await signalRun(ctx, asking.id, signal, awaitsReplyTo(asking.askedMessageId));
}

async function signalUndeliverable(ctx: Ctx, data: Data): Promise<void> {
  const asking = (await selectAwaitingReply(ctx, data.chat?.id ?? '')).find(({ askedMessageId }) => askedMessageId === data.id);
  const [error] = (data.errors ?? []) as { message: string }[];
  const reason = error?.message ?? 'The provider could not deliver it';
  if (asking) await signalRun(ctx, asking.id, { kind: 'undeliverable', reason }, awaitsReplyTo(asking.askedMessageId));
}

/** Returns whether the run still waits for a reply to this message. */
const awaitsReplyTo =
  (messageId: string | null) =>
  ({ waitingFor, askedMessageId }: Run): boolean =>
    waitingFor === 'reply' && askedMessageId === messageId;
