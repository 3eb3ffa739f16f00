-- A chain is everything that automations do because of one event: runs, the events they cause, and the runs that those start.
-- Its id is the event's, or the run's where somebody started a run. Each automation runs at most once in a chain.
alter table events add column chain_id uuid, add column run_id uuid; -- the run that caused it
alter table automation_runs add column chain_id uuid;
-- squawk-ignore require-concurrent-index-creation
create unique index automation_runs_chain on automation_runs (tenant_id, chain_id, automation_id) where chain_id is not null;
