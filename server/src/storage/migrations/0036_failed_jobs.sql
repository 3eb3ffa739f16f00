-- Jobs that keep failing become visible. A failed job stays in the table until an operator retries or drops it. It is due at
-- infinity, so that a sweep of the version before this one does not publish it either.
alter table jobs
  add column failures integer not null default 0, -- in a row
  add column failing_since timestamptz,           -- the first of them
  add column last_error text,
  add column failed_at timestamptz,               -- set: the job is in the state failed
  add column failed_lane text;                    -- its concurrency key, which it has left; it has it again when it is retried

-- squawk-ignore require-concurrent-index-creation
create index jobs_failing on jobs (failing_since) where failing_since is not null;
