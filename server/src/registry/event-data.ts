import { z } from 'zod';

const nullable = (schema: z.ZodType) => schema.nullable();

export const id = z.string();
export const nullableId = nullable(id);
export const nullableText = nullable(z.string());
export const time = z.iso.datetime({ precision: 3 });
export const nullableTime = nullable(time);
export const handle = z.strictObject({ id, type: z.string(), value: z.string() });

/** The whole message: a receiver can display it without another request. */
export const message = z.strictObject({
  id,
  type: z.string(),
  sender: z.enum(['inbound', 'outbound']),
  sources: z.array(z.string()),
  author: nullable(z.strictObject({ userId: id, name: nullableText })),
  status: z.string(),
  scheduledAt: nullableTime,
  content: z.strictObject({
    body: nullableText,
    attachments: z.array(
      z.strictObject({ fileId: nullableId, mimeType: nullableText, fileName: nullableText, url: nullableText }),
    ),
    details: nullable(z.record(z.string(), z.unknown())),
  }),
  errors: z.array(z.strictObject({ key: z.string(), code: nullableText, message: z.string() })),
  history: z.array(z.strictObject({ status: z.string(), at: time })),
  vendorId: nullableText,
  sendState: nullableText,
  timestamp: time,
  isSensitive: z.boolean(),
  isAutomatic: z.boolean(),
  metadata: z.record(z.string(), z.unknown()),
  chat: z.strictObject({ id }),
  handle,
  contact: z.strictObject({
    id,
    firstName: nullableText,
    lastName: nullableText,
    phoneNumber: nullableText,
    email: nullableText,
  }),
  channel: z.strictObject({ id, type: z.string(), name: z.string() }),
});

export const chat = z.strictObject({
  id,
  channelId: id,
  contactId: id,
  handleId: id,
  status: z.string(),
  snoozedUntil: nullableTime,
  assignedUserId: nullableId,
  assignedTeamId: nullableId,
  isSensitive: z.boolean(),
});

/** A chat as lists show it. */
export const listedChat = chat.extend({
  unreadCount: z.int(),
  openUntil: nullableTime,
  lastMessageAt: time,
  waitingSince: nullableTime,
  latestMessage: nullable(
    z.strictObject({
      id,
      vendorId: nullableText,
      sender: z.enum(['inbound', 'outbound']),
      type: z.string(),
      timestamp: time,
      text: nullableText,
    }),
  ),
});

export const note = z.strictObject({
  id,
  chatId: id,
  contactId: id,
  userId: nullableId,
  mentions: z.array(id),
  fileIds: z.array(id),
});

export const notification = z.strictObject({
  id,
  userId: id,
  type: z.enum(['mention', 'assignment']),
  chatId: id,
  noteId: nullableId,
  actorId: nullableId,
  createdAt: time,
});

export const rating = z.strictObject({
  id,
  chatId: id,
  contactId: id,
  channelId: id,
  rating: z.int(),
  comment: nullableText,
  userId: nullableId,
  teamId: nullableId,
  createdAt: time,
});

export const contact = z.strictObject({
  id,
  firstName: nullableText,
  lastName: nullableText,
  displayName: nullableText,
  isSubscribed: z.boolean(),
  phoneNumber: nullableText,
  email: nullableText,
});

export const consent = z.strictObject({
  id,
  contactId: id,
  handle,
  channelId: nullableId,
  channelType: nullableText,
  purpose: z.string(),
  state: z.string(),
  source: z.string(),
  at: time,
  recordedAt: time,
});

export const run = z.strictObject({ id, automationId: id, versionId: id, contactId: id, error: nullableText });
export const campaign = z.strictObject({
  id,
  name: z.string(),
  status: z.string(),
  counts: z.record(z.string(), z.int()),
});
