-- The second wall: even a query that forgot its tenant sees one tenant's rows, or none.
-- The setting is compared bare, not as (select ...): every query names its tenant too, so the planner turns this into
-- a one-time filter ($1 = setting) and the scan sees only $1. As an InitPlan it would cost a plan node per table.
-- No tenant set means null, so no rows and no inserts; it never means "all rows".

do $$
begin
  create role patchbay_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
exception
  when duplicate_object or unique_violation then null; -- the role belongs to the cluster; another database made it
end $$;

create function protect_table(name text) returns void
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  declare
    own_rows text := 'tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid';
  begin
    execute format('alter table public.%I enable row level security', name);
    execute format('alter table public.%I force row level security', name);
    execute format('create policy tenant on public.%I using (%s) with check (%s)', name, own_rows, own_rows);
  end $$;

-- For later migrations: one call gives a new table its policy and the application its rights.
create function open_to_app(name text) returns void
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    perform public.protect_table(name);
    execute format('grant select, insert, update, delete on public.%I to patchbay_app', name);
  end $$;

revoke all on function make_partitions, drop_partitions, protect_table, open_to_app from public;
grant execute on function make_partitions, drop_partitions to patchbay_app;
grant usage on schema public to patchbay_app;
grant select on partitioned_tables to patchbay_app;
grant select, insert, update on signing_keys to patchbay_app;

select open_to_app(name) from unnest(array['tenants', 'access_tokens', 'idempotency_keys', 'channels', 'labels',
  'attributes', 'contacts', 'handles', 'contact_labels', 'contact_attributes', 'chats', 'messages']) as name;
