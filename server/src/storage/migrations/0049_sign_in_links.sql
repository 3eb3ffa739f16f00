-- A link that signs the person of an account in, once, into one sandbox tenant. `npm run dev` prints one; there is none elsewhere.
-- The newest link only: a new one replaces the one before.
create table sign_in_links (
  account_id uuid primary key references accounts on delete cascade,
  token_hash bytea not null,
  only_tenant_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

select open_to_account('sign_in_links');
