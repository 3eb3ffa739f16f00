-- A sandbox tenant's channels reach the sandbox and nobody else. What a tenant was made as, it stays: a real one that became a
-- sandbox would lose its messages in silence, and a sandbox one that became real would send its tests to people.
alter table tenants add column is_sandbox boolean not null default false;

create function keep_tenant_mode() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    raise exception 'A tenant stays what it was made: real or sandbox. Make another tenant instead.'
      using errcode = 'check_violation', constraint = 'tenants_mode_stays', table = 'tenants';
  end $$;

-- For whoever updates, the owner and a superuser included.
create trigger tenants_mode_stays before update on tenants
  for each row when (old.is_sandbox is distinct from new.is_sandbox) execute function keep_tenant_mode();
