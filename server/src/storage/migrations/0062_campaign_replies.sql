-- Reports count replies to campaigns, ratings, and promised times (SLA).

-- A message of a contact is a reply to a campaign if the latest message of the chat until then was one of the campaign. The chat is
-- updated after its messages are inserted.
create or replace function count_new_messages() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  declare
    tenant uuid;
    waiting uuid[];
    waiting_times timestamptz[];
    answered uuid[];
    authors uuid[];
    answered_at timestamptz[];
  begin
    with counted as materialized (
      select m.tenant_id, m.sender, m.created_at, c.channel_id, m.chat_id, m.author_user_id,
        coalesce(m.author_user_id, c.assigned_user_id) as user_id, c.assigned_team_id,
        m.sender = 'inbound' and c.first_inbound_at is null as is_first,
        m.sender = 'outbound' and m.sources && '{api,echo}' and c.first_reply_at is null and c.first_inbound_at is not null as is_reply,
        r.campaign_id
      from added m
      cross join lateral (select * from chats where tenant_id = m.tenant_id and id = m.chat_id offset 0) c
      left join lateral (select campaign_id from messages
        where m.sender = 'inbound' and c.latest_message ->> 'sender' = 'outbound'
          and tenant_id = m.tenant_id and id = (c.latest_message ->> 'id')::uuid and campaign_id is not null
          and status in ('sent', 'delivered', 'read') offset 0) r on true
      where m.status <> 'scheduled'),
    appended as (
      insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, amount)
        select tenant_id, case sender when 'inbound' then 'messages_received' else 'messages_sent' end, report_slot(created_at),
          channel_id, user_id, assigned_team_id, count(*)
        from counted group by 1, 2, 3, 4, 5, 6),
    replied as (
      insert into report_deltas (tenant_id, metric, slot, channel_id, campaign_id, amount)
        select tenant_id, 'campaign_replied', report_slot(created_at), channel_id, campaign_id, count(distinct chat_id)
        from counted where campaign_id is not null group by 1, 3, 4, 5)
    select (array_agg(tenant_id))[1], array_agg(chat_id) filter (where is_first), array_agg(created_at) filter (where is_first),
        array_agg(chat_id) filter (where is_reply), array_agg(author_user_id) filter (where is_reply),
        array_agg(created_at) filter (where is_reply)
      into tenant, waiting, waiting_times, answered, authors, answered_at
      from counted where is_first or is_reply;
    if waiting is not null then
      -- Messages of one statement have one time, so it does not matter which of several in a chat is taken.
      update chats c set first_inbound_at = w.since from unnest(waiting, waiting_times) as w(chat_id, since)
        where c.tenant_id = tenant and c.id = w.chat_id and c.first_inbound_at is null;
    end if;
    if answered is not null then
      perform count_first_replies(tenant, answered, authors, answered_at);
    end if;
    return null;
  end $$;


-- `total_ms` of a rating is a thousand times its score, so that averages are made as those of durations.
create function count_ratings() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, bucket, amount, total_ms)
      select a.tenant_id, 'ratings', report_slot(a.created_at), c.channel_id, a.user_id, a.team_id, a.score, count(*), sum(a.score * 1000)
      from added a join chats c on c.tenant_id = a.tenant_id and c.id = a.chat_id group by 1, 3, 4, 5, 6, 7;
    return null;
  end $$;

create trigger report_inserted after insert on ratings
  referencing new table as added for each statement execute function count_ratings();

-- A conversation counts once when it gets a promise, and once when the first of its times has passed.
create function count_promises() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  declare
    is_new boolean := tg_op = 'INSERT';
  begin
    if not is_new then
      is_new := old.started_at <> new.started_at;
    end if;
    insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, amount)
      select new.tenant_id, counted.metric, report_slot(counted.at), c.channel_id, c.assigned_user_id, c.assigned_team_id, 1
      from chats c cross join lateral (values
        ('sla_started', new.started_at, is_new),
        ('sla_breached', now(), cardinality(new.breaches) > 0 and (is_new or cardinality(old.breaches) = 0))) as counted(metric, at, is_so)
      where c.tenant_id = new.tenant_id and c.id = new.chat_id and counted.is_so;
    return null;
  end $$;

create trigger report_inserted after insert on chat_slas
  for each row execute function count_promises();
create trigger report_updated after update on chat_slas
  for each row when (old.started_at <> new.started_at or (cardinality(old.breaches) = 0 and cardinality(new.breaches) > 0))
  execute function count_promises();
