-- The people of a tenant, their teams, what they are given to do, and what they note for each other.

create table users (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  email text not null,               -- in small letters, so that one address is one person
  role text not null check (role in ('member', 'manager', 'admin')),
  status text not null check (status in ('active', 'disabled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint users_email unique (tenant_id, email)
);
create index users_recent on users (tenant_id, created_at desc, id desc);
create index users_admins on users (tenant_id, id) where role = 'admin' and status = 'active';

create table teams (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index teams_name on teams (tenant_id, lower(name));

create table team_members (
  tenant_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, team_id, user_id),
  foreign key (tenant_id, team_id) references teams on delete cascade,
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index team_members_user on team_members (tenant_id, user_id);

-- A note is for colleagues and never leaves. Whoever wrote it may go; what they wrote stays.
create table chat_notes (
  tenant_id uuid not null,
  id uuid not null,
  chat_id uuid not null,
  author_id uuid,
  text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, chat_id) references chats on delete cascade,
  foreign key (tenant_id, author_id) references users on delete set null (author_id)
);
create index chat_notes_chat on chat_notes (tenant_id, chat_id, created_at desc, id desc);
create index chat_notes_author on chat_notes (tenant_id, author_id) where author_id is not null;

select open_to_app(name) from unnest(array['users', 'teams', 'team_members', 'chat_notes']) as name;

-- A token may be a person's: it goes with them, and can do no more than they may.
alter table access_tokens add column user_id uuid;
alter table access_tokens
  add constraint access_tokens_user_fkey foreign key (tenant_id, user_id) references users on delete cascade not valid;
-- Nothing has been released with these tables yet, so they are small and the lock is short.
-- squawk-ignore require-concurrent-index-creation
create index access_tokens_user on access_tokens (tenant_id, user_id) where user_id is not null;

-- What is mine, newest first; and what must be given up when somebody goes. No foreign key: a person may have been given
-- very many chats, and those are emptied by a job, a few hundred at a time.
-- squawk-ignore require-concurrent-index-creation
create index chats_assigned_user on chats (tenant_id, assigned_user_id, updated_at desc, id) where assigned_user_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index chats_assigned_team on chats (tenant_id, assigned_team_id, updated_at desc, id) where assigned_team_id is not null;

-- What a select and a multi_select choose from.
alter table attributes add column options text[] not null default '{}';
