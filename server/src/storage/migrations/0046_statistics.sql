-- Statistics of a campaign by error read only the recipients that have one.
-- squawk-ignore require-concurrent-index-creation
create index campaign_recipients_errors on campaign_recipients (tenant_id, campaign_id) where error is not null;

-- When a token was last used, to the minute. Apart from the token, whose row is read with every request and never written.
create table access_token_use (
  tenant_id uuid not null,
  token_id uuid not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, token_id),
  foreign key (tenant_id, token_id) references access_tokens on delete cascade
) with (fillfactor = 60);
select open_to_app('access_token_use');
