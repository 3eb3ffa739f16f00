import { evaluateFilter, parseCondition } from '../../platform/search/evaluate-filter.ts';
import type { Ctx } from '../../storage/context.ts';
import { findContact } from '../contacts/index.ts';
import type { Event } from '../events/index.ts';
import { hasFeature } from '../tenants/index.ts';
import type { Trigger, TriggerType } from './definition.ts';
import type { Run } from './run.ts';
import { type Listening, selectAsking, selectAskingChats, selectListening, selectTriggerTypes } from './runs.store.ts';
import { definitionOf, startRun, tellRun } from './runs.ts';
import { contactScope } from './scope.ts';

type Data = Record<string, unknown> & { chat?: { id: string }; contact?: { id: string }; id?: string; contactId?: string };

/** What automations make of an event: replies and failures for runs that wait, and new runs for those that listen. */
export async function hearEvent(ctx: Ctx, event: Event): Promise<void> {
  const data = event.data as Data;
  if (event.type === 'message.received') await tellReply(ctx, data);
  if (event.type === 'message.updated' && data.status === 'failed') await tellUndeliverable(ctx, data);
  const cause = causeOf(event.type, data);
  if (cause && (await hasFeature(ctx, 'automations')))
    for (const listening of await selectListening(ctx, cause.type, event.channelId)) await start(ctx, event, cause, listening);
}

/** Of these events, the ids of those that an automation may have to do something about. */
export async function heardAmong(ctx: Ctx, events: Event[]): Promise<Set<string>> {
  const answering = events.filter(answersSomebody);
  const [types, asking] = await Promise.all([selectTriggerTypes(ctx), selectAskingChats(ctx, answering.map(chatIdOf))]);
  const heard = events.filter((event) => {
    const cause = causeOf(event.type, event.data as Data);
    return (cause && types.has(cause.type)) || (answersSomebody(event) && asking.has(chatIdOf(event)));
  });
  return new Set(heard.map(({ id }) => id));
}

const chatIdOf = (event: Event): string => (event.data as Data).chat?.id ?? '';

/** A reply, or the news that a question never arrived. */
const answersSomebody = ({ type, data }: Event): boolean =>
  type === 'message.received' || (type === 'message.updated' && (data as Data).status === 'failed');

type Cause = { type: TriggerType; contactId: string; chatId: string | null; message: Record<string, unknown> | null };

/** Which trigger an event is, and for whom. A machine's answer starts nothing: two of them would never stop. */
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

async function start(ctx: Ctx, event: Event, cause: Cause, { automationId, versionId }: Listening): Promise<void> {
  const definition = await definitionOf(ctx, versionId);
  if (!definition || !isMeant(definition.trigger, event.data as Data) || !(await holds(ctx, definition.trigger, cause))) return;
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

/** A trigger may want one label or attribute only. */
function isMeant({ type, parameters }: Trigger, data: Data): boolean {
  const changes = data.changes as Changes | undefined;
  if (type === 'label_added' && parameters.labelId !== undefined)
    return changes?.labelsAdded.includes(parameters.labelId) ?? false;
  if (type === 'attribute_changed' && parameters.externalId !== undefined)
    return changes?.attributesChanged.includes(parameters.externalId) ?? false;
  return true;
}

async function holds(ctx: Ctx, { parameters: { conditions } }: Trigger, cause: Cause): Promise<boolean> {
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

/** The first run that asked in this chat, before the contact wrote, hears the reply; one reply answers one question. */
async function tellReply(ctx: Ctx, data: Data): Promise<void> {
  const messageId = String(data.id);
  const [asking] = (await selectAsking(ctx, data.chat?.id ?? '')).filter(
    ({ askedMessageId }) => askedMessageId !== null && askedMessageId < messageId,
  );
  if (!asking) return;
  const { text, details } = messageScope(data) as { text: string | null; details?: { id?: string } };
  const signal = { kind: 'reply', text, buttonId: details?.id ?? null, messageId } as const;
  await tellRun(ctx, asking.id, signal, isAsking(asking.askedMessageId));
}

async function tellUndeliverable(ctx: Ctx, data: Data): Promise<void> {
  const asking = (await selectAsking(ctx, data.chat?.id ?? '')).find(({ askedMessageId }) => askedMessageId === data.id);
  const [error] = (data.errors ?? []) as { message: string }[];
  const reason = error?.message ?? 'The provider could not deliver it';
  if (asking) await tellRun(ctx, asking.id, { kind: 'undeliverable', reason }, isAsking(asking.askedMessageId));
}

/** The run still waits for an answer to this very question. */
const isAsking =
  (messageId: string | null) =>
  ({ waitingFor, askedMessageId }: Run): boolean =>
    waitingFor === 'reply' && askedMessageId === messageId;
