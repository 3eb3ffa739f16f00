drop index concurrently if exists campaign_recipients_uncounted;
drop index concurrently if exists campaign_recipients_errors;
set lock_timeout = '10s';
alter table campaign_recipients force row level security;
alter table campaign_error_deltas force row level security;
reset lock_timeout;
