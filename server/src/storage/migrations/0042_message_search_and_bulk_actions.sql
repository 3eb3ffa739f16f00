-- Search over all messages of a tenant, and changes to many chats by a job.

-- One row per message with a text. The words of a document begin with a short tag of the tenant, so a word of one tenant is another
-- key of the index than the same word of another: the size of other tenants does not matter. A table of its own: updates of `messages`
-- (statuses, receipts) do not touch this index, and old messages are added by a job instead of a long lock.
create table message_search (
  tenant_id uuid not null,
  message_id uuid not null,
  document tsvector not null,
  primary key (tenant_id, message_id)
) partition by range (message_id);
-- New words are collected in a list of at most this many kB, which every search reads, and then added to the index together.
create index message_search_document on message_search using gin (document) with (fastupdate = on, gin_pending_list_limit = 256);
select open_to_app('message_search');
insert into partitioned_tables (name) values ('message_search');

-- PostgreSQL uses no text index below a policy, because the operator @@ could leak rows before the policy has seen them. The function
-- below reads with the rights of the owner, who is therefore not under the policy. It takes the tenant from the same setting as the
-- policies do. The partitions keep their policies; nobody reads them directly.
alter table message_search no force row level security;

-- Partitions for the messages that are there already.
do $$
declare
  week text;
  starts timestamptz;
begin
  set local timezone = 'UTC';
  for week in
    select right(c.relname, 8) from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'messages'::regclass
  loop
    starts := to_timestamp(week, 'YYYYMMDD');
    execute format('create table message_search_p%s partition of message_search for values from (%L) to (%L)',
      week, uuid_floor(starts), uuid_floor(starts + interval '7 days'));
    perform protect_table('message_search_p' || week);
  end loop;
end $$;

-- Words are personal data: they go with their message, also when a chat, a contact or a tenant is deleted.
create function messages_were_removed() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
  begin
    delete from message_search s using removed r where s.tenant_id = r.tenant_id and s.message_id = r.id;
    return null;
  end $$;
revoke all on function messages_were_removed from public;
create trigger removed after delete on messages referencing old table as removed
  for each statement execute function messages_were_removed();

-- Finds at most `most` messages of the tenant in [from_id, before_id), newest first. Looks at slices of time: the first has the newest
-- 1,000 messages, and each further one is eight times as long. A slice with more than 1,000 hits is halved. So a common word is found in
-- the first slice, a rare one by the index in a few slices, and no step reads more than about 1,000 rows. `reached` is null at the
-- end; otherwise the search continues before that id.
-- `exact` is the part of `wanted` without beginnings of words. The index reads the lists of all words with a beginning, which can be
-- most of it. Where the exact words are in few of the newest messages, only they are looked up, and the rest is compared.
create function find_messages(
    wanted tsquery, exact tsquery, before_id uuid, from_id uuid, most integer, out ids uuid[], out reached uuid)
  language plpgsql stable security definer
  set search_path = pg_catalog, public
  set plan_cache_mode = force_custom_plan
  as $$
  declare
    most_hits constant integer := 1000;
    few_hits constant integer := 50;
    most_steps constant integer := 64;
    tenant constant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
    looked_up tsquery := wanted;
    high uuid := before_id;
    low uuid;
    high_ms bigint;
    low_ms bigint;
    span_ms bigint;
    hits uuid[];
    hit_count integer;
  begin
    ids := '{}';
    select s.message_id into low from public.message_search s
      where s.tenant_id = tenant and s.message_id >= from_id and s.message_id < high
      order by s.message_id desc offset most_hits - 1 limit 1;
    if exact is not null and low is not null and (
      select count(*) from public.message_search s
      where s.tenant_id = tenant and s.message_id >= low and s.message_id < high and ts_match_vq(s.document, exact)) <= few_hits
    then
      looked_up := exact;
    end if;
    for step in 1 .. most_steps loop
      low := greatest(coalesce(low, from_id), from_id);
      -- Called as a function, the second comparison does not use the index.
      select count(*), coalesce(array_agg(f.message_id) filter (where ts_match_vq(f.document, wanted)), '{}') into hit_count, hits
      from (select s.message_id, s.document from public.message_search s
        where s.tenant_id = tenant and s.message_id >= low and s.message_id < high and s.document @@ looked_up
        limit most_hits + 1) f;
      high_ms := ('x' || replace(left(high::text, 13), '-', ''))::bit(48)::bigint;
      low_ms := ('x' || replace(left(low::text, 13), '-', ''))::bit(48)::bigint;
      if hit_count > most_hits and high_ms - low_ms > 1 then
        low := public.uuid_floor(to_timestamp((low_ms + (high_ms - low_ms) / 2) / 1000.0));
        continue;
      end if;
      ids := ids || array(select hit from unnest(hits) hit order by hit desc limit most - cardinality(ids));
      if cardinality(ids) >= most then
        reached := ids[most];
        return;
      end if;
      if low <= from_id then
        return;
      end if;
      span_ms := 8 * greatest(high_ms - low_ms, 1000);
      high := low;
      low := case when low_ms > span_ms then public.uuid_floor(to_timestamp((low_ms - span_ms) / 1000.0)) end;
    end loop;
    reached := high;
  end $$;
revoke all on function find_messages from public;
grant execute on function find_messages to patchbay_app;

-- Messages from before are added by a job per tenant, in pages, ten minutes after the migration: processes of the version before do not
-- write the table. The owner reads and writes rows of all tenants, which its own policy does not allow.
alter table chats no force row level security;
alter table jobs no force row level security;
insert into jobs (tenant_id, id, name, input, due_at, created_at)
  select tenant_id, gen_random_uuid(), 'index_messages', '{"afterId": "00000000-0000-0000-0000-000000000000"}',
    now() + interval '10 minutes', now()
  from chats group by tenant_id;
alter table chats force row level security;
alter table jobs force row level security;

-- A change to many chats: what is asked, how far it is, and who asked. `position` is the last chat that was changed.
create table bulk_actions (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  action text not null,
  parameters jsonb not null,
  query text,
  search text,
  chat_ids uuid[],
  status text not null check (status in ('running', 'completed', 'cancelled', 'failed')),
  error text,
  matched integer not null default 0,
  processed integer not null default 0,
  changed integer not null default 0,
  failed integer not null default 0,
  position uuid,
  token_id uuid not null,
  user_id uuid,
  request_id text not null,
  reported_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index bulk_actions_running on bulk_actions (tenant_id) where status = 'running';
select open_to_app('bulk_actions');
