-- What a person has begun to write in a chat: one draft per user and chat. It follows the person from browser to browser.
create table chat_drafts (
  tenant_id uuid not null,
  user_id uuid not null,
  chat_id uuid not null,
  mode text not null check (mode in ('reply', 'note')),
  text text not null,
  file_ids uuid[] not null default '{}',
  updated_at timestamptz not null,
  primary key (tenant_id, user_id, chat_id),
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, chat_id) references chats on delete cascade
);
create index chat_drafts_chat on chat_drafts (tenant_id, chat_id);

-- Texts to insert into a reply. A snippet of a deleted team is for everyone.
create table snippets (
  tenant_id uuid not null,
  id uuid not null,
  shortcut text not null,
  text text not null,
  file_ids uuid[] not null default '{}',
  team_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, team_id) references teams on delete set null (team_id)
);
create unique index snippets_shortcut on snippets (tenant_id, lower(shortcut));
create index snippets_team on snippets (tenant_id, team_id) where team_id is not null;

-- Saved searches. A view that is shared with nobody has a user and is deleted with that user; a shared one stays.
create table saved_views (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  resource text not null check (resource in ('chats', 'contacts')),
  query text,
  sort_by text,
  shared_with text not null check (shared_with in ('nobody', 'team', 'everyone')),
  user_id uuid,
  team_id uuid,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check ((shared_with = 'nobody') = (user_id is not null)),
  check ((shared_with = 'team') = (team_id is not null)),
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, team_id) references teams on delete cascade,
  foreign key (tenant_id, created_by) references users on delete set null (created_by)
);
create index saved_views_user on saved_views (tenant_id, user_id) where user_id is not null;
create index saved_views_team on saved_views (tenant_id, team_id) where team_id is not null;
create index saved_views_creator on saved_views (tenant_id, created_by) where created_by is not null;

alter table chat_notes
  add column mentions uuid[] not null default '{}',
  add column file_ids uuid[] not null default '{}';

-- What a person should look at: a mention in a note, or a chat that was assigned to them. Holds ids only.
create table notifications (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  type text not null check (type in ('mention', 'assignment')),
  chat_id uuid not null,
  note_id uuid,
  actor_id uuid,
  read_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, chat_id) references chats on delete cascade,
  foreign key (tenant_id, note_id) references chat_notes on delete cascade,
  foreign key (tenant_id, actor_id) references users on delete set null (actor_id)
);
create index notifications_user on notifications (tenant_id, user_id, id desc);
create index notifications_unread on notifications (tenant_id, user_id, id) where read_at is null;
create index notifications_chat on notifications (tenant_id, chat_id);
create index notifications_note on notifications (tenant_id, note_id) where note_id is not null;
create index notifications_actor on notifications (tenant_id, actor_id) where actor_id is not null;

-- Browsers that show notifications (Web Push). The keys of a browser are sealed. An endpoint belongs to the person who used it last.
create table push_subscriptions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  endpoint text not null,
  sealed_keys bytea not null,
  name text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
create unique index push_subscriptions_endpoint on push_subscriptions (tenant_id, endpoint);
create index push_subscriptions_user on push_subscriptions (tenant_id, user_id);

select open_to_app(name)
from unnest(array['chat_drafts', 'snippets', 'saved_views', 'notifications', 'push_subscriptions']) as name;

-- The key pair by which push services recognise this installation (VAPID). One for all tenants: a browser has one
-- subscription for the console, whichever tenant its person works for. The first process that needs it creates it.
create table push_keys (
  id smallint primary key default 1 check (id = 1),
  public_key text not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null
);
grant select, insert on push_keys to patchbay_app;
