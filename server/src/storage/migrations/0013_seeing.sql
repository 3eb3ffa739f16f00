-- Seeing what happened: who changed what, and what was asked and answered lately.

-- A table may be parted by days instead of weeks, where little of it is kept. What is asked and answered may be lost in a
-- crash of the database, so it need not be written twice.
alter table partitioned_tables
  add column days integer not null default 7,
  add column is_logged boolean not null default true;

create or replace function make_partitions(from_at timestamptz, until_at timestamptz) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public
  set timezone = 'UTC'
  as $$
  declare
    parent record;
    starts timestamptz;
    ends timestamptz;
    partition text;
    made integer := 0;
  begin
    perform pg_advisory_xact_lock(hashtext('patchbay partitions'));
    for parent in select * from public.partitioned_tables loop
      starts := date_trunc(case parent.days when 7 then 'week' else 'day' end, from_at);
      while starts <= until_at loop
        ends := starts + make_interval(days => parent.days);
        partition := parent.name || to_char(starts, '"_p"YYYYMMDD');
        if to_regclass('public.' || partition) is null then
          execute format('create %s table public.%I partition of public.%I for values from (%L) to (%L)',
            case when parent.is_logged then '' else 'unlogged' end,
            partition, parent.name, public.uuid_floor(starts), public.uuid_floor(ends));
          perform public.protect_table(partition);
          made := made + 1;
        end if;
        starts := ends;
      end loop;
    end loop;
    return made;
  end $$;

create or replace function drop_partitions(parent text, older_than timestamptz) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public
  set timezone = 'UTC'
  as $$
  declare
    partition text;
    covered integer;
    dropped integer := 0;
  begin
    select days into covered from public.partitioned_tables where name = parent;
    if covered is null then
      raise exception 'table % is not partitioned by the service', parent;
    end if;
    perform pg_advisory_xact_lock(hashtext('patchbay partitions'));
    for partition in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass('public.' || quote_ident(parent))
        and to_timestamp(right(c.relname, 8), 'YYYYMMDD') + make_interval(days => covered) <= older_than
    loop
      execute format('drop table public.%I', partition);
      dropped := dropped + 1;
    end loop;
    return dropped;
  end $$;

-- One row per accepted call that may change something, written in the transaction of the change.
create table audit_log (
  tenant_id uuid not null,
  id uuid not null,
  created_at timestamptz not null,
  operation_id text not null,
  resource_type text not null,
  resource_id uuid,
  token_id uuid not null,
  user_id uuid,
  request_id text not null,
  changes jsonb not null,
  primary key (tenant_id, id)
) partition by range (id);
create index audit_log_resource on audit_log (tenant_id, resource_id, id);
create index audit_log_request on audit_log (tenant_id, request_id);

-- What was asked and answered. Our own request ids are the row's id; only those that a caller chose need an index of their own.
create table request_log (
  tenant_id uuid not null,
  id uuid not null,
  given_id text,
  created_at timestamptz not null,
  method text not null,
  route text,
  status smallint not null,
  duration_ms real not null,
  error jsonb,
  token_id uuid not null,
  address text not null,
  primary key (tenant_id, id)
) partition by range (id);
create index request_log_given on request_log (tenant_id, given_id) where given_id is not null;
create index request_log_failed on request_log (tenant_id, id) where status >= 400;

select open_to_app(name) from unnest(array['audit_log', 'request_log']) as name;
insert into partitioned_tables (name, days, is_logged) values ('audit_log', 7, true), ('request_log', 1, false);
