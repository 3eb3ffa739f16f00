-- Reports count a reply for the user who wrote it; for the assignee of the chat only if no user did (integrations, automations).

create function count_first_replies(tenant uuid, chat_ids uuid[], authors uuid[], times timestamptz[]) returns void
  language sql
  set search_path = pg_catalog, public
  as $$
    with replied as (
      update chats c set first_reply_at = r.at
      from unnest(chat_ids, authors, times) as r(chat_id, author, at)
      where c.tenant_id = tenant and c.id = r.chat_id and c.first_reply_at is null and c.first_inbound_at < r.at
      returning c.channel_id, coalesce(r.author, c.assigned_user_id) as user_id, c.assigned_team_id, r.at, duration_ms(c.first_inbound_at, r.at) as ms)
    insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, bucket, amount, total_ms)
      select tenant, 'first_reply_time', report_slot(at), channel_id, user_id, assigned_team_id, duration_bucket(ms), 1, ms
      from replied;
  $$;

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
        m.sender = 'outbound' and m.sources && '{api,echo}' and c.first_reply_at is null and c.first_inbound_at is not null as is_reply
      from added m
      cross join lateral (select * from chats where tenant_id = m.tenant_id and id = m.chat_id offset 0) c
      where m.status <> 'scheduled'),
    appended as (
      insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, amount)
        select tenant_id, case sender when 'inbound' then 'messages_received' else 'messages_sent' end, report_slot(created_at),
          channel_id, user_id, assigned_team_id, count(*)
        from counted group by 1, 2, 3, 4, 5, 6)
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

create or replace function count_released_message() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, amount)
      select tenant_id, 'messages_sent', report_slot(new.updated_at), channel_id, coalesce(new.author_user_id, assigned_user_id),
          assigned_team_id, 1
      from chats where tenant_id = new.tenant_id and id = new.chat_id;
    if new.sources && '{api}' then
      perform count_first_replies(new.tenant_id, array[new.chat_id], array[new.author_user_id], array[new.updated_at]);
    end if;
    return null;
  end $$;

drop function count_first_replies(uuid, uuid[], timestamptz[]);

-- Counts of before go from the assignee of the moment to the author. The assignee is in the event of the last assignment before the message; in
-- the chat, if it has no such event. Scheduled messages, and first replies of conversations that are over, stay with the assignee: when they
-- were counted is not stored.
alter table report_counts no force row level security;
alter table report_deltas no force row level security;

do $$
begin
  -- An installation of a version without reports has counted nothing: its tables are not locked for a scan of all messages.
  if not exists (select 1 from report_counts) and not exists (select 1 from report_deltas) then
    return;
  end if;
  alter table messages no force row level security;
  alter table chats no force row level security;
  alter table events no force row level security;
  insert into report_deltas (tenant_id, metric, slot, channel_id, user_id, team_id, bucket, amount, total_ms)
    with authored as materialized (
      select tenant_id, chat_id, id, created_at, author_user_id from messages
      where sender = 'outbound' and author_user_id is not null and scheduled_at is null
        and created_at >= (select applied_at from migrations where name = '0045_reports.sql')),
    happened as (
      select tenant_id, chat_id, created_at, true as is_message, id, author_user_id, null::uuid as user_id, null::uuid as team_id from authored
      union all
      select tenant_id, (data ->> 'id')::uuid, created_at, false, id, null, (data ->> 'assignedUserId')::uuid, (data ->> 'assignedTeamId')::uuid
      from events where type = 'chat.assigned' and (tenant_id, data ->> 'id') in (select tenant_id, chat_id::text from authored)),
    numbered as (
      select *, count(*) filter (where not is_message) over (partition by tenant_id, chat_id order by created_at, is_message, id) as assignment,
        bool_and(is_message) over (partition by tenant_id, chat_id) as is_without_events
      from happened),
    replies as (
      select *, max(user_id::text) over assigned as assignee, max(team_id::text) over assigned as team from numbered
      window assigned as (partition by tenant_id, chat_id, assignment)),
    counted as (
      select r.tenant_id, r.author_user_id, r.created_at, c.channel_id, c.first_inbound_at,
        c.first_reply_at = r.created_at and row_number() over (partition by r.tenant_id, r.chat_id, r.created_at order by r.id) = 1 as is_first,
        case when r.is_without_events then c.assigned_user_id else r.assignee::uuid end as assignee,
        case when r.is_without_events then c.assigned_team_id else r.team::uuid end as team
      from replies r join chats c on c.tenant_id = r.tenant_id and c.id = r.chat_id where r.is_message),
    measured as (
      select *, 'messages_sent' as metric, 0::smallint as bucket, 0::bigint as ms from counted
      union all
      select *, 'first_reply_time', duration_bucket(duration_ms(first_inbound_at, created_at)), duration_ms(first_inbound_at, created_at)
      from counted where is_first and first_inbound_at is not null)
    select m.tenant_id, m.metric, report_slot(m.created_at), m.channel_id, moved.user_id, m.team, m.bucket, sum(moved.amount), sum(moved.amount * m.ms)
    from measured m cross join lateral (values (m.assignee, -1), (m.author_user_id, 1)) as moved(user_id, amount)
    where m.assignee is distinct from m.author_user_id
    group by 1, 2, 3, 4, 5, 6, 7;
  alter table events force row level security;
  alter table chats force row level security;
  alter table messages force row level security;
end $$;

alter table report_deltas force row level security;
alter table report_counts force row level security;
