-- Key and code of the error of a recipient, as columns: behind row-level security PostgreSQL uses no index on error ->> 'key', because the
-- operator is not leakproof. They are the mark of a counted row as well: at any moment the counts of a campaign are those of its rows with
-- an error_key. Rows of before get theirs in 0067.
alter table campaign_recipients
  add column error_key text,
  add column error_code text;                  -- empty without a code

-- The second condition counts a row that existed before this migration when it is updated.
create trigger error_inserted before insert on campaign_recipients
  for each row when (new.error is not null) execute function set_recipient_error();
create trigger error_updated before update on campaign_recipients
  for each row when (old.error is distinct from new.error or (new.error is not null and new.error_key is null))
  execute function set_recipient_error();
create trigger errors_inserted after insert on campaign_recipients
  referencing new table as added for each statement execute function count_new_recipient_errors();
create trigger errors_updated after update on campaign_recipients
  referencing old table as was new table as now_is for each statement execute function count_changed_recipient_errors();

-- Until 0068: in 0067 the owner changes rows of all tenants, which its own policy does not allow.
alter table campaign_recipients no force row level security;
alter table campaign_error_deltas no force row level security;
