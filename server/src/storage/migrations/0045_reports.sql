-- Counters of reports. Every change of a chat or message appends its counts to report_deltas in the same transaction, by triggers, so
-- that every writer counts, and none can count something that was rolled back. A worker moves them into report_counts, one row per
-- quarter hour, metric, channel, user, team and duration bucket: hot paths only append and never wait for each other's counters.
-- A quarter hour, because the offsets of all time zones are multiples of it.

-- The current conversation of a chat: since it was created or last reopened. Null in chats of before this migration, until they reopen.
alter table chats
  add column opened_at timestamptz,
  add column first_inbound_at timestamptz,  -- the first message of the contact in this conversation
  add column first_reply_at timestamptz;    -- the first message of a person to it; automations and campaigns do not reply

-- No foreign keys: counts outlive channels, users and teams, and key-share locks on one tenant's row would meet in every insert.
create table report_deltas (
  tenant_id uuid not null,
  id bigint generated always as identity,
  metric text not null,
  slot timestamptz not null,
  channel_id uuid not null,
  user_id uuid,
  team_id uuid,
  campaign_id uuid,                        -- only in the metrics of campaigns
  bucket smallint not null default 0,
  amount integer not null,
  total_ms bigint not null default 0,
  primary key (tenant_id, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- The nil id stands for no user, team or campaign: columns of a primary key are not null.
create table report_counts (
  tenant_id uuid not null,
  metric text not null,
  slot timestamptz not null,
  channel_id uuid not null,
  user_id uuid not null,
  team_id uuid not null,
  campaign_id uuid not null,
  bucket smallint not null,
  amount bigint not null,
  total_ms bigint not null,
  primary key (tenant_id, metric, slot, channel_id, user_id, team_id, campaign_id, bucket)
) with (fillfactor = 80);

select open_to_app('report_deltas');
select open_to_app('report_counts');

-- A worker finds the tenants that have something to fold.
grant select (tenant_id) on report_deltas to patchbay_engine;
create policy engine on report_deltas for select to patchbay_engine using (true);

create function report_slot(at timestamptz) returns timestamptz
  language sql immutable parallel safe
  as $$ select date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00') $$;

create function duration_ms(since timestamptz, until timestamptz) returns bigint
  language sql immutable parallel safe
  as $$ select greatest(0, round(extract(epoch from until - since) * 1000))::bigint $$;

-- Bucket n holds durations of more than 2^((n - 1) / 4) and at most 2^(n / 4) seconds; bucket 0 those of at most a second. 120 is 34 years.
create function duration_bucket(ms bigint) returns smallint
  language sql immutable parallel safe
  as $$ select least(120, greatest(0, ceil(4 * ln(greatest(ms, 1) / 1000.0::float8) / ln(2::float8))))::smallint $$;

-- A new chat is open. A reopened one begins a new conversation.
create function begin_conversation() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    new.opened_at := new.created_at;
    return new;
  end $$;

create function count_new_chats() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, amount)
      select tenant_id, 'chats_opened', report_slot(created_at), channel_id, assigned_user_id, assigned_team_id, count(*)
      from added where status <> 'closed' group by 1, 3, 4, 5, 6;
    return null;
  end $$;

-- Runs before the update, so that the beginning of the next conversation needs no second one. The row is locked by then.
create function count_chat_status() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  declare
    lasted_ms bigint := duration_ms(old.opened_at, new.updated_at);
  begin
    if new.status = 'closed' then
      insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, bucket, amount, total_ms)
        select new.tenant_id, counted.metric, report_slot(new.updated_at), new.channel_id, new.assigned_user_id, new.assigned_team_id,
          counted.bucket, 1, counted.ms
        from (values ('chats_closed', 0::smallint, 0::bigint), ('resolution_time', duration_bucket(lasted_ms), lasted_ms))
          as counted(metric, bucket, ms)
        where counted.ms is not null;
    else
      new.opened_at := new.updated_at;
      -- A message of the contact reopens a chat and is its first message.
      new.first_inbound_at := case when new.unread_count > old.unread_count then new.updated_at end;
      new.first_reply_at := null;
      insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, amount)
        values (new.tenant_id, 'chats_opened', report_slot(new.updated_at), new.channel_id, new.assigned_user_id, new.assigned_team_id, 1);
    end if;
    return new;
  end $$;

create trigger conversation_begins before insert on chats
  for each row execute function begin_conversation();
create trigger report_inserted after insert on chats
  referencing new table as added for each statement execute function count_new_chats();
create trigger report_status before update on chats
  for each row when (old.status is distinct from new.status and 'closed' in (old.status, new.status))
  execute function count_chat_status();

-- Records the first reply in these chats and counts how long it took.
create function count_first_replies(tenant uuid, chat_ids uuid[], times timestamptz[]) returns void
  language sql
  set search_path = pg_catalog, public
  as $$
    with replied as (
      update chats c set first_reply_at = r.at
      from unnest(chat_ids, times) as r(chat_id, at)
      where c.tenant_id = tenant and c.id = r.chat_id and c.first_reply_at is null and c.first_inbound_at < r.at
      returning c.channel_id, c.assigned_user_id, c.assigned_team_id, r.at, duration_ms(c.first_inbound_at, r.at) as ms)
    insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, bucket, amount, total_ms)
      select tenant, 'first_reply_time', report_slot(at), channel_id, assigned_user_id, assigned_team_id, duration_bucket(ms), 1, ms
      from replied;
  $$;

-- Each chat is looked up by its key (offset 0), also without table statistics. A statement inserts messages of one tenant.
create function count_new_messages() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  declare
    tenant uuid;
    waiting uuid[];
    waiting_times timestamptz[];
    answered uuid[];
    answered_at timestamptz[];
  begin
    with counted as materialized (
      select m.tenant_id, m.sender, m.created_at, c.channel_id, c.assigned_user_id, c.assigned_team_id, m.chat_id,
        m.sender = 'inbound' and c.first_inbound_at is null as is_first,
        m.sender = 'outbound' and m.sources && '{api,echo}' and c.first_reply_at is null and c.first_inbound_at is not null as is_reply
      from added m
      cross join lateral (select * from chats where tenant_id = m.tenant_id and id = m.chat_id offset 0) c
      where m.status <> 'scheduled'),
    appended as (
      insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, amount)
        select tenant_id, case sender when 'inbound' then 'messages_received' else 'messages_sent' end, report_slot(created_at),
          channel_id, assigned_user_id, assigned_team_id, count(*)
        from counted group by 1, 2, 3, 4, 5, 6)
    select (array_agg(tenant_id))[1], array_agg(chat_id) filter (where is_first), array_agg(created_at) filter (where is_first),
        array_agg(chat_id) filter (where is_reply), array_agg(created_at) filter (where is_reply)
      into tenant, waiting, waiting_times, answered, answered_at
      from counted where is_first or is_reply;
    if waiting is not null then
      -- Messages of one statement have one time, so it does not matter which of several in a chat is taken.
      update chats c set first_inbound_at = w.since from unnest(waiting, waiting_times) as w(chat_id, since)
        where c.tenant_id = tenant and c.id = w.chat_id and c.first_inbound_at is null;
    end if;
    if answered is not null then
      perform count_first_replies(tenant, answered, answered_at);
    end if;
    return null;
  end $$;

create function count_released_message() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, amount)
      select tenant_id, 'messages_sent', report_slot(new.updated_at), channel_id, assigned_user_id, assigned_team_id, 1
      from chats where tenant_id = new.tenant_id and id = new.chat_id;
    if new.sources && '{api}' then
      perform count_first_replies(new.tenant_id, array[new.chat_id], array[new.updated_at]);
    end if;
    return null;
  end $$;

create trigger report_inserted after insert on messages
  referencing new table as added for each statement execute function count_new_messages();
-- A scheduled message is counted when it is handed to its channel.
create trigger report_released after update on messages
  for each row when (old.status = 'scheduled' and new.status = 'pending') execute function count_released_message();

-- What became of the recipients of campaigns, when it became known. A recipient can fail, be retried and be sent.
create function count_recipients() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    insert into report_deltas (tenant_id, metric, slot, channel_id, campaign_id, amount)
      select n.tenant_id, outcome.metric, report_slot(n.updated_at), n.channel_id, n.campaign_id, count(*)
      from now_is n join was w on w.tenant_id = n.tenant_id and w.id = n.id
      cross join lateral (values
        ('campaign_sent', n.state = 'sent' and w.state <> 'sent'),
        ('campaign_failed', n.state = 'failed' and w.state <> 'failed'),
        ('campaign_delivered', n.receipt is not null and w.receipt is null),
        ('campaign_read', n.receipt = 'read' and w.receipt is distinct from 'read')) as outcome(metric, is_so)
      where outcome.is_so group by 1, 2, 3, 4, 5;
    return null;
  end $$;

create trigger report_updated after update on campaign_recipients
  referencing old table as was new table as now_is for each statement execute function count_recipients();
