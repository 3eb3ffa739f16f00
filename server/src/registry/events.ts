import { z } from 'zod';

const id = z.string();
const time = z.iso.datetime({ precision: 3 });
const nullable = (schema: z.ZodType) => schema.nullable();

/** A message with all that a receiver needs to show it without asking again. */
const message = z.strictObject({
  id,
  type: z.string(),
  sender: z.enum(['inbound', 'outbound']),
  sources: z.array(z.string()),
  status: z.string(),
  scheduledAt: nullable(time),
  content: z.strictObject({
    body: nullable(z.string()),
    attachments: z.array(
      z.strictObject({
        fileId: nullable(id),
        mimeType: nullable(z.string()),
        fileName: nullable(z.string()),
        url: nullable(z.string()),
      }),
    ),
    details: nullable(z.record(z.string(), z.unknown())),
  }),
  errors: z.array(z.strictObject({ key: z.string(), code: nullable(z.string()), message: z.string() })),
  history: z.array(z.strictObject({ status: z.string(), at: time })),
  vendorId: nullable(z.string()),
  sendState: nullable(z.string()),
  timestamp: time,
  isSensitive: z.boolean(),
  isAutomatic: z.boolean(),
  metadata: z.record(z.string(), z.unknown()),
  chat: z.strictObject({ id }),
  handle: z.strictObject({ id, type: z.string(), value: z.string() }),
  contact: z.strictObject({
    id,
    firstName: nullable(z.string()),
    lastName: nullable(z.string()),
    phoneNumber: nullable(z.string()),
    email: nullable(z.string()),
  }),
  channel: z.strictObject({ id, type: z.string(), name: z.string() }),
});

const chat = z.strictObject({
  id,
  channelId: id,
  contactId: id,
  handleId: id,
  status: z.string(),
  snoozedUntil: nullable(time),
  assignedUserId: nullable(id),
  assignedTeamId: nullable(id),
  isSensitive: z.boolean(),
});

const contact = z.strictObject({
  id,
  firstName: nullable(z.string()),
  lastName: nullable(z.string()),
  displayName: nullable(z.string()),
  isSubscribed: z.boolean(),
  phoneNumber: nullable(z.string()),
  email: nullable(z.string()),
});

const run = z.strictObject({ id, automationId: id, versionId: id, contactId: id, error: nullable(z.string()) });
const campaign = z.strictObject({ id, name: z.string(), status: z.string(), counts: z.record(z.string(), z.int()) });

/** Everything that can happen: its name and what it carries. Adding one is adding a line here and a sample beside it. */
export const events = {
  'message.received': { data: message },
  'message.sent': { data: message },
  'message.updated': { data: message },
  'chat.created': { data: chat },
  'chat.status_changed': { data: chat.extend({ previousStatus: z.string(), triggersAutomations: z.boolean() }) },
  'chat.assigned': { data: chat },
  'chat.deleted': { data: z.strictObject({ id }) },
  'contact.created': { data: contact },
  'contact.updated': {
    data: contact.extend({ changes: z.strictObject({ labelsAdded: z.array(id), attributesChanged: z.array(z.string()) }) }),
  },
  'contact.merged': { data: z.strictObject({ id, mergedId: id }) },
  'consent.recorded': {
    data: z.strictObject({
      id,
      contactId: id,
      handle: z.strictObject({ id, type: z.string(), value: z.string() }),
      channelId: nullable(id),
      channelType: nullable(z.string()),
      purpose: z.string(),
      state: z.string(),
      source: z.string(),
      at: time,
      recordedAt: time,
    }),
  },
  'contact.deleted': { data: z.strictObject({ id }) },
  'automation.run_started': { data: run },
  'automation.run_completed': { data: run },
  'automation.run_failed': { data: run },
  'campaign.started': { data: campaign },
  'campaign.completed': { data: campaign },
  'campaign.progress': {
    data: campaign.extend({ runId: id, ratePerSecond: z.number(), estimatedEndAt: nullable(time) }),
  },
  'template.status_changed': {
    data: z.strictObject({ id, name: z.string(), status: z.string(), previousStatus: z.string(), reason: nullable(z.string()) }),
  },
  'template.deleted': {
    data: z.strictObject({
      id,
      name: z.string(),
      language: z.string(),
      automationIds: z.array(id),
      campaignIds: z.array(id),
    }),
  },
  'webhook.disabled': { data: z.strictObject({ id, url: z.string(), reason: z.string(), failingSince: nullable(time) }) },
  'webhook.test': { data: z.strictObject({ message: z.string() }) },
} as const;

export type EventType = keyof typeof events;
export type EventData<T extends EventType> = z.infer<(typeof events)[T]['data']>;
export type MessageData = EventData<'message.received'>;
export type ChatData = EventData<'chat.created'>;

/** On the live feed only: nobody wants a request a second. */
const unsubscribable: ReadonlySet<EventType> = new Set(['webhook.test', 'campaign.progress']);

/** What a webhook can subscribe to; a test is sent only when somebody asks for it. */
export const eventTypes = (Object.keys(events) as EventType[]).filter((type) => !unsubscribable.has(type));
