-- Named secrets: credentials that automations send to other systems. The value is sealed and never shown again.
create table secrets (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  hosts text[] not null,              -- the only hosts it is sent to
  sealed_value bytea not null,
  version integer not null default 1, -- how often it was replaced, plus one
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint secrets_name unique (tenant_id, name)
);

select open_to_app('secrets');
