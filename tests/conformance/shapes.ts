import assert from 'node:assert/strict';
import type { Json } from './api.ts';

/** ISO 8601, UTC, milliseconds. */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** Every id is a UUID of version 7. */
export const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const kinds = {
  id: (value: unknown) => typeof value === 'string' && ID.test(value),
  timestamp: (value: unknown) => typeof value === 'string' && TIMESTAMP.test(value) && !Number.isNaN(Date.parse(value)),
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => typeof value === 'number',
  array: (value: unknown) => Array.isArray(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

type Kind = keyof typeof kinds;
/** A field's kind; `| null` where it may be unknown. */
type FieldType = Kind | `${Kind} | null`;
export type Fields = Record<string, FieldType>;

export function hasField(record: Json, name: string, type: FieldType): void {
  assert.ok(kinds.object(record), `there is no object to hold ${name}: ${JSON.stringify(record)}`);
  assert.ok(name in record, `${name} is missing`);
  const [kind, orNull] = type.split(' | ') as [Kind, 'null' | undefined];
  const value = record[name];
  assert.ok((orNull && value === null) || kinds[kind](value), `${name} is ${JSON.stringify(value)}, not ${type}`);
}

export function hasFields(record: Json, fields: Fields): void {
  for (const [name, type] of Object.entries(fields)) hasField(record, name, type);
}

/** Returns every value of a response with its name, at any depth. */
export function* everyField(value: Json): Generator<[name: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield [name, inner];
    yield* everyField(inner);
  }
}

export const chatFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  status: 'string',
  isUnread: 'boolean',
  openUntil: 'timestamp | null',
  unreadCount: 'integer',
  channelId: 'id',
  contactId: 'id',
  contact: 'object',
  handleId: 'id',
  handle: 'object',
  latestMessage: 'object | null',
  lastMessageAt: 'timestamp',
  waitingSince: 'timestamp | null',
  assignedUserId: 'string | null',
  assignedTeamId: 'string | null',
  isSensitive: 'boolean',
  sla: 'object | null',
};

export const contactFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  firstName: 'string | null',
  lastName: 'string | null',
  fullName: 'string | null',
  displayName: 'string | null',
  isSubscribed: 'boolean',
  handles: 'array',
  labels: 'array',
  attributes: 'array',
  phoneNumber: 'string | null',
  email: 'string | null',
  chats: 'array',
  metadata: 'object',
};

export const handleFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  type: 'string',
  isPrimary: 'boolean',
  value: 'string',
  extra: 'object',
  hasChats: 'boolean',
};

/** The fields of an attribute in version 2. */
export const attributeFields: Fields = {
  id: 'id',
  name: 'string',
  type: 'string',
  isVisibleQuickEdit: 'boolean',
  isVisibleContactsTable: 'boolean',
  isVisibleContactCreate: 'boolean',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
};

const times: Fields = { createdAt: 'timestamp', updatedAt: 'timestamp' };
export const labelFields: Fields = { id: 'id', ...times, name: 'string', color: 'string' };
export const channelFields: Fields = {
  id: 'id',
  ...times,
  type: 'string',
  name: 'string',
  status: 'string',
  statusReason: 'string | null',
  isConnected: 'boolean',
  settings: 'object',
  inboundUrl: 'string',
  sendGuarantee: 'string',
  ratePerSecond: 'integer | null',
  defaultTeamId: 'string | null',
};
export const tokenFields: Fields = {
  id: 'id',
  createdAt: 'timestamp',
  name: 'string',
  scopes: 'array',
  userId: 'id | null',
  expiresAt: 'timestamp | null',
  lastUsedAt: 'timestamp | null',
};

export const fileFields: Fields = {
  id: 'id',
  ...times,
  name: 'string',
  mimeType: 'string',
  sizeBytes: 'integer | null',
  status: 'string',
};

/** A message in responses and in events. */
export const messageFields: Fields = {
  id: 'id',
  type: 'string',
  sender: 'string',
  sources: 'array',
  author: 'object | null',
  status: 'string',
  scheduledAt: 'timestamp | null',
  content: 'object',
  errors: 'array',
  history: 'array',
  vendorId: 'string | null',
  sendState: 'string | null',
  timestamp: 'timestamp',
  isAutomatic: 'boolean',
  isSensitive: 'boolean',
  metadata: 'object',
  chat: 'object',
  handle: 'object',
  contact: 'object',
  channel: 'object',
};

/** The latest message of a chat. */
export const latestMessageFields: Fields = {
  id: 'id',
  vendorId: 'string | null',
  sender: 'string',
  type: 'string',
  timestamp: 'timestamp',
  text: 'string | null',
};

/** Fields of the specification. */
export const webhookFields: Fields = { id: 'id', url: 'string', status: 'string', events: 'array', ...times };
/** Fields that we add. */
export const webhookExtras: Fields = {
  isOrdered: 'boolean',
  failingSince: 'timestamp | null',
  disabledReason: 'string | null',
  payloadVersion: 'string',
  isSuspended: 'boolean',
  notice: 'string | null',
};
/** The fields of a webhook in version 2. */
export const v2WebhookFields: Fields = { id: 'id', type: 'string', url: 'string', isActive: 'boolean', ...times };

/** The fields of a broadcast in version 2. */
export const broadcastFields: Fields = {
  id: 'id',
  ...times,
  name: 'string',
  workflowId: 'id',
  isScheduled: 'boolean',
  isReoccurring: 'boolean',
  status: 'string',
};

export const campaignFields: Fields = {
  id: 'id',
  ...times,
  name: 'string',
  description: 'string | null',
  status: 'string',
  statusReason: 'string | null',
  isSuspended: 'boolean',
  problems: 'array',
  channelId: 'id',
  content: 'object | null',
  automationId: 'id | null',
  variables: 'object',
  audience: 'object',
  scheduledAt: 'timestamp | null',
  recurrenceRules: 'array',
  timeZone: 'string',
  missed: 'string',
  nextRunAt: 'timestamp | null',
  currentRunId: 'string | null',
  counts: 'object | null',
};
export const audienceFields: Fields = {
  type: 'string',
  count: 'integer | null',
  query: 'string | null',
  labelIds: 'array',
  fileId: 'id | null',
};
export const recipientFields: Fields = {
  id: 'id',
  ...times,
  runId: 'string',
  contactId: 'id',
  channelId: 'id',
  state: 'string',
  receipt: 'string | null',
  error: 'object | null',
  attempts: 'integer',
  messageId: 'id | null',
  automationRunId: 'id | null',
};
export const countFields: Fields = {
  recipients: 'integer',
  planned: 'integer',
  queued: 'integer',
  sent: 'integer',
  failed: 'integer',
  unknown: 'integer',
  skipped: 'integer',
  cancelled: 'integer',
  delivered: 'integer',
  read: 'integer',
};
export const importFields: Fields = {
  ...times,
  fileId: 'id',
  status: 'string',
  reason: 'string | null',
  lines: 'integer',
  accepted: 'integer',
  refused: 'integer',
};

export const deliveryFields: Fields = {
  id: 'id',
  ...times,
  webhookId: 'id',
  eventId: 'id',
  eventType: 'string',
  status: 'string',
  tries: 'integer',
  nextTryAt: 'timestamp | null',
  lastAttempt: 'object | null',
};
export const attemptFields: Fields = {
  number: 'integer',
  url: 'string',
  startedAt: 'timestamp',
  durationMs: 'integer',
  statusCode: 'integer | null',
  error: 'string | null',
  responseBody: 'string | null',
};

/** An event in webhooks, the live feed and the event search. */
export const eventFields: Fields = { id: 'id', tenantId: 'id', event: 'string', createdAt: 'timestamp', data: 'object' };

/** The fields and no others. */
export function hasOnly(record: Json, fields: Fields): void {
  hasFields(record, fields);
  assert.deepEqual(Object.keys(record).sort(), Object.keys(fields).sort());
}
