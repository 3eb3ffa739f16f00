-- The core: tenants, tokens, contacts, chats and messages.
-- Every table leads with tenant_id, in its primary key and in every foreign key, because foreign-key and unique
-- checks do not see row-level security: a key without the tenant would be an oracle across tenants.

create table tenants (
  tenant_id uuid primary key,
  name text not null,
  plan text not null check (plan in ('free', 'hobby', 'pro', 'ultra', 'enterprise')),
  rate_limit_per_minute integer check (rate_limit_per_minute > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

create table access_tokens (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  subject text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id)
);

create table idempotency_keys (
  tenant_id uuid not null references tenants on delete cascade,
  operation text not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  body bytea not null, -- sealed: an answer may hold a secret that is shown once
  created_at timestamptz not null,
  primary key (tenant_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (tenant_id, created_at);

create table channels (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  type text not null check (type in ('whatsapp', 'sms', 'email', 'instagram')),
  name text not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);

create table labels (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  color text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index labels_name on labels (tenant_id, lower(name));

create table attributes (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  external_id text not null,
  name text not null,
  type text not null check (type in
    ('text', 'number', 'boolean', 'date', 'datetime', 'select', 'multi_select', 'url', 'email', 'phone')),
  description text,
  is_visible_quick_edit boolean not null,
  is_visible_contacts_table boolean not null,
  is_visible_contact_create boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, external_id)
);

create table contacts (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  first_name text,
  last_name text,
  display_name text,
  is_subscribed boolean not null,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);

create table handles (
  tenant_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  type text not null check (type in ('phone_number', 'email', 'instagram_id', 'whatsapp_user_id', 'external')),
  value text not null,           -- as given: the number a provider really knows
  match_value text not null,     -- one spelling for all variants of the same number or address
  is_primary boolean not null,
  extra jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, type, match_value),
  foreign key (tenant_id, contact_id) references contacts on delete cascade
);
create unique index handles_one_primary on handles (tenant_id, contact_id, type) where is_primary;
create index handles_contact on handles (tenant_id, contact_id);

create table contact_labels (
  tenant_id uuid not null,
  contact_id uuid not null,
  label_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, contact_id, label_id),
  foreign key (tenant_id, contact_id) references contacts on delete cascade,
  foreign key (tenant_id, label_id) references labels on delete cascade
);
create index contact_labels_label on contact_labels (tenant_id, label_id);

create table contact_attributes (
  tenant_id uuid not null,
  contact_id uuid not null,
  attribute_id uuid not null,
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (tenant_id, contact_id, attribute_id),
  foreign key (tenant_id, contact_id) references contacts on delete cascade,
  foreign key (tenant_id, attribute_id) references attributes on delete cascade
);
create index contact_attributes_attribute on contact_attributes (tenant_id, attribute_id);

-- latest_message repeats six fields of a message so that reading a chat touches no partition of messages.
create table chats (
  tenant_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  contact_id uuid not null,
  handle_id uuid not null,
  status text not null check (status in ('open', 'closed', 'snoozed')),
  snoozed_until timestamptz check (status = 'snoozed' or snoozed_until is null),
  open_until timestamptz,
  unread_count integer not null default 0 check (unread_count >= 0),
  is_sensitive boolean not null default false,
  assigned_user_id uuid,
  assigned_team_id uuid,
  latest_message jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, channel_id, handle_id), -- one chat per sender and channel: it reopens, it is never doubled
  foreign key (tenant_id, channel_id) references channels,
  foreign key (tenant_id, contact_id) references contacts on delete cascade,
  foreign key (tenant_id, handle_id) references handles on delete cascade
);
create index chats_contact on chats (tenant_id, contact_id, updated_at desc);
create index chats_handle on chats (tenant_id, handle_id);
create index chats_recent on chats (tenant_id, updated_at desc, id);

-- Partitioned by the time inside the id (UUIDv7). The service makes partitions ahead and drops old ones whole.
create table messages (
  tenant_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  vendor_id text,
  sender text not null check (sender in ('inbound', 'outbound')),
  type text not null check (type in ('text', 'image', 'video', 'audio', 'document', 'location', 'contact',
    'interactive', 'template', 'reaction', 'unsupported')),
  status text not null check (status in ('scheduled', 'pending', 'sent', 'delivered', 'read', 'failed', 'deleted')),
  text text,
  content jsonb not null default '{}',
  "timestamp" timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, chat_id) references chats on delete cascade
) partition by range (id);
create index messages_chat on messages (tenant_id, chat_id, id desc);
