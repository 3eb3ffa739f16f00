-- Mailboxes that log in with OAuth 2.0. A refresh token may be valid once only, so of all processes one at a time exchanges it:
-- the one whose lease is in the row. A lease that nobody ended is over at its time.
alter table channels
  add column settings_version integer not null default 1, -- how often the settings were replaced, plus one
  add column token_lease_id uuid,
  add column token_lease_until timestamptz;
