-- Care for contacts: merging, importing, exporting, erasing, and how long each tenant keeps what was said.

-- An id that is no contact any more, and the contact that answers for it. Chains are kept flat: one step always ends at a contact.
create table merged_contacts (
  tenant_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts on delete cascade
);
create index merged_contacts_contact on merged_contacts (tenant_id, contact_id);

-- An erased contact stays as an empty row, because its chats and the rows of its messages do: what was counted stays counted.
alter table contacts add column erased_at timestamptz;

create table contact_imports (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,                  -- also its job's
  file_id uuid not null,
  mapping jsonb not null,            -- column → field
  default_country text,
  delimiter text not null,
  status text not null check (status in ('running', 'completed', 'cancelled', 'failed')),
  error text,
  header jsonb not null,             -- the columns of the file, in order
  byte_offset bigint not null,       -- where the next line begins; it moves in the transaction that takes the lines before it
  lines_read integer not null,       -- the header is the first
  lines_created integer not null default 0,
  lines_updated integer not null default 0,
  lines_refused integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index contact_imports_recent on contact_imports (tenant_id, created_at desc, id desc);

create table contact_import_refusals (
  tenant_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  line integer not null,
  reason text not null,
  text text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, import_id) references contact_imports on delete cascade
);
create index contact_import_refusals_line on contact_import_refusals (tenant_id, import_id, line, id);

create table contact_exports (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  request jsonb not null,            -- query, sortBy and search, as a search has them
  columns jsonb not null,
  status text not null check (status in ('running', 'completed', 'failed')),
  error text,
  file_id uuid,
  lines integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index contact_exports_recent on contact_exports (tenant_id, created_at desc, id desc);

-- What is left to do of an erasure. The terms are the person's addresses, needed to find raw callbacks; they go last.
create table contact_erasures (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,                  -- also its job's
  contact_id uuid not null,
  status text not null check (status in ('running', 'completed')),
  contact_ids uuid[] not null,       -- with the ids that were merged into it
  chat_ids uuid[] not null,
  channel_ids uuid[] not null,
  terms text[] not null,
  messages_emptied integer not null default 0,
  files_deleted integer not null default 0,
  callbacks_emptied integer not null default 0,
  events_emptied integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);

create table retention (
  tenant_id uuid primary key references tenants on delete cascade,
  message_days integer check (message_days > 0), -- null: as long as the installation keeps them
  event_days integer check (event_days > 0),
  job_id uuid not null,
  updated_at timestamptz not null
);

select open_to_app(name) from unnest(array['merged_contacts', 'contact_imports', 'contact_import_refusals', 'contact_exports',
  'contact_erasures', 'retention']) as name;
