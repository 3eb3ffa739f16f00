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
  'chat.deleted': defineEvent({
    data: z.strictObject({ id }),
    subjects: { contacts: [], chats: ['id'] },
    orderedBy: 'id',
    triggers: {},
  }),
  'contact.created': defineEvent({ data: shape.contact, ...aboutContact, triggers: {} }),
  'contact.updated': defineEvent({
    data: shape.contact.extend({
      changes: z.strictObject({ labelsAdded: z.array(id), attributesChanged: z.array(z.string()) }),
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
  'contact.deleted': defineEvent({ data: z.strictObject({ id }), ...aboutContact, erasure: 'keep', triggers: {} }),
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
