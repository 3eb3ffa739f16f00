-- Second factors of accounts, and sign-in with the identity provider of a tenant.

-- An authenticator app. It counts as a factor once a code has confirmed it.
create table totp_factors (
  account_id uuid primary key references accounts on delete cascade,
  sealed_secret bytea not null,
  last_step bigint,                   -- the newest time step whose code was accepted: this and earlier ones are refused
  confirmed_at timestamptz,
  created_at timestamptz not null
);

-- A code is deleted when it is used.
create table recovery_codes (
  account_id uuid not null references accounts on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

-- Wrong codes of an account in a row. A try is counted before the code is looked at, so that tries at the same time count too.
create table factor_tries (
  account_id uuid primary key references accounts on delete cascade,
  failures integer not null,
  blocked_until timestamptz not null
);

create table passkeys (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  credential_id text not null,        -- base64url, chosen by the authenticator
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id),
  constraint passkeys_credential unique (account_id, credential_id)
);

-- Challenges that were used, until they expire. A challenge itself is sealed and given to the browser, so that a stranger who asks for
-- many writes nothing here.
create table used_challenges (
  account_id uuid not null references accounts on delete cascade,
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  primary key (account_id, challenge_hash)
);

select open_to_account(name)
  from unnest(array['totp_factors', 'recovery_codes', 'factor_tries', 'passkeys', 'used_challenges']) as name;

create table sign_in_settings (
  tenant_id uuid primary key,
  require_second_factor boolean not null,
  updated_at timestamptz not null
);

-- The OpenID Connect provider of a tenant; at most one.
create table identity_providers (
  tenant_id uuid primary key,
  issuer text not null,
  client_id text not null,
  sealed_client_secret bytea not null,
  allowed_email_domains text[] not null,
  created_role text check (created_role in ('member', 'manager')), -- null: only people who are users already sign in
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Which user a subject of an issuer is. An address can be given to another person; a subject cannot.
create table identities (
  tenant_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, issuer, subject),
  constraint identities_user unique (tenant_id, user_id, issuer),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);

select open_to_app(name) from unnest(array['sign_in_settings', 'identity_providers', 'identities']) as name;
