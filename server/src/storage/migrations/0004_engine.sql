-- Unfinished work is a row. A job is inserted in the transaction that causes it; the broker only hurries it along.
-- No foreign key to tenants: key-share locks on one tenant's row would meet in every insert of that tenant.

create table jobs (
  tenant_id uuid not null,
  id uuid not null,
  seq bigint generated always as identity, -- the order of work within a lane
  name text not null,
  lane text not null default '',           -- jobs of one lane share a limit; '' has none
  input jsonb not null,
  attempt integer not null default 1,      -- with the id, the fence: only the attempt that is current may record
  due_at timestamptz not null,
  published_at timestamptz,                -- null: waiting for its time or for room in its lane
  created_at timestamptz not null,
  primary key (tenant_id, id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

create index jobs_due on jobs (due_at) where published_at is null and lane = '';
create index jobs_parked on jobs (tenant_id, name, lane, seq) where published_at is null and lane <> '';
create index jobs_in_flight on jobs (tenant_id, name, lane) where published_at is not null and lane <> '';
create index jobs_lost on jobs (published_at) where published_at is not null;

select open_to_app('jobs');

-- The sweep looks across tenants, so it has a role of its own that can see this table and nothing else.
do $$
begin
  create role patchbay_engine nologin nosuperuser nobypassrls nocreatedb nocreaterole;
exception
  when duplicate_object or unique_violation then null;
end $$;
grant usage on schema public to patchbay_engine;
grant select, update on jobs to patchbay_engine;
create policy engine on jobs to patchbay_engine using (true) with check (true);
