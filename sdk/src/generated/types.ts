// Written by `npm run sdk` from docs/reference/openapi.json. Change the routes, not this file.
export type Chat = {
  id: string;
  createdAt: string;
  updatedAt: string;
  status: 'open' | 'closed' | 'snoozed';
  snoozedUntil: string | null;
  isUnread: boolean;
  openUntil: string | null;
  unreadCount: number;
  channelId: string;
  contactId: string;
  contact: Contact;
  handleId: string;
  handle: Handle;
  latestMessage: Message | null;
  assignedUserId: string | null;
  assignedTeamId: string | null;
  isSensitive: boolean;
};

export type Contact = {
  id: string;
  createdAt: string;
  updatedAt: string;
  firstName: string | null;
  lastName: string | null;
  fullName: string | null;
  displayName: string | null;
  isSubscribed: boolean;
  handles: Array<Handle>;
  labels: Array<{ id: string; name: string; color: string }>;
  attributes: Array<{
    id: string;
    externalId: string;
    name: string;
    type: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'select' | 'multi_select' | 'url' | 'email' | 'phone';
    value: unknown;
  }>;
  phoneNumber: string | null;
  email: string | null;
  chats: Array<{ id: string; channelId: string; status: 'open' | 'closed' | 'snoozed'; updatedAt: string }>;
  metadata: Record<string, unknown>;
};

export type Handle = {
  id: string;
  createdAt: string;
  updatedAt: string;
  type: 'email' | 'instagram_id' | 'phone_number' | 'whatsapp_user_id' | 'external';
  isPrimary: boolean;
  value: string;
  extra: Record<string, unknown>;
  hasChats: boolean;
};

export type Message = {
  id: string;
  vendorId: string | null;
  sender: 'inbound' | 'outbound';
  type: string;
  timestamp: string;
  text: string | null;
};

export type DeleteResult = { deletedIds: Array<string>; notFoundIds: Array<string> };

export type Consent = {
  id: string;
  contactId: string;
  handle: { id: string; type: string; value: string };
  channelId: string | null;
  channelType: 'email' | 'instagram' | 'sms' | 'whatsapp' | null;
  purpose: 'marketing' | 'utility' | 'service';
  state: 'granted' | 'withdrawn';
  source:
    | 'api'
    | 'web_form'
    | 'double_opt_in'
    | 'import'
    | 'agent'
    | 'keyword'
    | 'provider'
    | 'complaint'
    | 'one_click'
    | 'migration'
    | 'inherited'
    | 'erasure';
  evidence: Record<string, unknown>;
  at: string;
  recordedAt: string;
};

export type ConsentStates = {
  contactId: string;
  asOf: string;
  isSubscribed: boolean;
  states: Array<{
    handle: { id: string; type: string; value: string };
    channel: { id: string; type: 'email' | 'instagram' | 'sms' | 'whatsapp'; name: string };
    purpose: 'marketing' | 'utility' | 'service';
    state: 'granted' | 'withdrawn' | 'none';
    source:
      | 'api'
      | 'web_form'
      | 'double_opt_in'
      | 'import'
      | 'agent'
      | 'keyword'
      | 'provider'
      | 'complaint'
      | 'one_click'
      | 'migration'
      | 'inherited'
      | 'erasure'
      | null;
    since: string | null;
    consentId: string | null;
  }>;
};

export type FullMessage = {
  id: string;
  type: string;
  sender: 'inbound' | 'outbound';
  sources: Array<string>;
  status: 'scheduled' | 'pending' | 'sent' | 'delivered' | 'read' | 'failed' | 'deleted';
  scheduledAt: string | null;
  content: {
    body: string | null;
    attachments: Array<{ fileId: string | null; mimeType: string | null; fileName: string | null; url: string | null }>;
    details: Record<string, unknown> | null;
  };
  errors: Array<{ key: string; code: string | null; message: string }>;
  history: Array<{ status: string; at: string }>;
  vendorId: string | null;
  sendState: 'queued' | 'sending' | 'accepted' | 'failed' | 'unknown' | 'cancelled' | null;
  timestamp: string;
  isSensitive: boolean;
  isAutomatic: boolean;
  metadata: Record<string, unknown>;
  chat: { id: string };
  handle: { id: string; type: string; value: string };
  contact: { id: string; firstName: string | null; lastName: string | null; phoneNumber: string | null; email: string | null };
  channel: { id: string; type: string; name: string };
};

export type Note = {
  id: string;
  createdAt: string;
  updatedAt: string;
  chatId: string;
  text: string | null;
  isSensitive: boolean;
  author: { id: string; name: string } | null;
};

export type ContactDuplicate = {
  id: string;
  contactId: string;
  phoneNumber: string;
  otherContactId: string;
  otherPhoneNumber: string;
};

export type ContactErasure = {
  id: string;
  createdAt: string;
  updatedAt: string;
  endedAt: string | null;
  contactId: string;
  status: 'running' | 'completed';
  counts: { messages: number; files: number; callbacks: number; events: number };
};

export type ContactImport = {
  id: string;
  createdAt: string;
  updatedAt: string;
  endedAt: string | null;
  fileId: string;
  mapping: Record<string, string>;
  defaultCountry: string | null;
  delimiter: ',' | ';' | '\t';
  status: 'running' | 'completed' | 'cancelled' | 'failed';
  error: string | null;
  counts: { read: number; created: number; updated: number; refused: number };
};

export type ContactImportRefusal = { id: string; line: number; reason: string; text: string };

export type ContactExport = {
  id: string;
  createdAt: string;
  updatedAt: string;
  endedAt: string | null;
  query: string | null;
  sortBy: string | null;
  search: string | null;
  columns: Array<string>;
  status: 'running' | 'completed' | 'cancelled' | 'failed';
  error: string | null;
  fileId: string | null;
  lines: number;
};

export type Label = { id: string; createdAt: string; updatedAt: string; name: string; color: string };

export type Attribute = {
  id: string;
  createdAt: string;
  updatedAt: string;
  externalId: string;
  name: string;
  type: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'select' | 'multi_select' | 'url' | 'email' | 'phone';
  options: Array<string>;
  description: string | null;
  isVisibleQuickEdit: boolean;
  isVisibleContactsTable: boolean;
  isVisibleContactCreate: boolean;
};

export type User = {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  email: string;
  role: 'member' | 'manager' | 'admin';
  status: 'active' | 'disabled';
  teams: Array<{ id: string; name: string }>;
};

export type Team = {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  members: Array<{ id: string; name: string; email: string; status: 'active' | 'disabled' }>;
};

export type Channel = {
  id: string;
  createdAt: string;
  updatedAt: string;
  type: 'email' | 'instagram' | 'sms' | 'whatsapp';
  name: string;
  status: 'active' | 'paused' | 'error';
  statusReason: string | null;
  isConnected: boolean;
  settings: Record<string, unknown>;
  inboundUrl: string;
  sendGuarantee: 'at_most_once' | 'at_least_once' | 'idempotent';
  ratePerSecond: number | null;
};

export type AccessToken = {
  id: string;
  createdAt: string;
  name: string;
  scopes: Array<string>;
  userId: string | null;
  expiresAt: string | null;
};

export type Webhook = {
  id: string;
  createdAt: string;
  updatedAt: string;
  url: string;
  status: 'active' | 'paused' | 'disabled';
  events: Array<{ type: string | null; scopes: Array<{ type: 'channel' | 'channel_type'; ids: Array<string> }> }>;
  isOrdered: boolean;
  failingSince: string | null;
  disabledReason: string | null;
  payloadVersion: 'v2' | 'v3';
  isSuspended: boolean;
  notice: string | null;
};

export type Delivery = {
  id: string;
  createdAt: string;
  updatedAt: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  status: 'pending' | 'succeeded' | 'failed';
  tries: number;
  nextTryAt: string | null;
};

export type Event = { id: string; tenantId: string; event: string; createdAt: string; data: Record<string, unknown> };

export type File = {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  mimeType: string;
  sizeBytes: number | null;
  status: 'pending' | 'ready' | 'failed';
};

export type MessageTemplate = {
  id: string;
  createdAt: string;
  updatedAt: string;
  channelId: string;
  name: string;
  language: string;
  category: 'marketing' | 'utility' | 'authentication';
  format: 'positional' | 'named';
  status: 'draft' | 'pending' | 'approved' | 'rejected' | 'paused' | 'disabled';
  reason: string | null;
  quality: 'green' | 'yellow' | 'red' | 'unknown' | null;
  header: {
    kind: 'text' | 'image' | 'video' | 'document';
    text: string | null;
    examples: Array<{ name: string; value: string }>;
    fileId: string | null;
  } | null;
  body: { text: string; examples: Array<{ name: string; value: string }> };
  footer: string | null;
  codeExpirationMinutes: number | null;
  buttons: Array<{ type: 'quick_reply' | 'url' | 'phone_number'; text: string; value: string | null; example: string | null }>;
  variables: Array<string>;
};

export type AutomationTriggerInput =
  | { type: 'api'; parameters?: { channelId?: string; conditions?: string } }
  | { type: 'campaign'; parameters?: { channelId?: string; conditions?: string } }
  | { type: 'chat_opened'; parameters?: { channelId?: string; conditions?: string } }
  | { type: 'chat_reopened'; parameters?: { channelId?: string; conditions?: string } }
  | { type: 'chat_closed'; parameters?: { channelId?: string; conditions?: string } }
  | { type: 'chat_assigned'; parameters?: { channelId?: string; conditions?: string } }
  | { type: 'message_received'; parameters?: { channelId?: string; conditions?: string } }
  | { type: 'label_added'; parameters?: { channelId?: string; conditions?: string; labelId?: string } }
  | { type: 'attribute_changed'; parameters?: { channelId?: string; conditions?: string; externalId?: string } };

export type AutomationStepsInput = Array<
  | {
      id: string;
      type: 'send_message';
      text: string;
      buttons?: Array<{ id: string; title: string }>;
      next?: string;
      onUndeliverable?: string;
    }
  | {
      id: string;
      type: 'send_template';
      templateId: string;
      variables?: Record<string, string>;
      next?: string;
      onUndeliverable?: string;
    }
  | {
      id: string;
      type: 'ask';
      text: string;
      buttons?: Array<{ id: string; title: string }>;
      saveAs: string;
      timeoutSeconds: number;
      onReply?: string;
      onTimeout?: string;
      onUndeliverable?: string;
    }
  | { id: string; type: 'branch'; cases: Array<{ if: string; next?: string }>; otherwise?: string }
  | { id: string; type: 'wait'; seconds: number; next?: string }
  | { id: string; type: 'wait_until'; time: string; offsetSeconds?: number; next?: string }
  | {
      id: string;
      type: 'business_hours';
      timeZone: string;
      days: {
        monday?: Array<{ from: string; until: string }>;
        tuesday?: Array<{ from: string; until: string }>;
        wednesday?: Array<{ from: string; until: string }>;
        thursday?: Array<{ from: string; until: string }>;
        friday?: Array<{ from: string; until: string }>;
        saturday?: Array<{ from: string; until: string }>;
        sunday?: Array<{ from: string; until: string }>;
      };
      onOpen?: string;
      onClosed?: string;
    }
  | { id: string; type: 'assign'; userId?: string | null; teamId?: string | null; next?: string }
  | { id: string; type: 'add_label'; labelId: string; next?: string }
  | { id: string; type: 'remove_label'; labelId: string; next?: string }
  | { id: string; type: 'set_attribute'; externalId: string; value: string | number | boolean | null; next?: string }
  | { id: string; type: 'set_chat_status'; status: 'open' | 'closed' | 'snoozed'; snoozeSeconds?: number; next?: string }
  | {
      id: string;
      type: 'http_request';
      method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      url: string;
      headers?: Record<string, string>;
      body?: string;
      saveAs?: string;
      next?: string;
      onError?: string;
    }
  | {
      id: string;
      type: 'run_automation';
      automationId: string;
      variables?: Record<string, string | number | boolean | null>;
      next?: string;
    }
  | { id: string; type: 'end' }
>;

export type Automation = {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  description: string | null;
  status: 'draft' | 'active' | 'paused' | 'archived';
  isSuspended: boolean;
  problems: Array<Problem>;
  activeVersionId: string | null;
  activeVersionTriggerType:
    | 'api'
    | 'campaign'
    | 'chat_opened'
    | 'chat_reopened'
    | 'chat_closed'
    | 'chat_assigned'
    | 'message_received'
    | 'label_added'
    | 'attribute_changed'
    | null;
  activeVersionTriggerParametersChannelId: string | null;
  latestVersionId: string;
  latestVersionTriggerType:
    | 'api'
    | 'campaign'
    | 'chat_opened'
    | 'chat_reopened'
    | 'chat_closed'
    | 'chat_assigned'
    | 'message_received'
    | 'label_added'
    | 'attribute_changed';
  latestVersionTriggerParametersChannelId: string | null;
  activeVersion: AutomationVersion | null;
  latestVersion: AutomationVersion;
};

export type Problem = { key: 'template_deleted'; messageTemplateId: string; message: string };

export type AutomationVersion = {
  id: string;
  number: number;
  trigger: AutomationTrigger;
  steps: AutomationSteps;
  isSingle: boolean;
  createdAt: string;
};

export type AutomationTrigger =
  | { type: 'api'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'campaign'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'chat_opened'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'chat_reopened'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'chat_closed'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'chat_assigned'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'message_received'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'label_added'; parameters: { channelId?: string; conditions?: string; labelId?: string } }
  | { type: 'attribute_changed'; parameters: { channelId?: string; conditions?: string; externalId?: string } };

export type AutomationSteps = Array<
  | {
      id: string;
      type: 'send_message';
      text: string;
      buttons?: Array<{ id: string; title: string }>;
      next?: string;
      onUndeliverable?: string;
    }
  | {
      id: string;
      type: 'send_template';
      templateId: string;
      variables: Record<string, string>;
      next?: string;
      onUndeliverable?: string;
    }
  | {
      id: string;
      type: 'ask';
      text: string;
      buttons?: Array<{ id: string; title: string }>;
      saveAs: string;
      timeoutSeconds: number;
      onReply?: string;
      onTimeout?: string;
      onUndeliverable?: string;
    }
  | { id: string; type: 'branch'; cases: Array<{ if: string; next?: string }>; otherwise?: string }
  | { id: string; type: 'wait'; seconds: number; next?: string }
  | { id: string; type: 'wait_until'; time: string; offsetSeconds: number; next?: string }
  | {
      id: string;
      type: 'business_hours';
      timeZone: string;
      days: {
        monday?: Array<{ from: string; until: string }>;
        tuesday?: Array<{ from: string; until: string }>;
        wednesday?: Array<{ from: string; until: string }>;
        thursday?: Array<{ from: string; until: string }>;
        friday?: Array<{ from: string; until: string }>;
        saturday?: Array<{ from: string; until: string }>;
        sunday?: Array<{ from: string; until: string }>;
      };
      onOpen?: string;
      onClosed?: string;
    }
  | { id: string; type: 'assign'; userId?: string | null; teamId?: string | null; next?: string }
  | { id: string; type: 'add_label'; labelId: string; next?: string }
  | { id: string; type: 'remove_label'; labelId: string; next?: string }
  | { id: string; type: 'set_attribute'; externalId: string; value: string | number | boolean | null; next?: string }
  | { id: string; type: 'set_chat_status'; status: 'open' | 'closed' | 'snoozed'; snoozeSeconds?: number; next?: string }
  | {
      id: string;
      type: 'http_request';
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
      url: string;
      headers: Record<string, string>;
      body?: string;
      saveAs?: string;
      next?: string;
      onError?: string;
    }
  | {
      id: string;
      type: 'run_automation';
      automationId: string;
      variables: Record<string, string | number | boolean | null>;
      next?: string;
    }
  | { id: string; type: 'end' }
>;

export type AutomationRun = {
  id: string;
  createdAt: string;
  updatedAt: string;
  endedAt: string | null;
  automationId: string;
  versionId: string;
  contactId: string;
  chatId: string | null;
  status: 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';
  stepId: string | null;
  waitingFor: 'time' | 'reply' | 'http' | null;
  wakeAt: string | null;
  stepsDone: number;
  depth: number;
  variables: Record<string, unknown>;
  error: { step: string; message: string } | null;
};

export type AutomationRunWithSteps = {
  id: string;
  createdAt: string;
  updatedAt: string;
  endedAt: string | null;
  automationId: string;
  versionId: string;
  contactId: string;
  chatId: string | null;
  status: 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';
  stepId: string | null;
  waitingFor: 'time' | 'reply' | 'http' | null;
  wakeAt: string | null;
  stepsDone: number;
  depth: number;
  variables: Record<string, unknown>;
  error: { step: string; message: string } | null;
  steps: Array<{ stepId: string; type: string; outcome: string; detail: Record<string, unknown> | null; at: string }>;
};

export type StepCounts = Array<{ stepId: string; type: string; outcome: string; count: number }>;

export type Secret = { id: string; createdAt: string; updatedAt: string; name: string; hosts: Array<string>; version: number };

export type Campaign = {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  description: string | null;
  status: 'draft' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled' | 'failed';
  statusReason: string | null;
  isSuspended: boolean;
  problems: Array<Problem>;
  channelId: string;
  content: Record<string, unknown> | null;
  automationId: string | null;
  variables: Record<string, string>;
  audience: {
    type: 'contacts' | 'query' | 'labels' | 'all' | 'upload';
    count: number | null;
    query: string | null;
    labelIds: Array<string>;
    fileId: string | null;
  };
  scheduledAt: string | null;
  recurrenceRules: Array<string>;
  timeZone: string;
  missed: 'run_late' | 'skip';
  nextRunAt: string | null;
  currentRunId: string | null;
};

export type CampaignRecipient = {
  id: string;
  createdAt: string;
  updatedAt: string;
  runId: string;
  contactId: string;
  channelId: string;
  state: 'planned' | 'queued' | 'sent' | 'failed' | 'unknown' | 'skipped' | 'cancelled';
  receipt: 'delivered' | 'read' | null;
  error: { key: string; code: string | null; message: string } | null;
  attempts: number;
  messageId: string | null;
  automationRunId: string | null;
};

export type CampaignStatistics = {
  counts: CampaignCounts;
  runs: Array<{
    id: string;
    instant: string;
    status: 'planning' | 'sending' | 'completed' | 'cancelled';
    startedAt: string;
    plannedAt: string | null;
    completedAt: string | null;
    counts: CampaignCounts;
    ratePerSecond: number;
    estimatedEndAt: string | null;
  }>;
};

export type CampaignCounts = {
  recipients: number;
  planned: number;
  queued: number;
  sent: number;
  failed: number;
  unknown: number;
  skipped: number;
  cancelled: number;
  delivered: number;
  read: number;
};

export type CampaignImport = {
  createdAt: string;
  updatedAt: string;
  fileId: string;
  status: 'reading' | 'completed' | 'failed';
  reason: string | null;
  lines: number;
  accepted: number;
  refused: number;
};

export type RefusedLine = { id: string; line: number; reason: string; text: string };

export type AuditEntry = {
  id: string;
  createdAt: string;
  operationId: string;
  resourceType: string;
  resourceId: string | null;
  tokenId: string;
  userId: string | null;
  requestId: string;
  changes: Array<{ field: string; from: unknown; to: unknown }>;
};

export type Request = {
  id: string;
  requestId: string;
  createdAt: string;
  method: string;
  route: string | null;
  status: number;
  durationMs: number;
  error: { messageKey: string; message: string; invalidParams: Record<string, { key: string; message: string }> | null } | null;
  tokenId: string;
  address: string;
};

export type Usage = {
  mode: 'live' | 'sandbox';
  isBilled: boolean;
  plan: string;
  features: Array<string>;
  rateLimit: { perMinute: number; used: number; remaining: number; resetAt: string };
  month: { since: string; countedAt: string; messagesSent: number; messagesReceived: number; events: number; deliveries: number };
  stored: { contacts: number; filesBytes: number };
  quotas: {
    files: { used: number; limit: number };
    fileBytes: { used: number; limit: number };
    webhooks: { used: number; limit: number };
    channels: { used: number; limit: number };
    automations: { used: number; limit: number };
    tokens: { used: number; limit: number };
    labels: { used: number; limit: number };
    attributes: { used: number; limit: number };
    secrets: { used: number; limit: number };
    feedConnections: { used: number; limit: number };
  };
};

export type Retention = {
  messageDays: number | null;
  eventDays: number | null;
  installation: { messageDays: number | null; eventDays: number | null };
};

export type AttributeV2 = {
  id: string;
  name: string;
  type: string;
  externalId?: string;
  isVisibleQuickEdit: boolean;
  isVisibleContactsTable: boolean;
  isVisibleContactCreate: boolean;
  description?: string;
  createdAt: string;
  updatedAt: string;
};

export type WebhookV2 = {
  id: string;
  type:
    | 'WHATSAPP_MESSAGE_RECEIVED'
    | 'WHATSAPP_MESSAGE_STATUS'
    | 'SMS_MESSAGE_RECEIVED'
    | 'SMS_MESSAGE_STATUS'
    | 'EMAIL_MESSAGE_RECEIVED'
    | 'EMAIL_MESSAGE_STATUS'
    | 'INSTAGRAM_MESSAGE_RECEIVED'
    | 'INSTAGRAM_MESSAGE_STATUS'
    | 'INSTAGRAM_MESSAGE_ECHO';
  url: string;
  isActive: boolean;
  channelId?: string;
  createdAt: string;
  updatedAt: string;
};

export type BroadcastV2 = {
  id: string;
  name: string;
  workflowId: string;
  isScheduled: boolean;
  isReoccurring: boolean;
  scheduledAt?: string;
  recurrenceRules?: Array<string>;
  variables?: Array<{ name: string; value: string }>;
  status: 'draft' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled' | 'failed';
  createdAt: string;
  updatedAt: string;
};

export type CreateChatBody = { channelId: string; contactId: string; handleId?: string; isSensitive?: boolean };

export type UpdateChatBody = { isSensitive?: boolean };

export type SetChatStatusBody = { status?: 'open' | 'closed' | 'snoozed'; snoozedUntil?: string; triggerAutomations?: boolean };

export type AssignChatBody = { userId?: string | null; teamId?: string | null };

export type RecordConsentBody = {
  handleId: string;
  channelId?: string;
  channelType?: 'email' | 'instagram' | 'sms' | 'whatsapp';
  purpose: 'marketing' | 'utility' | 'service';
  state: 'granted' | 'withdrawn';
  source?: 'api' | 'web_form' | 'double_opt_in' | 'import' | 'agent';
  at?: string;
  evidence?: Record<string, unknown>;
};

export type ReadConsentStatesBody = { asOf?: string; channelId?: string };

export type SendMessageBody =
  | {
      type?: 'text';
      text: string;
      subject?: string;
      html?: string;
      attachments?: Array<{ fileId: string } | { url: string }>;
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
    }
  | {
      type: 'image' | 'video' | 'audio' | 'document';
      media: { fileId: string } | { url: string };
      text?: string;
      subject?: string;
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
    }
  | {
      type: 'location';
      location: { latitude: number; longitude: number; name?: string; address?: string };
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
    }
  | {
      type: 'reaction';
      reaction: { messageId: string; emoji: string | null };
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
    }
  | {
      type: 'interactive';
      text: string;
      header?: string;
      footer?: string;
      buttons?: Array<{ id: string; title: string }>;
      list?: {
        button: string;
        sections: Array<{ title?: string; rows: Array<{ id: string; title: string; description?: string }> }>;
      };
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
    }
  | {
      type: 'template';
      template: { id: string; variables?: Record<string, string>; media?: { fileId: string } | { url: string } };
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
    };

export type SendMessageToContactBody =
  | {
      type?: 'text';
      text: string;
      subject?: string;
      html?: string;
      attachments?: Array<{ fileId: string } | { url: string }>;
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
      contactId: string;
      channelId: string;
      handleId?: string;
    }
  | {
      type: 'image' | 'video' | 'audio' | 'document';
      media: { fileId: string } | { url: string };
      text?: string;
      subject?: string;
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
      contactId: string;
      channelId: string;
      handleId?: string;
    }
  | {
      type: 'location';
      location: { latitude: number; longitude: number; name?: string; address?: string };
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
      contactId: string;
      channelId: string;
      handleId?: string;
    }
  | {
      type: 'reaction';
      reaction: { messageId: string; emoji: string | null };
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
      contactId: string;
      channelId: string;
      handleId?: string;
    }
  | {
      type: 'interactive';
      text: string;
      header?: string;
      footer?: string;
      buttons?: Array<{ id: string; title: string }>;
      list?: {
        button: string;
        sections: Array<{ title?: string; rows: Array<{ id: string; title: string; description?: string }> }>;
      };
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
      contactId: string;
      channelId: string;
      handleId?: string;
    }
  | {
      type: 'template';
      template: { id: string; variables?: Record<string, string>; media?: { fileId: string } | { url: string } };
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
      contactId: string;
      channelId: string;
      handleId?: string;
    };

export type CreateNoteBody = { text: string };

export type UpdateNoteBody = { text?: string };

export type CreateContactBody = {
  firstName?: string | null;
  lastName?: string | null;
  displayName?: string | null;
  isSubscribed?: boolean;
  phoneNumber?: string;
  email?: string;
  attributes?: Array<{ id: string; value: unknown }>;
  metadata?: Record<string, unknown>;
  handles?: Array<{
    type: 'email' | 'instagram_id' | 'phone_number' | 'whatsapp_user_id' | 'external';
    value: string;
    isPrimary?: boolean;
    extra?: Record<string, unknown>;
  }>;
  labels?: Array<{ id: string }>;
};

export type UpdateContactBody = {
  firstName?: string | null;
  lastName?: string | null;
  displayName?: string | null;
  isSubscribed?: boolean;
  phoneNumber?: string;
  email?: string;
  attributes?: Array<{ id: string; value: unknown }>;
  metadata?: Record<string, unknown>;
};

export type AddContactLabelsBody = { labels: Array<{ id: string }> };

export type MergeContactsBody = { contactId: string };

export type CreateContactImportBody = {
  fileId: string;
  mapping: Record<string, 'firstName' | 'lastName' | 'phoneNumber' | 'email' | 'labels' | (string & {})>;
  defaultCountry?: string | null;
  delimiter?: ',' | ';' | '\t';
};

export type CreateContactExportBody = {
  query?: string | null;
  sortBy?: string | null;
  search?: string | null;
  columns?: Array<
    | 'id'
    | 'createdAt'
    | 'updatedAt'
    | 'firstName'
    | 'lastName'
    | 'displayName'
    | 'phoneNumber'
    | 'email'
    | 'isSubscribed'
    | 'labels'
    | (string & {})
  >;
};

export type CreateLabelBody = { name: string; color?: string };

export type UpdateLabelBody = { name?: string; color?: string };

export type CreateAttributeBody = {
  externalId: string;
  name: string;
  type?: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'select' | 'multi_select' | 'url' | 'email' | 'phone';
  options?: Array<string>;
  description?: string | null;
  isVisibleQuickEdit?: boolean;
  isVisibleContactsTable?: boolean;
  isVisibleContactCreate?: boolean;
};

export type UpdateAttributeBody = {
  name?: string;
  type?: 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'select' | 'multi_select' | 'url' | 'email' | 'phone';
  options?: Array<string>;
  description?: string | null;
  isVisibleQuickEdit?: boolean;
  isVisibleContactsTable?: boolean;
  isVisibleContactCreate?: boolean;
};

export type CreateUserBody = {
  name: string;
  email: string;
  role?: 'member' | 'manager' | 'admin';
  status?: 'active' | 'disabled';
};

export type UpdateUserBody = {
  name?: string;
  email?: string;
  role?: 'member' | 'manager' | 'admin';
  status?: 'active' | 'disabled';
};

export type CreateTeamBody = { name: string; members?: Array<{ id: string }> };

export type UpdateTeamBody = { name?: string };

export type AddTeamMembersBody = { members: Array<{ id: string }> };

export type CreateChannelBody = {
  type: 'email' | 'instagram' | 'sms' | 'whatsapp';
  name: string;
  settings?: Record<string, unknown>;
  sendGuarantee?: 'at_most_once' | 'at_least_once' | 'idempotent';
  ratePerSecond?: number | null;
};

export type UpdateChannelBody = {
  name?: string;
  status?: 'active' | 'paused';
  settings?: Record<string, unknown>;
  sendGuarantee?: 'at_most_once' | 'at_least_once' | 'idempotent';
  ratePerSecond?: number | null;
};

export type CreateAccessTokenBody = { name: string; scopes: Array<string>; userId?: string | null; expiresAt?: string };

export type CreateAccessTokenResult = {
  id: string;
  createdAt: string;
  name: string;
  scopes: Array<string>;
  userId: string | null;
  expiresAt: string | null;
  accessToken: string;
};

export type CreateWebhookBody = {
  url: string;
  events: Array<{
    type?:
      | 'message.received'
      | 'message.sent'
      | 'message.updated'
      | 'chat.created'
      | 'chat.status_changed'
      | 'chat.assigned'
      | 'chat.deleted'
      | 'contact.created'
      | 'contact.updated'
      | 'contact.merged'
      | 'consent.recorded'
      | 'contact.deleted'
      | 'automation.run_started'
      | 'automation.run_completed'
      | 'automation.run_failed'
      | 'campaign.started'
      | 'campaign.completed'
      | 'template.status_changed'
      | 'template.deleted'
      | 'webhook.disabled'
      | null;
    scopes?: Array<{ type: 'channel' | 'channel_type'; ids: Array<string> }>;
  }>;
  isOrdered?: boolean;
};

export type CreateWebhookResult = {
  id: string;
  createdAt: string;
  updatedAt: string;
  url: string;
  status: 'active' | 'paused' | 'disabled';
  events: Array<{ type: string | null; scopes: Array<{ type: 'channel' | 'channel_type'; ids: Array<string> }> }>;
  isOrdered: boolean;
  failingSince: string | null;
  disabledReason: string | null;
  payloadVersion: 'v2' | 'v3';
  isSuspended: boolean;
  notice: string | null;
  secret: string;
};

export type UpdateWebhookBody = {
  url?: string;
  events?: Array<{
    type?:
      | 'message.received'
      | 'message.sent'
      | 'message.updated'
      | 'chat.created'
      | 'chat.status_changed'
      | 'chat.assigned'
      | 'chat.deleted'
      | 'contact.created'
      | 'contact.updated'
      | 'contact.merged'
      | 'consent.recorded'
      | 'contact.deleted'
      | 'automation.run_started'
      | 'automation.run_completed'
      | 'automation.run_failed'
      | 'campaign.started'
      | 'campaign.completed'
      | 'template.status_changed'
      | 'template.deleted'
      | 'webhook.disabled'
      | null;
    scopes?: Array<{ type: 'channel' | 'channel_type'; ids: Array<string> }>;
  }>;
  status?: 'active' | 'paused';
  isOrdered?: boolean;
};

export type RotateWebhookSecretBody = { overlapHours?: number };

export type RotateWebhookSecretResult = {
  id: string;
  createdAt: string;
  updatedAt: string;
  url: string;
  status: 'active' | 'paused' | 'disabled';
  events: Array<{ type: string | null; scopes: Array<{ type: 'channel' | 'channel_type'; ids: Array<string> }> }>;
  isOrdered: boolean;
  failingSince: string | null;
  disabledReason: string | null;
  payloadVersion: 'v2' | 'v3';
  isSuspended: boolean;
  notice: string | null;
  secret: string;
};

export type TestWebhookResult = {
  id: string;
  createdAt: string;
  updatedAt: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  status: 'pending' | 'succeeded' | 'failed';
  tries: number;
  nextTryAt: string | null;
  attempts: Array<{
    number: number;
    url: string;
    startedAt: string;
    durationMs: number;
    statusCode: number | null;
    error: string | null;
    responseBody: string | null;
  }>;
};

export type ReplayWebhookBody = { from: string; until?: string };

export type GetDeliveryResult = {
  id: string;
  createdAt: string;
  updatedAt: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  status: 'pending' | 'succeeded' | 'failed';
  tries: number;
  nextTryAt: string | null;
  attempts: Array<{
    number: number;
    url: string;
    startedAt: string;
    durationMs: number;
    statusCode: number | null;
    error: string | null;
    responseBody: string | null;
  }>;
};

export type RedeliverResult = {
  id: string;
  createdAt: string;
  updatedAt: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  status: 'pending' | 'succeeded' | 'failed';
  tries: number;
  nextTryAt: string | null;
  attempts: Array<{
    number: number;
    url: string;
    startedAt: string;
    durationMs: number;
    statusCode: number | null;
    error: string | null;
    responseBody: string | null;
  }>;
};

export type GetFilePublicUrlResult = { publicUrl: string };

export type CreateMessageTemplateBody = {
  name: string;
  language: string;
  category: 'marketing' | 'utility' | 'authentication';
  format?: 'positional' | 'named';
  header?: {
    kind?: 'text' | 'image' | 'video' | 'document';
    text?: string | null;
    examples?: Array<{ name: string; value: string }>;
    fileId?: string | null;
  } | null;
  body: { text: string; examples?: Array<{ name: string; value: string }> };
  footer?: string | null;
  codeExpirationMinutes?: number | null;
  buttons?: Array<{ type: 'quick_reply' | 'url' | 'phone_number'; text: string; value?: string | null; example?: string | null }>;
  channelId: string;
};

export type UpdateMessageTemplateBody = {
  name?: string;
  language?: string;
  category?: 'marketing' | 'utility' | 'authentication';
  format?: 'positional' | 'named';
  header?: {
    kind?: 'text' | 'image' | 'video' | 'document';
    text?: string | null;
    examples?: Array<{ name: string; value: string }>;
    fileId?: string | null;
  } | null;
  body?: { text: string; examples?: Array<{ name: string; value: string }> };
  footer?: string | null;
  codeExpirationMinutes?: number | null;
  buttons?: Array<{ type: 'quick_reply' | 'url' | 'phone_number'; text: string; value?: string | null; example?: string | null }>;
};

export type CreateAutomationBody = {
  name: string;
  description?: string | null;
  trigger: AutomationTriggerInput;
  steps: AutomationStepsInput;
  isSingle?: boolean;
};

export type UpdateAutomationBody = {
  name?: string;
  description?: string | null;
  trigger?: AutomationTriggerInput;
  steps?: AutomationStepsInput;
  isSingle?: boolean;
};

export type TriggerAutomationBody = {
  contactId: string;
  variables?: Record<string, string | number | boolean | null>;
  scheduledAt?: string;
};

export type PublishAutomationBody = { versionId?: string };

export type CountAutomationStepsBody = { from?: string; until?: string };

export type CreateSecretBody = { name: string; value: string; hosts: Array<string> };

export type ReplaceSecretBody = { value: string; hosts?: Array<string> };

export type CreateCampaignBody = {
  channelId: string;
  name: string;
  description?: string | null;
  content?:
    | { type?: 'text'; text: string; subject?: string; html?: string; attachments?: Array<{ fileId: string } | { url: string }> }
    | {
        type: 'image' | 'video' | 'audio' | 'document';
        media: { fileId: string } | { url: string };
        text?: string;
        subject?: string;
      }
    | { type: 'location'; location: { latitude: number; longitude: number; name?: string; address?: string } }
    | { type: 'reaction'; reaction: { messageId: string; emoji: string | null } }
    | {
        type: 'interactive';
        text: string;
        header?: string;
        footer?: string;
        buttons?: Array<{ id: string; title: string }>;
        list?: {
          button: string;
          sections: Array<{ title?: string; rows: Array<{ id: string; title: string; description?: string }> }>;
        };
      }
    | {
        type: 'template';
        template: { id: string; variables?: Record<string, string>; media?: { fileId: string } | { url: string } };
      }
    | null;
  automationId?: string | null;
  variables?: Record<string, string>;
  audience?:
    | { contactIds: Array<string> }
    | { query: string }
    | { labelIds: Array<string> }
    | { all: true }
    | { upload: { fileId: string; mapping: Record<string, string> } };
  scheduledAt?: string | null;
  recurrenceRules?: Array<string>;
  timeZone?: string;
  missed?: 'run_late' | 'skip';
};

export type UpdateCampaignBody = {
  channelId?: string;
  name?: string;
  description?: string | null;
  content?:
    | { type?: 'text'; text: string; subject?: string; html?: string; attachments?: Array<{ fileId: string } | { url: string }> }
    | {
        type: 'image' | 'video' | 'audio' | 'document';
        media: { fileId: string } | { url: string };
        text?: string;
        subject?: string;
      }
    | { type: 'location'; location: { latitude: number; longitude: number; name?: string; address?: string } }
    | { type: 'reaction'; reaction: { messageId: string; emoji: string | null } }
    | {
        type: 'interactive';
        text: string;
        header?: string;
        footer?: string;
        buttons?: Array<{ id: string; title: string }>;
        list?: {
          button: string;
          sections: Array<{ title?: string; rows: Array<{ id: string; title: string; description?: string }> }>;
        };
      }
    | {
        type: 'template';
        template: { id: string; variables?: Record<string, string>; media?: { fileId: string } | { url: string } };
      }
    | null;
  automationId?: string | null;
  variables?: Record<string, string>;
  audience?:
    | { contactIds: Array<string> }
    | { query: string }
    | { labelIds: Array<string> }
    | { all: true }
    | { upload: { fileId: string; mapping: Record<string, string> } };
  scheduledAt?: string | null;
  recurrenceRules?: Array<string>;
  timeZone?: string;
  missed?: 'run_late' | 'skip';
};

export type RetryCampaignBody = { includeUnknown?: boolean };

export type SetRetentionBody = { messageDays: number | null; eventDays: number | null };

export type V2CreateAttributeBody = {
  name: string;
  externalId: string;
  description?: string | null;
  isVisibleQuickEdit?: boolean;
  isVisibleContactsTable?: boolean;
  isVisibleContactCreate?: boolean;
};

export type V2DeleteAttributeResult = { deletedIds: Array<string>; notFoundIds: Array<string> };

export type V2CreateWebhookBody = {
  tenantId: string;
  type:
    | 'WHATSAPP_MESSAGE_RECEIVED'
    | 'WHATSAPP_MESSAGE_STATUS'
    | 'SMS_MESSAGE_RECEIVED'
    | 'SMS_MESSAGE_STATUS'
    | 'EMAIL_MESSAGE_RECEIVED'
    | 'EMAIL_MESSAGE_STATUS'
    | 'INSTAGRAM_MESSAGE_RECEIVED'
    | 'INSTAGRAM_MESSAGE_STATUS'
    | 'INSTAGRAM_MESSAGE_ECHO';
  url: string;
  channelId?: string;
};

export type V2UpdateWebhookBody = { url?: string; isActive?: boolean };

export type V2DeleteWebhookResult = { deletedIds: Array<string>; notFoundIds: Array<string> };

export type V2ListBroadcastsResult = { broadcasts: Array<BroadcastV2> };

export type V2CreateBroadcastBody = {
  name: string;
  workflowId: string;
  isScheduled?: boolean;
  scheduledAt?: string;
  isReoccurring?: boolean;
  recurrenceRules?: Array<string>;
  messageTemplateId?: string;
  contacts?: Array<{
    firstName?: string | null;
    lastName?: string | null;
    email?: string | null;
    phoneNumber?: string | null;
    attributes?: Array<{ externalId: string; value: string }>;
    labels?: Array<{ name: string }>;
  }>;
  variables?: Array<{ name: string; value: string }>;
};

/** Every key that an error of the API may have. */
export type ErrorKey =
  | 'invalid_body_params'
  | 'invalid_request'
  | 'unauthorized'
  | 'insufficient_billing_plan'
  | 'quota_exceeded'
  | 'forbidden'
  | 'contact_not_found'
  | 'contact_import_not_found'
  | 'contact_export_not_found'
  | 'contact_erasure_not_found'
  | 'chat_not_found'
  | 'note_not_found'
  | 'user_required'
  | 'user_not_found'
  | 'team_not_found'
  | 'attribute_not_found'
  | 'label_not_found'
  | 'message_not_found'
  | 'channel_not_found'
  | 'webhook_not_found'
  | 'delivery_not_found'
  | 'file_not_found'
  | 'message_template_not_found'
  | 'automation_not_found'
  | 'automation_version_not_found'
  | 'consent_not_found'
  | 'secret_not_found'
  | 'automation_run_not_found'
  | 'campaign_not_found'
  | 'request_not_found'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'idempotency_in_progress'
  | 'version_sunset'
  | 'payload_too_large'
  | 'url_too_long'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'outside_messaging_window'
  | 'contact_unsubscribed'
  | 'idempotency_key_reused'
  | 'too_many_requests'
  | 'too_many_queries'
  | 'headers_too_large'
  | 'internal_error'
  | 'query_too_slow'
  | 'file_store_unavailable'
  | 'service_unavailable';
