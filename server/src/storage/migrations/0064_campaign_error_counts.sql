-- How many recipients of a campaign have which error (ADR 105). Triggers on the recipients append changes to campaign_error_deltas, and a
-- worker adds them to campaign_error_counts, as with the counters of reports. Both hold the key and the code of an error and never its
-- message, which is the provider's and may contain personal data.

-- No foreign keys, as in report_deltas. An empty code is no code.
create table campaign_error_deltas (
  tenant_id uuid not null,
  id bigint generated always as identity,
  campaign_id uuid not null,
  key text not null,
  code text not null,
  amount integer not null,
  primary key (tenant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

create table campaign_error_counts (
  tenant_id uuid not null,
  campaign_id uuid not null,
  key text not null,
  code text not null,
  amount bigint not null,
  primary key (tenant_id, campaign_id, key, code),
  foreign key (tenant_id, campaign_id) references campaigns on delete cascade
) with (fillfactor = 80);

select open_to_app('campaign_error_deltas');
select open_to_app('campaign_error_counts');

-- A worker finds the tenants that have something to fold.
grant select (tenant_id) on campaign_error_deltas to patchbay_engine;
create policy engine on campaign_error_deltas for select to patchbay_engine using (true);

-- Sets the columns of the index. An index row has a limit of 2,700 bytes, and a code is what a provider sent.
create function set_recipient_error() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    if new.error is null then
      new.error_key := null;
      new.error_code := null;
    else
      new.error_key := left(coalesce(new.error ->> 'key', ''), 200);
      new.error_code := left(coalesce(new.error ->> 'code', ''), 200);
    end if;
    return new;
  end $$;

create function count_new_recipient_errors() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    insert into campaign_error_deltas (tenant_id, campaign_id, key, code, amount)
      select tenant_id, campaign_id, error_key, error_code, count(*)
      from added where error_key is not null group by 1, 2, 3, 4;
    return null;
  end $$;

create function count_changed_recipient_errors() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    insert into campaign_error_deltas (tenant_id, campaign_id, key, code, amount)
      select tenant_id, campaign_id, error_key, error_code, sum(amount)
      from (select tenant_id, campaign_id, error_key, error_code, 1 as amount from now_is where error_key is not null
        union all
        select tenant_id, campaign_id, error_key, error_code, -1 from was where error_key is not null) changed
      group by 1, 2, 3, 4 having sum(amount) <> 0;
    return null;
  end $$;
