-- Partitions are made ahead and dropped by the service itself. Its role owns no table, so these two functions,
-- owned by the migrating role, are all the DDL it can do: weekly partitions of the tables listed here, no others.

create table partitioned_tables (
  name text primary key
);
insert into partitioned_tables values ('messages');

-- The smallest UUIDv7 of an instant: 48 bits of milliseconds, then zeros.
create function uuid_floor(at timestamptz) returns uuid
  language sql immutable parallel safe
  set search_path = ''
  as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  $$;

-- Makes the weekly partitions that cover [from_at, until_at]; answers how many were new.
create function make_partitions(from_at timestamptz, until_at timestamptz) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public
  set timezone = 'UTC'
  as $$
  declare
    parent text;
    week timestamptz;
    partition text;
    made integer := 0;
  begin
    perform pg_advisory_xact_lock(hashtext('patchbay partitions'));
    for parent in select name from public.partitioned_tables loop
      week := date_trunc('week', from_at);
      while week <= until_at loop
        partition := parent || to_char(week, '"_p"YYYYMMDD');
        if to_regclass('public.' || partition) is null then
          execute format('create table public.%I partition of public.%I for values from (%L) to (%L)',
            partition, parent, public.uuid_floor(week), public.uuid_floor(week + interval '7 days'));
          perform public.protect_table(partition);
          made := made + 1;
        end if;
        week := week + interval '7 days';
      end loop;
    end loop;
    return made;
  end $$;

-- Drops the partitions of one table whose newest row is older than the instant; answers how many.
create function drop_partitions(parent text, older_than timestamptz) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public
  set timezone = 'UTC'
  as $$
  declare
    partition text;
    dropped integer := 0;
  begin
    if not exists (select 1 from public.partitioned_tables where name = parent) then
      raise exception 'table % is not partitioned by the service', parent;
    end if;
    perform pg_advisory_xact_lock(hashtext('patchbay partitions'));
    for partition in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = to_regclass('public.' || quote_ident(parent))
        and to_timestamp(right(c.relname, 8), 'YYYYMMDD') + interval '7 days' <= older_than
    loop
      execute format('drop table public.%I', partition);
      dropped := dropped + 1;
    end loop;
    return dropped;
  end $$;
