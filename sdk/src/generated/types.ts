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
  lastMessageAt: string;
  waitingSince: string | null;
  assignedUserId: string | null;
  assignedTeamId: string | null;
  isSensitive: boolean;
  sla: ChatSla | null;
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

export type ChatSla = {
  policyId: string;
  status: 'active' | 'paused' | 'ended';
  startedAt: string;
  firstRepliedAt: string | null;
  firstReplyDueAt: string | null;
  nextReplyDueAt: string | null;
  resolutionDueAt: string | null;
  breaches: Array<'first_reply' | 'next_reply' | 'resolution'>;
};

export type DeleteResult = { deletedIds: Array<string>; notFoundIds: Array<string> };

export type ChatCount = { count: number; isAtLeast: boolean };

export type BulkAction = {
  id: string;
  createdAt: string;
  updatedAt: string;
  endedAt: string | null;
  action: 'assign' | 'open' | 'close' | 'snooze' | 'label' | 'unlabel' | 'mark_read' | 'mark_unread';
  parameters: Record<string, unknown>;
  query: string | null;
  search: string | null;
  idCount: number | null;
  status: 'running' | 'completed' | 'cancelled' | 'failed';
  error: string | null;
  counts: { matched: number; processed: number; changed: number; failed: number };
  userId: string | null;
};

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
  author: { userId: string; name: string | null } | null;
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
  mentions: Array<{ id: string; name: string }>;
  fileIds: Array<string>;
};

export type Draft = { chatId: string; updatedAt: string; mode: 'reply' | 'note'; text: string; fileIds: Array<string> };

export type Presence = { chatId: string; user: { id: string; name: string }; state: 'viewing' | 'typing'; expiresAt: string };

export type Snippet = {
  id: string;
  createdAt: string;
  updatedAt: string;
  shortcut: string;
  text: string;
  fileIds: Array<string>;
  teamId: string | null;
};

export type View = {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  resource: 'chats' | 'contacts';
  query: string | null;
  sortBy: string | null;
  sharedWith: 'nobody' | 'team' | 'everyone';
  teamId: string | null;
  createdBy: string | null;
};

export type Notification = {
  id: string;
  createdAt: string;
  type: 'mention' | 'assignment';
  chatId: string;
  noteId: string | null;
  actor: { id: string; name: string } | null;
  readAt: string | null;
};

export type UnreadCount = { unread: number };

export type MarkedRead = { marked: number; unread: number };

export type PushKey = { publicKey: string };

export type PushSubscription = { id: string; createdAt: string; updatedAt: string; endpoint: string; name: string | null };

export type Event = { id: string; tenantId: string; event: string; createdAt: string; data: Record<string, unknown> };

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
  hasAccount: boolean;
  visibility: 'all' | 'teams' | 'own';
  channelIds: Array<string> | null;
  availability: 'available' | 'away';
  maxOpenChats: number | null;
  teams: Array<{ id: string; name: string }>;
};

export type Invitation = { userId: string; url: string; expiresAt: string };

export type AcceptedInvitation = { email: string; tenant: { id: string; name: string } };

export type SignedIn = { session: Session; account: Account; tenants: Array<TenantChoice> };

export type Session = {
  id: string;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
  state: 'pending_second_factor' | 'active';
  methods: Array<'password' | 'totp' | 'recovery_code' | 'passkey' | 'oidc' | 'link'>;
  tenantId: string | null;
  userAgent: string;
  address: string;
  isCurrent: boolean;
};

export type Account = {
  id: string;
  createdAt: string;
  email: string;
  name: string;
  hasPassword: boolean;
  passwordChangedAt: string | null;
  isOperator: boolean;
};

export type TenantChoice = {
  id: string;
  name: string;
  mode: 'live' | 'sandbox';
  user: { id: string; name: string; role: 'member' | 'manager' | 'admin' };
};

export type UserToken = { accessToken: string; expiresAt: string; tenantId: string; userId: string };

export type Installation = {
  checkedAt: string;
  versions: { node: string; postgresql: string };
  services: Array<{ name: string; isUp: boolean }>;
  tenants: number;
  queue: Array<{ job: string; waiting: number; oldestDueAt: string | null; scheduled: number; failed: number }>;
  isExact: boolean;
};

export type InstallationTenants = {
  tenants: Array<{
    id: string;
    createdAt: string;
    name: string;
    plan: string;
    ratePerMinute: number | null;
    mode: 'live' | 'sandbox';
  }>;
  total: number;
};

export type FailedJob = {
  id: string;
  createdAt: string;
  tenantId: string;
  job: string;
  state: 'failed' | 'retrying';
  failures: number;
  failingSince: string | null;
  failedAt: string | null;
  dueAt: string | null;
  lastError: string | null;
};

export type FailedChannel = {
  id: string;
  tenantId: string;
  tenantName: string;
  type: string;
  reason: string | null;
  since: string;
};

export type PasskeyOptions = { options: Record<string, unknown>; challenge: string };

export type Factors = { hasTotp: boolean; recoveryCodesLeft: number; passkeys: Array<Passkey> };

export type Passkey = { id: string; createdAt: string; lastUsedAt: string | null; name: string };

export type TotpSecret = { secret: string; uri: string };

export type RecoveryCodes = { recoveryCodes: Array<string> };

export type RegisteredPasskey = { passkey: Passkey; recoveryCodes: Array<string> | null };

export type Me = {
  user: { id: string; name: string; email: string; role: 'member' | 'manager' | 'admin' };
  tenant: { id: string; name: string; mode: 'live' | 'sandbox' };
  scopes: Array<string>;
  account: Account | null;
  sessionId: string | null;
};

export type Team = {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  assignment: 'manual' | 'round_robin' | 'least_open';
  members: Array<{ id: string; name: string; email: string; status: 'active' | 'disabled' }>;
};

export type BusinessHours = {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  timeZone: string;
  days: {
    monday: Array<{ from: string; until: string }>;
    tuesday: Array<{ from: string; until: string }>;
    wednesday: Array<{ from: string; until: string }>;
    thursday: Array<{ from: string; until: string }>;
    friday: Array<{ from: string; until: string }>;
    saturday: Array<{ from: string; until: string }>;
    sunday: Array<{ from: string; until: string }>;
  };
  holidays: Array<{ date: string; name: string | null }>;
};

export type SlaPolicy = {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  firstReplyMinutes: number | null;
  nextReplyMinutes: number | null;
  resolutionMinutes: number | null;
  businessHoursId: string | null;
  channelIds: Array<string>;
  teamIds: Array<string>;
  labelIds: Array<string>;
};

export type Rating = {
  id: string;
  createdAt: string;
  chatId: string;
  contactId: string;
  channelId: string;
  rating: number;
  comment: string | null;
  userId: string | null;
  teamId: string | null;
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
  defaultTeamId: string | null;
};

export type AccessToken = {
  id: string;
  createdAt: string;
  name: string;
  scopes: Array<string>;
  userId: string | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
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
  lastAttempt: { startedAt: string; durationMs: number; statusCode: number | null; error: string | null } | null;
};

export type DeliveryStatistics = {
  periods: Array<{
    from: string;
    deliveries: number;
    succeeded: number;
    failed: number;
    pending: number;
    attempts: number;
    medianMs: number | null;
    p95Ms: number | null;
  }>;
  isExact: boolean;
};

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
  | { type: 'manual'; parameters?: { channelId?: string; conditions?: string } }
  | { type: 'chat_opened'; parameters?: { channelId?: string; conditions?: string } }
  | { type: 'chat_reopened'; parameters?: { channelId?: string; conditions?: string } }
  | { type: 'chat_closed'; parameters?: { channelId?: string; conditions?: string } }
  | { type: 'chat_assigned'; parameters?: { channelId?: string; conditions?: string } }
  | {
      type: 'sla_breached';
      parameters?: { channelId?: string; conditions?: string; target?: 'first_reply' | 'next_reply' | 'resolution' };
    }
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
      timeZone?: string;
      days?: {
        monday?: Array<{ from: string; until: string }>;
        tuesday?: Array<{ from: string; until: string }>;
        wednesday?: Array<{ from: string; until: string }>;
        thursday?: Array<{ from: string; until: string }>;
        friday?: Array<{ from: string; until: string }>;
        saturday?: Array<{ from: string; until: string }>;
        sunday?: Array<{ from: string; until: string }>;
      };
      businessHoursId?: string;
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
  | { id: string; type: 'set_rating'; rating: number | string; comment?: string; next?: string; onInvalid?: string }
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
    | 'manual'
    | 'chat_opened'
    | 'chat_reopened'
    | 'chat_closed'
    | 'chat_assigned'
    | 'sla_breached'
    | 'message_received'
    | 'label_added'
    | 'attribute_changed'
    | null;
  activeVersionTriggerParametersChannelId: string | null;
  latestVersionId: string;
  latestVersionTriggerType:
    | 'api'
    | 'campaign'
    | 'manual'
    | 'chat_opened'
    | 'chat_reopened'
    | 'chat_closed'
    | 'chat_assigned'
    | 'sla_breached'
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
  layout: AutomationLayout;
  createdAt: string;
};

export type AutomationTrigger =
  | { type: 'api'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'campaign'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'manual'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'chat_opened'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'chat_reopened'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'chat_closed'; parameters: { channelId?: string; conditions?: string } }
  | { type: 'chat_assigned'; parameters: { channelId?: string; conditions?: string } }
  | {
      type: 'sla_breached';
      parameters: { channelId?: string; conditions?: string; target?: 'first_reply' | 'next_reply' | 'resolution' };
    }
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
      timeZone?: string;
      days?: {
        monday?: Array<{ from: string; until: string }>;
        tuesday?: Array<{ from: string; until: string }>;
        wednesday?: Array<{ from: string; until: string }>;
        thursday?: Array<{ from: string; until: string }>;
        friday?: Array<{ from: string; until: string }>;
        saturday?: Array<{ from: string; until: string }>;
        sunday?: Array<{ from: string; until: string }>;
      };
      businessHoursId?: string;
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
  | { id: string; type: 'set_rating'; rating: number | string; comment?: string; next?: string; onInvalid?: string }
  | { id: string; type: 'end' }
>;

export type AutomationLayout = Record<string, { x: number; y: number }>;

export type AutomationSimulation = {
  versionId: string;
  status: 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';
  waitingFor: 'time' | 'reply' | 'http' | null;
  error: string | null;
  variables: Record<string, unknown>;
  path: Array<{
    stepId: string;
    type: string;
    outcome: string;
    detail: Record<string, unknown> | null;
    effect: Record<string, unknown> | null;
    at: string;
  }>;
};

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
  counts: CampaignCounts | null;
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
  errors: Array<{ key: string; code: string | null; message: string; count: number }>;
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

export type CampaignTimeline = {
  periods: Array<{ from: string; sent: number; failed: number; delivered: number; read: number; replied: number }>;
};

export type AudienceCount = {
  contacts: number;
  reachable: number;
  withoutAddress: number;
  unsubscribed: number;
  isExact: boolean;
};

export type SchedulePreview = { instants: Array<string> };

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

export type RequestStatistics = {
  rows: Array<{ from: string; group: string | null; requests: number; failed: number; averageMs: number; p95Ms: number }>;
  isExact: boolean;
};

export type Report = {
  metric:
    | 'chats_opened'
    | 'chats_closed'
    | 'messages_received'
    | 'messages_sent'
    | 'first_reply_time'
    | 'resolution_time'
    | 'sla_started'
    | 'sla_breached'
    | 'ratings';
  bucket: 'hour' | 'day' | 'week' | 'month' | 'total';
  groupBy: Array<'channelId' | 'userId' | 'teamId'>;
  timeZone: string;
  from: string;
  to: string;
  rows: Array<{
    from: string;
    channelId: string | null;
    userId: string | null;
    teamId: string | null;
    count: number;
    averageSeconds: number | null;
    p50Seconds: number | null;
    p90Seconds: number | null;
    p95Seconds: number | null;
    averageScore: number | null;
  }>;
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
    snippets: { used: number; limit: number };
    views: { used: number; limit: number };
    secrets: { used: number; limit: number };
    bulkActions: { used: number; limit: number };
    businessHours: { used: number; limit: number };
    slaPolicies: { used: number; limit: number };
    feedConnections: { used: number; limit: number };
  };
};

export type Retention = {
  messageDays: number | null;
  eventDays: number | null;
  installation: { messageDays: number | null; eventDays: number | null };
};

export type SignInSettings = { requireSecondFactor: boolean };

export type IdentityProvider = {
  createdAt: string;
  updatedAt: string;
  issuer: string;
  clientId: string;
  allowedEmailDomains: Array<string>;
  createUsers: { role: 'member' | 'manager' } | null;
  startUrl: string;
  redirectUri: string;
};

export type SandboxChannel = { id: string; type: 'email' | 'instagram' | 'sms' | 'whatsapp'; name: string; address: string };

export type SandboxBehaviour = {
  id: string;
  type: 'email' | 'instagram' | 'sms' | 'whatsapp';
  name: string;
  address: string;
  delayMs: number;
  refuseRate: number;
  refuseCode: number;
  dropRate: number;
  repeatRate: number;
  isOutOfOrder: boolean;
  phone: 'off' | 'on' | 'reading';
};

export type SandboxPerson = {
  address: string;
  name: string | null;
  lastWroteAt: string | null;
  isOptedOut: boolean;
  latestMessage: SandboxMessage | null;
};

export type SandboxMessage = {
  vendorId: string;
  sender: 'customer' | 'business';
  type: string;
  text: string;
  subject: string | null;
  file: { name: string | null; mimeType: string | null } | null;
  buttons: Array<{ id: string; title: string }>;
  replyTo: string | null;
  reaction: string | null;
  isHeld: boolean;
  at: string;
};

export type SandboxPhone = {
  address: string;
  name: string | null;
  lastWroteAt: string | null;
  isOptedOut: boolean;
  messages: Array<SandboxMessage>;
};

export type SandboxRequest = {
  at: string;
  kind: 'send' | 'callback';
  what: string;
  outcome: 'accepted' | 'refused' | 'repeated' | 'no_answer' | 'connection_cut' | 'answered' | 'not_answered';
  errorCode: number | null;
  tookMs: number;
  isRepeat: boolean;
  address: string | null;
  vendorId: string | null;
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

export type CountChatsBody = { queries: Array<{ query?: string | null; search?: string | null }> };

export type CreateBulkActionBody =
  | {
      ids?: Array<string>;
      query?: string | null;
      search?: string | null;
      action: 'assign';
      userId?: string | null;
      teamId?: string | null;
    }
  | { ids?: Array<string>; query?: string | null; search?: string | null; action: 'open' | 'close'; triggerAutomations?: boolean }
  | { ids?: Array<string>; query?: string | null; search?: string | null; action: 'snooze'; snoozedUntil: string }
  | { ids?: Array<string>; query?: string | null; search?: string | null; action: 'label' | 'unlabel'; labelIds: Array<string> }
  | { ids?: Array<string>; query?: string | null; search?: string | null; action: 'mark_read' | 'mark_unread' };

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
      ifLatestMessageId?: string | null;
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
      ifLatestMessageId?: string | null;
    }
  | {
      type: 'location';
      location: { latitude: number; longitude: number; name?: string; address?: string };
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
      ifLatestMessageId?: string | null;
    }
  | {
      type: 'reaction';
      reaction: { messageId: string; emoji: string | null };
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
      ifLatestMessageId?: string | null;
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
      ifLatestMessageId?: string | null;
    }
  | {
      type: 'template';
      template: { id: string; variables?: Record<string, string>; media?: { fileId: string } | { url: string } };
      scheduledAt?: string;
      metadata?: Record<string, unknown>;
      replyTo?: string;
      purpose?: 'marketing' | 'utility' | 'service';
      ifLatestMessageId?: string | null;
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
      ifLatestMessageId?: string | null;
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
      ifLatestMessageId?: string | null;
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
      ifLatestMessageId?: string | null;
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
      ifLatestMessageId?: string | null;
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
      ifLatestMessageId?: string | null;
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
      ifLatestMessageId?: string | null;
      contactId: string;
      channelId: string;
      handleId?: string;
    };

export type SearchMessagesBody = {
  query?: string | null;
  sortBy?: string | null;
  search?: string | null;
  pagination?: { page?: number; limit?: number; cursor?: string; includeTotal?: boolean };
  around?: string;
};

export type SearchAllMessagesBody = {
  text: string;
  chatId?: string;
  channelId?: string;
  contactId?: string;
  direction?: 'inbound' | 'outbound';
  from?: string;
  to?: string;
  pagination?: { limit?: number; cursor?: string };
};

export type CreateNoteBody = { text: string; mentions?: Array<string>; fileIds?: Array<string> };

export type UpdateNoteBody = { text?: string; mentions?: Array<string>; fileIds?: Array<string> };

export type SaveDraftBody = { mode?: 'reply' | 'note'; text: string; fileIds?: Array<string> };

export type AnnouncePresenceBody = { state: 'viewing' | 'typing' };

export type CreateSnippetBody = { shortcut: string; text: string; fileIds?: Array<string>; teamId?: string | null };

export type UpdateSnippetBody = { shortcut?: string; text?: string; fileIds?: Array<string>; teamId?: string | null };

export type CreateViewBody = {
  name: string;
  resource: 'chats' | 'contacts';
  query?: string | null;
  sortBy?: string | null;
  sharedWith?: 'nobody' | 'team' | 'everyone';
  teamId?: string | null;
};

export type UpdateViewBody = {
  name?: string;
  query?: string | null;
  sortBy?: string | null;
  sharedWith?: 'nobody' | 'team' | 'everyone';
  teamId?: string | null;
};

export type MarkNotificationsReadBody = { ids: Array<string> } | { all: true };

export type CreatePushSubscriptionBody = {
  endpoint: string;
  expirationTime?: number | null;
  keys: { p256dh: string; auth: string };
  name?: string | null;
};

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

export type AddContactHandleBody = {
  type: 'email' | 'instagram_id' | 'phone_number' | 'whatsapp_user_id' | 'external';
  value: string;
  isPrimary?: boolean;
  extra?: Record<string, unknown>;
};

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
  visibility?: 'all' | 'teams' | 'own';
  channelIds?: Array<string> | null;
  availability?: 'available' | 'away';
  maxOpenChats?: number | null;
};

export type UpdateUserBody = {
  name?: string;
  email?: string;
  role?: 'member' | 'manager' | 'admin';
  status?: 'active' | 'disabled';
  visibility?: 'all' | 'teams' | 'own';
  channelIds?: Array<string> | null;
  availability?: 'available' | 'away';
  maxOpenChats?: number | null;
};

export type SetMyAvailabilityBody = { availability: 'available' | 'away' };

export type AcceptInvitationBody = { token: string; password?: string; name?: string };

export type CreatePasswordResetBody = { email: string };

export type ConfirmPasswordResetBody = { token: string; password: string };

export type CreateSessionBody = { email: string; password: string };

export type CreateSessionByLinkBody = { token: string };

export type CreateUserTokenBody = { tenantId?: string };

export type UpdateTenantPlanBody = { plan: 'free' | 'hobby' | 'pro' | 'ultra' | 'enterprise'; ratePerMinute?: number };

export type GiveSecondFactorBody = {
  code?: string;
  recoveryCode?: string;
  passkey?: {
    challenge: string;
    response: {
      id: string;
      rawId: string;
      type: 'public-key';
      clientExtensionResults?: Record<string, unknown>;
      authenticatorAttachment?: 'platform' | 'cross-platform' | null;
      response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string };
    };
  };
};

export type CreateSessionByPasskeyBody = {
  challenge: string;
  response: {
    id: string;
    rawId: string;
    type: 'public-key';
    clientExtensionResults?: Record<string, unknown>;
    authenticatorAttachment?: 'platform' | 'cross-platform' | null;
    response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string };
  };
};

export type EnrolTotpBody = { proof?: { password?: string; code?: string; recoveryCode?: string } };

export type ConfirmTotpBody = { code: string };

export type RemoveTotpBody = { proof: { password?: string; code?: string; recoveryCode?: string } };

export type ReplaceRecoveryCodesBody = { proof: { password?: string; code?: string; recoveryCode?: string } };

export type GetPasskeyOptionsBody = { proof?: { password?: string; code?: string; recoveryCode?: string } };

export type CreatePasskeyBody = {
  name: string;
  challenge: string;
  response: {
    id: string;
    rawId: string;
    type: 'public-key';
    clientExtensionResults?: Record<string, unknown>;
    authenticatorAttachment?: 'platform' | 'cross-platform' | null;
    response: { clientDataJSON: string; attestationObject: string; transports?: Array<string> };
  };
};

export type RenamePasskeyBody = { name: string };

export type RemovePasskeyBody = { proof: { password?: string; code?: string; recoveryCode?: string } };

export type UpdateMeBody = { name?: string; password?: string; currentPassword?: string };

export type CreateTeamBody = {
  name: string;
  assignment?: 'manual' | 'round_robin' | 'least_open';
  members?: Array<{ id: string }>;
};

export type UpdateTeamBody = { name?: string; assignment?: 'manual' | 'round_robin' | 'least_open' };

export type AddTeamMembersBody = { members: Array<{ id: string }> };

export type CreateBusinessHoursBody = {
  name: string;
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
  holidays?: Array<{ date: string; name?: string | null }>;
};

export type UpdateBusinessHoursBody = {
  name?: string;
  timeZone?: string;
  days?: {
    monday?: Array<{ from: string; until: string }>;
    tuesday?: Array<{ from: string; until: string }>;
    wednesday?: Array<{ from: string; until: string }>;
    thursday?: Array<{ from: string; until: string }>;
    friday?: Array<{ from: string; until: string }>;
    saturday?: Array<{ from: string; until: string }>;
    sunday?: Array<{ from: string; until: string }>;
  };
  holidays?: Array<{ date: string; name?: string | null }>;
};

export type CreateSlaPolicyBody = {
  name: string;
  firstReplyMinutes?: number | null;
  nextReplyMinutes?: number | null;
  resolutionMinutes?: number | null;
  businessHoursId?: string | null;
  channelIds?: Array<string>;
  teamIds?: Array<string>;
  labelIds?: Array<string>;
};

export type UpdateSlaPolicyBody = {
  name?: string;
  firstReplyMinutes?: number | null;
  nextReplyMinutes?: number | null;
  resolutionMinutes?: number | null;
  businessHoursId?: string | null;
  channelIds?: Array<string>;
  teamIds?: Array<string>;
  labelIds?: Array<string>;
};

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
  defaultTeamId?: string | null;
};

export type CreateAccessTokenBody = { name: string; scopes: Array<string>; userId?: string | null; expiresAt?: string };

export type CreateAccessTokenResult = {
  id: string;
  createdAt: string;
  name: string;
  scopes: Array<string>;
  userId: string | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
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
      | 'chat.sla_breached'
      | 'chat.rated'
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
      | 'chat.sla_breached'
      | 'chat.rated'
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
  lastAttempt: { startedAt: string; durationMs: number; statusCode: number | null; error: string | null } | null;
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

export type ReadWebhookStatisticsBody = { from: string; to: string; bucket?: 'hour' | 'day'; timeZone?: string };

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
  lastAttempt: { startedAt: string; durationMs: number; statusCode: number | null; error: string | null } | null;
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
  lastAttempt: { startedAt: string; durationMs: number; statusCode: number | null; error: string | null } | null;
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
  layout?: Record<string, { x: number; y: number }>;
};

export type UpdateAutomationBody = {
  name?: string;
  description?: string | null;
  trigger?: AutomationTriggerInput;
  steps?: AutomationStepsInput;
  isSingle?: boolean;
  layout?: Record<string, { x: number; y: number }>;
  ifRevision?: number;
};

export type TriggerAutomationBody = {
  contactId?: string;
  chatId?: string;
  variables?: Record<string, string | number | boolean | null>;
  scheduledAt?: string;
};

export type PublishAutomationBody = { versionId?: string };

export type SimulateAutomationBody = {
  versionId?: string;
  contact?: Record<string, unknown>;
  chat?: Record<string, unknown> | null;
  variables?: Record<string, string | number | boolean | null>;
  replies?: Array<{ text: string; buttonId?: string } | 'timeout'>;
  answers?: Array<{ status: number; body: unknown } | { error: string }>;
  undeliverable?: Array<string>;
  now?: string;
};

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

export type ReadCampaignTimelineBody = { from: string; to: string; bucket?: 'quarter_hour' | 'hour' | 'day'; timeZone?: string };

export type CountCampaignAudienceBody = {
  channelId: string;
  audience: { contactIds: Array<string> } | { query: string } | { labelIds: Array<string> } | { all: true };
  purpose?: 'marketing' | 'utility' | 'service';
};

export type PreviewCampaignScheduleBody = {
  scheduledAt?: string | null;
  recurrenceRules?: Array<string>;
  timeZone?: string;
  count?: number;
};

export type ReadRequestStatisticsBody = {
  from: string;
  to: string;
  bucket?: 'hour' | 'day';
  timeZone?: string;
  groupBy?: 'route' | 'status' | 'tokenId' | null;
};

export type SearchReportsBody = {
  metric:
    | 'chats_opened'
    | 'chats_closed'
    | 'messages_received'
    | 'messages_sent'
    | 'first_reply_time'
    | 'resolution_time'
    | 'sla_started'
    | 'sla_breached'
    | 'ratings';
  from: string;
  to: string;
  bucket?: 'hour' | 'day' | 'week' | 'month' | 'total';
  groupBy?: Array<'channelId' | 'userId' | 'teamId'>;
  filters?: { channelIds?: Array<string>; userIds?: Array<string>; teamIds?: Array<string> };
  timeZone?: string;
};

export type SetRetentionBody = { messageDays: number | null; eventDays: number | null };

export type SetSignInSettingsBody = { requireSecondFactor: boolean };

export type SetIdentityProviderBody = {
  issuer: string;
  clientId: string;
  clientSecret?: string;
  allowedEmailDomains?: Array<string>;
  createUsers?: { role: 'member' | 'manager' } | null;
};

export type UpdateSandboxChannelBody = {
  delayMs?: number;
  refuseRate?: number;
  refuseCode?: number;
  dropRate?: number;
  repeatRate?: number;
  isOutOfOrder?: boolean;
  phone?: 'off' | 'on' | 'reading';
};

export type ResetSandboxChannelBody = { conversations?: boolean };

export type ReadSandboxPhoneBody = { address: string };

export type WriteAsSandboxCustomerBody = {
  from: string;
  name?: string;
  text?: string;
  subject?: string;
  html?: string;
  fileId?: string;
  replyTo?: string;
  reaction?: { vendorId: string; emoji: string | null };
  button?: { id: string; title: string };
  location?: { latitude: number; longitude: number };
  sentAt?: string;
};

export type WriteAsSandboxCustomerResult = { vendorId: string };

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
  | 'sign_in_failed'
  | 'insufficient_billing_plan'
  | 'quota_exceeded'
  | 'forbidden'
  | 'tenant_not_found'
  | 'job_not_found'
  | 'contact_not_found'
  | 'contact_import_not_found'
  | 'contact_export_not_found'
  | 'contact_erasure_not_found'
  | 'chat_not_found'
  | 'bulk_action_not_found'
  | 'note_not_found'
  | 'user_required'
  | 'operator_required'
  | 'sandbox_tenant_required'
  | 'second_factor_required'
  | 'invitation_not_found'
  | 'password_reset_not_found'
  | 'snippet_not_found'
  | 'view_not_found'
  | 'push_subscription_not_found'
  | 'user_not_found'
  | 'team_not_found'
  | 'business_hours_not_found'
  | 'sla_policy_not_found'
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
  | 'code_refused'
  | 'proof_required'
  | 'passkey_refused'
  | 'passkey_not_found'
  | 'oidc_refused'
  | 'identity_provider_not_found'
  | 'automation_run_not_found'
  | 'campaign_not_found'
  | 'request_not_found'
  | 'sandbox_refused'
  | 'sign_in_link_not_found'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'chat_changed'
  | 'idempotency_in_progress'
  | 'version_sunset'
  | 'payload_too_large'
  | 'url_too_long'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'tenant_moved'
  | 'outside_messaging_window'
  | 'contact_unsubscribed'
  | 'idempotency_key_reused'
  | 'too_many_requests'
  | 'too_many_queries'
  | 'headers_too_large'
  | 'internal_error'
  | 'query_too_slow'
  | 'file_store_unavailable'
  | 'sandbox_unavailable'
  | 'tenant_moving'
  | 'service_unavailable';
