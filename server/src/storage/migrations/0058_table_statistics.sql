-- PostgreSQL plans by statistics, and collects them about once a minute. Until then it takes a new table, a new partition or a table that
-- received a campaign for empty, and may read all chats of a tenant to find one. Analyzes the table that grew most since its statistics
-- were collected; returns its name, or null when none has doubled.
create function analyze_grown_table() returns text
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
  declare
    grown text;
  begin
    if not pg_try_advisory_xact_lock(hashtext('patchbay statistics')) then
      return null;
    end if;
    select s.relid::regclass::text into grown
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and c.relkind = 'r' and s.n_mod_since_analyze > 500
      and s.n_live_tup > 500 + 2 * greatest(c.reltuples, 0)
    order by s.n_live_tup / greatest(c.reltuples, 1) desc limit 1;
    if grown is not null then
      execute format('analyze (skip_locked) %s', grown);
    end if;
    return grown;
  end $$;
revoke all on function analyze_grown_table from public;
grant execute on function analyze_grown_table to patchbay_app;
