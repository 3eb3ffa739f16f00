import { z } from 'zod';
import * as shape from './event-data.ts';
import { type AnyEventDefinition, defineEvent, type V2Kind } from './event-definition.ts';

const { id, nullableText, nullableTime } = shape;
const always = () => true;

const aboutMessage = { subjects: { contacts: ['contact.id'], chats: ['chat.id'] }, orderedBy: 'chat.id' } as const;
const aboutChat = { subjects: { contacts: ['contactId'], chats: ['id'] }, orderedBy: 'id' } as const;
const aboutContact = { subjects: { contacts: ['id'], chats: [] }, orderedBy: null } as const;
const withoutSubject = { subjects: { contacts: [], chats: [] }, orderedBy: null, triggers: {} } as const;

const runEvent = defineEvent({
  data: shape.run,
  subjects: { contacts: ['contactId'], chats: [] },
  orderedBy: null,
  triggers: {},
});
/** Colleagues see a note; webhooks do not receive it, and the event does not contain its text. */
const noteEvent = defineEvent({
  data: shape.note,
  subjects: { contacts: ['contactId'], chats: ['chatId'] },
  orderedBy: null,
  triggers: {},
  delivery: 'feed',
});
const campaignEvent = defineEvent({ data: shape.campaign, ...withoutSubject });

/** All event types. docs/reference/events.md has a section with a sample for each. */
export const events = {
  'message.received': defineEvent({
    data: shape.message,
    ...aboutMessage,
    triggers: { message_received: ({ isAutomatic }) => !isAutomatic }, // two automatic repliers would never stop
    signals: { reply: always },
    v2: ['RECEIVED'],
  }),
  'message.sent': defineEvent({ data: shape.message, ...aboutMessage, triggers: {}, v2: ['STATUS', 'ECHO'] }),
  'message.updated': defineEvent({
    data: shape.message,
    ...aboutMessage,
    triggers: {},
    signals: { undeliverable: ({ status }) => status === 'failed' },
    v2: ['STATUS'],
  }),
  // Before the provider has it, so that colleagues see it at once. Messages of campaigns have none: they appear with `message.sent`.
  'message.created': defineEvent({ data: shape.message, ...aboutMessage, triggers: {}, delivery: 'feed' }),
  'chat.created': defineEvent({ data: shape.chat, ...aboutChat, triggers: { chat_opened: always } }),
  'chat.status_changed': defineEvent({
    data: shape.chat.extend({ previousStatus: z.string(), triggersAutomations: z.boolean() }),
    ...aboutChat,
    triggers: {
      chat_closed: ({ status, triggersAutomations }) => triggersAutomations && status === 'closed',
      chat_reopened: ({ status, triggersAutomations }) => triggersAutomations && status === 'open',
    },
  }),
  'chat.assigned': defineEvent({ data: shape.chat, ...aboutChat, triggers: { chat_assigned: always } }),
  'chat.updated': defineEvent({ data: shape.listedChat, ...aboutChat, triggers: {}, delivery: 'feed' }),
  'chat.sla_breached': defineEvent({
    data: shape.chat.extend({ policyId: id, target: z.enum(['first_reply', 'next_reply', 'resolution']), dueAt: shape.time }),
    ...aboutChat,
    triggers: { sla_breached: always },
  }),
  'chat.rated': defineEvent({
    data: shape.rating,
    subjects: { contacts: ['contactId'], chats: ['chatId'] },
    orderedBy: 'chatId',
    triggers: {},
  }),
  'chat.deleted': defineEvent({
    data: z.strictObject({ id }),
    subjects: { contacts: [], chats: ['id'] },
    visibility: 'everyone',
    orderedBy: 'id',
    triggers: {},
  }),
  'note.created': noteEvent,
  'note.updated': noteEvent,
  'note.deleted': noteEvent,
  'notification.created': defineEvent({
    data: shape.notification,
    subjects: { contacts: [], chats: ['chatId'] },
    orderedBy: null,
    triggers: {},
    delivery: 'feed', // for the user's own clients
  }),
  // Never stored: on the feed of a user, in place of a `chat.assigned` that the user no longer sees.
  'chat.hidden': defineEvent({
    data: z.strictObject({ id }),
    subjects: { contacts: [], chats: ['id'] },
    orderedBy: null,
    triggers: {},
    delivery: 'feed',
  }),
  'contact.created': defineEvent({ data: shape.contact, ...aboutContact, triggers: {} }),
  'contact.updated': defineEvent({
    data: shape.contact.extend({
      changes: z.strictObject({
        labelsAdded: z.array(id),
        labelsRemoved: z.array(id),
        attributesChanged: z.array(z.string()),
      }),
    }),
    ...aboutContact,
    triggers: {
      label_added: ({ changes }) => changes.labelsAdded.length > 0,
      attribute_changed: ({ changes }) => changes.attributesChanged.length > 0,
    },
  }),
  'contact.merged': defineEvent({
    data: z.strictObject({ id, mergedId: id }),
    subjects: { contacts: ['id', 'mergedId'], chats: [] },
    visibility: 'everyone',
    orderedBy: null,
    triggers: {},
  }),
  'consent.recorded': defineEvent({
    data: shape.consent,
    subjects: { contacts: ['contactId'], chats: [] },
    orderedBy: null,
    triggers: {},
  }),
  'contact_import.progress': defineEvent({
    data: z.strictObject({
      id,
      status: z.enum(['running', 'completed', 'cancelled', 'failed']),
      error: nullableText,
      counts: z.strictObject({ read: z.int(), created: z.int(), updated: z.int(), refused: z.int() }),
    }),
    ...withoutSubject,
    delivery: 'feed', // one for every 500 lines
  }),
  // Receivers delete their copy of the contact by this id.
  'contact.deleted': defineEvent({
    data: z.strictObject({ id }),
    ...aboutContact,
    erasure: 'keep',
    visibility: 'everyone',
    triggers: {},
  }),
  'automation.run_started': runEvent,
  'automation.run_completed': runEvent,
  'automation.run_failed': runEvent,
  'campaign.started': campaignEvent,
  'campaign.completed': campaignEvent,
  'campaign.progress': defineEvent({
    data: shape.campaign.extend({ runId: id, ratePerSecond: z.number(), estimatedEndAt: nullableTime }),
    ...withoutSubject,
    delivery: 'feed', // about one a second
  }),
  'channel.status_changed': defineEvent({
    data: z.strictObject({
      id,
      type: z.string(),
      name: z.string(),
      status: z.string(),
      previousStatus: z.string(),
      statusReason: nullableText,
    }),
    ...withoutSubject,
    delivery: 'feed',
  }),
  // Made from the audit entry of a call, for resources without events of their own.
  'resource.changed': defineEvent({
    data: z.strictObject({ type: z.string(), id: shape.nullableId, userId: shape.nullableId, operationId: z.string() }),
    ...withoutSubject,
    visibility: 'nobody',
    delivery: 'feed',
  }),
  'bulk_action.progressed': defineEvent({
    data: z.strictObject({
      id,
      action: z.string(),
      status: z.string(),
      counts: z.strictObject({ matched: z.int(), processed: z.int(), changed: z.int(), failed: z.int() }),
      userId: id.nullable(),
    }),
    ...withoutSubject,
    visibility: 'nobody', // except the user who started it (migration 0052)
    delivery: 'feed', // about one a second
  }),
  'template.status_changed': defineEvent({
    data: z.strictObject({
      id,
      name: z.string(),
      status: z.string(),
      previousStatus: z.string(),
      reason: nullableText,
    }),
    ...withoutSubject,
  }),
  'template.deleted': defineEvent({
    data: z.strictObject({
      id,
      name: z.string(),
      language: z.string(),
      automationIds: z.array(id),
      campaignIds: z.array(id),
    }),
    ...withoutSubject,
  }),
  'webhook.disabled': defineEvent({
    data: z.strictObject({ id, url: z.string(), reason: z.string(), failingSince: nullableTime }),
    ...withoutSubject,
  }),
  // Delivered on request, to one endpoint.
  'webhook.test': defineEvent({ data: z.strictObject({ message: z.string() }), ...withoutSubject, delivery: 'feed' }),
} as const satisfies Record<string, AnyEventDefinition>;

export type EventType = keyof typeof events;
export type EventData<T extends EventType> = z.infer<(typeof events)[T]['data']>;
export type MessageData = EventData<'message.received'>;
export type ChatData = EventData<'chat.created'>;

const definitions: Readonly<Record<string, AnyEventDefinition>> = events;
const allTypes = Object.keys(events) as EventType[];

/** Returns the definition of a stored event's type; undefined for a type that no longer exists. */
export const eventDefinition = (type: string): AnyEventDefinition | undefined =>
  Object.hasOwn(definitions, type) ? definitions[type] : undefined;

/** The types that webhooks cannot subscribe to. */
export const feedOnlyTypes = allTypes.filter((type) => definitions[type]?.delivery === 'feed');

/** The types that webhooks can subscribe to. */
export const eventTypes = allTypes.filter((type) => !feedOnlyTypes.includes(type));

/** Returns the event types that a type of API version 2 consists of. */
export const eventTypesInV2 = (kind: V2Kind): EventType[] => allTypes.filter((type) => definitions[type]?.v2?.includes(kind));
