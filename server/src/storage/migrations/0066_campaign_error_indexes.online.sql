-- A recipient with a given error. Its condition is that of campaign_recipients_errors, so that the version before can use it too.
create index concurrently if not exists campaign_recipients_error on campaign_recipients (tenant_id, campaign_id, error_key, error_code)
  where error is not null;
-- Until 0068: the rows of before that 0067 counts.
create index concurrently if not exists campaign_recipients_uncounted on campaign_recipients (tenant_id, id)
  where error is not null and error_key is null;
