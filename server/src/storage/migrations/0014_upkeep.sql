-- Dates are read only from the names of a table's own partitions. Without the materialized list the planner was free to read
-- them from the names of all tables first, and a table that happens to end in eight digits stopped the upkeep.
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
      with own as materialized (
        select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = to_regclass('public.' || quote_ident(parent)))
      select name from own
      where case when name ~ '_p[0-9]{8}$'
        then to_timestamp(right(name, 8), 'YYYYMMDD') + make_interval(days => covered) <= older_than
        else false -- made by hand: whoever made it knows when it may go
      end
      order by name
    loop
      execute format('drop table public.%I', partition);
      dropped := dropped + 1;
    end loop;
    return dropped;
  end $$;
