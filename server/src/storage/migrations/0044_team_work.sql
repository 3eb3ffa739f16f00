-- Availability and automatic assignment, business hours, SLA policies and ratings.

alter table users add column availability text not null default 'available';
alter table users add column max_open_chats integer;
alter table users add constraint users_availability_check check (availability in ('available', 'away')) not valid;
alter table users add constraint users_max_open_chats_check check (max_open_chats > 0) not valid;

-- A turn is one automatic assignment of a team. `last_turn` is the last one that a member got: the oldest is next.
alter table teams add column assignment text not null default 'manual';
alter table teams add column turns bigint not null default 0;
alter table teams add constraint teams_assignment_check check (assignment in ('manual', 'round_robin', 'least_open')) not valid;
alter table team_members add column last_turn bigint not null default 0;

-- The team of chats whose contact writes while nobody has the chat.
alter table channels add column default_team_id uuid;
alter table channels
  add constraint channels_default_team_fkey foreign key (tenant_id, default_team_id) references teams on delete set null (default_team_id) not valid;
-- squawk-ignore require-concurrent-index-creation
create index channels_default_team on channels (tenant_id, default_team_id) where default_team_id is not null;

-- Since when an open chat of a team has had no user. Null for chats that began to wait before this migration: they count from their creation.
alter table chats add column queued_at timestamptz;

create function set_queued_at() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    if new.status <> 'open' or new.assigned_user_id is not null or new.assigned_team_id is null then
      new.queued_at := null;
    elsif tg_op = 'INSERT' or old.queued_at is null or old.assigned_team_id is distinct from new.assigned_team_id then
      new.queued_at := new.updated_at;
    end if;
    return new;
  end $$;

create trigger chats_queued_on_insert before insert on chats for each row
  when (new.assigned_team_id is not null) execute function set_queued_at();
create trigger chats_queued_on_update before update on chats for each row
  when (old.status is distinct from new.status or old.assigned_user_id is distinct from new.assigned_user_id
    or old.assigned_team_id is distinct from new.assigned_team_id)
  execute function set_queued_at();

-- Partial indexes over chats that somebody works on: small beside the table.
-- squawk-ignore require-concurrent-index-creation
create index chats_queued on chats (tenant_id, assigned_team_id, coalesce(queued_at, created_at), id)
  where status = 'open' and assigned_user_id is null and assigned_team_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index chats_open_of_user on chats (tenant_id, assigned_user_id) where status = 'open' and assigned_user_id is not null;

create table business_hours (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  time_zone text not null,
  days jsonb not null,               -- {"monday": [{"from": "09:00", "until": "17:00"}]}
  holidays jsonb not null,           -- [{"date": "2026-12-25", "name": null}]
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index business_hours_name on business_hours (tenant_id, lower(name));

create table sla_policies (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  first_reply_minutes integer,
  next_reply_minutes integer,
  resolution_minutes integer,
  business_hours_id uuid,            -- null: every minute counts
  channel_ids uuid[] not null,       -- empty: every channel
  team_ids uuid[] not null,
  label_ids uuid[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint sla_policies_business_hours_fkey foreign key (tenant_id, business_hours_id) references business_hours
);
create unique index sla_policies_name on sla_policies (tenant_id, lower(name));
create index sla_policies_order on sla_policies (tenant_id, created_at, id);
create index sla_policies_business_hours on sla_policies (tenant_id, business_hours_id) where business_hours_id is not null;

-- The promise for the current conversation of a chat. While the chat is snoozed, due times are null and what was left is in `remaining_ms`.
create table chat_slas (
  tenant_id uuid not null,
  chat_id uuid not null,
  policy_id uuid not null,
  status text not null check (status in ('active', 'paused', 'ended')),
  started_at timestamptz not null,
  first_replied_at timestamptz,
  first_reply_due_at timestamptz,
  next_reply_due_at timestamptz,
  resolution_due_at timestamptz,
  remaining_ms jsonb not null default '{}',
  overdue text[] not null default '{}',
  breaches text[] not null default '{}',
  primary key (tenant_id, chat_id),
  foreign key (tenant_id, chat_id) references chats on delete cascade,
  constraint chat_slas_policy_fkey foreign key (tenant_id, policy_id) references sla_policies on delete cascade
);
create index chat_slas_policy on chat_slas (tenant_id, policy_id);

create table ratings (
  tenant_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  score smallint not null check (score between 1 and 5),
  comment text,
  user_id uuid,                      -- who had the chat; no foreign key: the rating outlives the user
  team_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, chat_id) references chats on delete cascade
);
create index ratings_recent on ratings (tenant_id, created_at desc, id desc);
create index ratings_chat on ratings (tenant_id, chat_id);

select open_to_app(name) from unnest(array['business_hours', 'sla_policies', 'chat_slas', 'ratings']) as name;
