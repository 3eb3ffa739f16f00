-- People who sign in. An account is a person and belongs to no tenant: one person can be a user of several tenants.
-- Its tables have a policy as the tables of tenants have, by account_id: work for an account sets app.tenant_id to the id of the
-- account, and then sees the rows of this account and of no tenant. Ids are random, so an account never has the id of a tenant.

create function open_to_account(name text) returns void
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  declare
    own_rows text := 'account_id = nullif(current_setting(''app.tenant_id'', true), '''')::uuid';
  begin
    execute format('alter table public.%I enable row level security', name);
    execute format('alter table public.%I force row level security', name);
    execute format('create policy account on public.%I using (%s) with check (%s)', name, own_rows, own_rows);
    execute format('grant select, insert, update, delete on public.%I to patchbay_app', name);
  end $$;
revoke all on function open_to_account from public;

create table accounts (
  account_id uuid primary key,
  email text not null constraint accounts_email_lower check (email = lower(email)),
  name text not null,
  password_hash text,                 -- argon2id, as a PHC string; null: signs in in another way
  password_changed_at timestamptz,
  address_proved_at timestamptz,      -- when a link that only the mailbox of the address received was used
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint accounts_email unique (email)
);

-- A cookie is the id of the account and 256 random bits, so finding a session needs no query across accounts.
create table sessions (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  token_hash bytea not null,
  state text not null check (state in ('pending_second_factor', 'active')),
  methods text[] not null,            -- how the person signed in: password, totp, recovery_code, passkey, oidc
  only_tenant_id uuid,                -- a provider of one tenant vouched for the person: for that tenant only
  chosen_tenant_id uuid,              -- the tenant of the latest user token, and its user
  chosen_user_id uuid,
  user_agent text not null,
  address text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, id)
);
create unique index sessions_token on sessions (account_id, token_hash);

-- The users of an account. `users.account_id` says the same from the side of the tenant, and both must agree.
create table memberships (
  account_id uuid not null references accounts on delete cascade,
  user_tenant_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, user_tenant_id),
  foreign key (user_tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index memberships_user on memberships (user_tenant_id, user_id);

-- The newest link only: a new request replaces the one before.
create table password_resets (
  account_id uuid primary key references accounts on delete cascade,
  token_hash bytea not null,
  proves_address boolean not null,    -- sent by the installation itself, and not through the mail channel of a tenant
  created_at timestamptz not null,
  expires_at timestamptz not null
);

select open_to_account(name) from unnest(array['accounts', 'sessions', 'memberships', 'password_resets']) as name;

-- Who signs in gives an address and no account. The application may ask for the id of one address, and cannot list accounts.
-- The policy does not apply to the owner, with whose rights the function runs.
alter table accounts no force row level security;
create function account_of(address text) returns uuid
  language sql stable security definer
  set search_path = pg_catalog, public
  return (select account_id from public.accounts where email = lower(address));
revoke all on function account_of from public;
grant execute on function account_of to patchbay_app;

-- Null until the person accepted an invitation. No foreign key: keys of a tenant's table hold the tenant.
alter table users add column account_id uuid;
-- Users are few, so the lock is short.
-- squawk-ignore require-concurrent-index-creation
create unique index users_account on users (tenant_id, account_id) where account_id is not null;

-- A session that may act in a tenant. User tokens name this row: it goes with the session and with the user, and the token with it.
create table session_tenants (
  tenant_id uuid not null,
  session_id uuid not null,
  account_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, session_id),
  foreign key (account_id, session_id) references sessions (account_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index session_tenants_session on session_tenants (account_id, session_id);
create index session_tenants_user on session_tenants (tenant_id, user_id);

-- One per user: a new invitation replaces the one before. The link in the answer and the link in the mail are different, so that only
-- the mail proves the address.
create table invitations (
  tenant_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  mailed_token_hash bytea,
  mail_proves_address boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users on delete cascade
);

select open_to_app(name) from unnest(array['session_tenants', 'invitations']) as name;
