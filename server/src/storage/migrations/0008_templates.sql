-- Texts that are written once, reviewed where the provider asks for it, and sent many times with other values.

create table message_templates (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  channel_id uuid not null,
  name text not null,
  language text not null,
  category text not null check (category in ('marketing', 'utility', 'authentication')),
  format text not null check (format in ('positional', 'named')),
  status text not null check (status in ('draft', 'pending', 'approved', 'rejected', 'paused', 'disabled')),
  reason text,                       -- why it is rejected, paused or disabled, or what its review waits for
  content jsonb not null,            -- header, body, footer, buttons
  vendor_id text,                    -- what the provider calls it, once it has it
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels on delete cascade,
  constraint message_templates_name unique (tenant_id, channel_id, name, language)
);
create index message_templates_recent on message_templates (tenant_id, created_at desc, id desc);
create index message_templates_vendor on message_templates (tenant_id, channel_id, vendor_id) where vendor_id is not null;

select open_to_app('message_templates');
