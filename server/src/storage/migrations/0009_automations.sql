-- Automations: what shall happen (versions that never change), who waits for which event, and every run with its steps.

-- The trigger of the active and of the latest version is repeated here, so that a search reads one table.
create table automations (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  description text,
  status text not null check (status in ('draft', 'active', 'paused', 'archived')),
  active_version_id uuid,
  latest_version_id uuid not null,
  active_trigger_type text,
  active_trigger_channel_id uuid,
  latest_trigger_type text not null,
  latest_trigger_channel_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
-- Every field that a search filters or sorts by, so that a tenant with very many of them waits as little as one with few.
create index automations_recent on automations (tenant_id, created_at desc, id desc);
create index automations_changed on automations (tenant_id, updated_at desc, id desc);
create index automations_name on automations (tenant_id, name, id);
create index automations_status on automations (tenant_id, status, created_at desc, id desc);
create index automations_active_trigger on automations
  (tenant_id, active_trigger_type, active_trigger_channel_id, created_at desc, id desc);
create index automations_latest_trigger on automations
  (tenant_id, latest_trigger_type, latest_trigger_channel_id, created_at desc, id desc);
create index automations_active_channel on automations (tenant_id, active_trigger_channel_id, created_at desc, id desc);
create index automations_latest_channel on automations (tenant_id, latest_trigger_channel_id, created_at desc, id desc);
create index automations_active_version on automations (tenant_id, active_version_id);
create index automations_latest_version on automations (tenant_id, latest_version_id);

-- A version is written once. A run keeps the one it began with, whatever is published meanwhile.
create table automation_versions (
  tenant_id uuid not null,
  id uuid not null,
  automation_id uuid not null,
  number integer not null check (number > 0),
  definition jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, automation_id) references automations on delete cascade,
  constraint automation_versions_number unique (tenant_id, automation_id, number)
);

-- Only active automations are here: whom an event starts is one look into the index, however many automations there are.
create table automation_triggers (
  tenant_id uuid not null,
  automation_id uuid not null,
  version_id uuid not null,
  trigger_type text not null,
  channel_id uuid,                   -- null listens on every channel
  primary key (tenant_id, automation_id),
  foreign key (tenant_id, automation_id) references automations on delete cascade
);
create index automation_triggers_match on automation_triggers (tenant_id, trigger_type);

-- One contact's walk through one version. Its automation may be deleted meanwhile; what it did stays told.
create table automation_runs (
  tenant_id uuid not null,
  id uuid not null,
  automation_id uuid not null,
  version_id uuid not null,
  contact_id uuid not null,
  chat_id uuid,
  channel_id uuid,
  status text not null check (status in ('running', 'waiting', 'completed', 'failed', 'cancelled')),
  step_id text,                      -- the step that is next, or the one that waits
  variables jsonb not null default '{}',
  waiting_for text check (waiting_for in ('time', 'reply', 'http')),
  wake_at timestamptz,
  asked_message_id uuid,
  steps_done integer not null default 0 check (steps_done >= 0),
  depth integer not null default 0 check (depth >= 0), -- how many automations started one another to get here
  is_single boolean not null default false,
  error jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, contact_id) references contacts on delete cascade
);
create index automation_runs_automation on automation_runs (tenant_id, automation_id, id);
create index automation_runs_contact on automation_runs (tenant_id, contact_id, id);
create index automation_runs_unended on automation_runs (tenant_id, automation_id, contact_id)
  where status in ('running', 'waiting');
create unique index automation_runs_single on automation_runs (tenant_id, automation_id, contact_id)
  where is_single and status in ('running', 'waiting'); -- two starts at once make one run
create index automation_runs_asking on automation_runs (tenant_id, chat_id) where waiting_for = 'reply';

-- What a run did, step by step, until retention takes it.
create table automation_run_steps (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  automation_id uuid not null,
  version_id uuid not null,
  step_id text not null,
  type text not null,
  outcome text not null,
  detail jsonb,
  at timestamptz not null,
  primary key (tenant_id, id)
) partition by range (id);
create index automation_run_steps_run on automation_run_steps (tenant_id, run_id, id);
create index automation_run_steps_version on automation_run_steps (tenant_id, version_id, step_id);

-- How many automations caused one another before this happened: a chain is cut at a depth.
alter table events add column depth smallint not null default 0;

select open_to_app(name) from unnest(array['automations', 'automation_versions', 'automation_triggers', 'automation_runs',
  'automation_run_steps']) as name;
insert into partitioned_tables values ('automation_run_steps');

-- Two tables that the database itself keeps and the application only reads, for searches in a large tenant.

-- How many there are, and a name for the state they are in: while it stays, whatever was counted is still true.
create table automation_totals (
  tenant_id uuid primary key,
  total integer not null,
  state uuid not null
);

-- Every ending of every name: a part of a name is the beginning of one of its endings, so finding it is a range of this
-- key. An index of trigrams would be smaller and is no use here: its operators are not leakproof, and behind row-level
-- security PostgreSQL does not take an index by such an operator.
create table automation_name_parts (
  tenant_id uuid not null,
  part text collate "C" not null,
  automation_id uuid not null,
  primary key (tenant_id, part, automation_id)
);

select protect_table(name) from unnest(array['automation_totals', 'automation_name_parts']) as name;
grant select on automation_totals, automation_name_parts to patchbay_app;

create function name_parts(name text) returns setof text
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select distinct substr(lower(name), start, 24) from generate_series(1, length(lower(name))) as start
  $$;

create function automations_were_added() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
  begin
    insert into automation_totals as known (tenant_id, total, state)
      select tenant_id, count(*), gen_random_uuid() from added group by tenant_id
      on conflict (tenant_id) do update set total = known.total + excluded.total, state = excluded.state;
    insert into automation_name_parts (tenant_id, part, automation_id)
      select tenant_id, name_parts(name), id from added;
    return null;
  end $$;

create function automations_were_changed() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
  begin
    update automation_totals set state = gen_random_uuid() where tenant_id in (select tenant_id from now_is);
    delete from automation_name_parts as known
      using (select o.tenant_id, o.id, name_parts(o.name) as part
        from was as o join now_is as n using (tenant_id, id) where o.name <> n.name) as gone
      where known.tenant_id = gone.tenant_id and known.part = gone.part and known.automation_id = gone.id;
    insert into automation_name_parts (tenant_id, part, automation_id)
      select n.tenant_id, name_parts(n.name), n.id
      from was as o join now_is as n using (tenant_id, id) where o.name <> n.name;
    return null;
  end $$;

create function automations_were_removed() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
  begin
    update automation_totals as known set total = known.total - gone.total, state = gen_random_uuid()
      from (select tenant_id, count(*) as total from removed group by tenant_id) as gone
      where known.tenant_id = gone.tenant_id;
    delete from automation_name_parts as known
      using (select tenant_id, id, name_parts(name) as part from removed) as gone
      where known.tenant_id = gone.tenant_id and known.part = gone.part and known.automation_id = gone.id;
    return null;
  end $$;

create trigger added after insert on automations referencing new table as added
  for each statement execute function automations_were_added();
create trigger changed after update on automations referencing old table as was new table as now_is
  for each statement execute function automations_were_changed();
create trigger removed after delete on automations referencing old table as removed
  for each statement execute function automations_were_removed();
revoke all on function name_parts, automations_were_added, automations_were_changed, automations_were_removed from public;
