-- What deleted message templates were called, so that whatever still names one can say which template it misses.
create table deleted_templates (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  language text not null,
  deleted_at timestamptz not null,
  primary key (tenant_id, id)
);

select open_to_app('deleted_templates');
