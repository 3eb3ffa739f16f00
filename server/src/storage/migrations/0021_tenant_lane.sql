-- How many jobs of one kind a tenant has under way is counted for jobs without a lane too. Those for which there is no room
-- wait in the lane '*'. The index takes the place of one that left out jobs without a lane.
-- squawk-ignore require-concurrent-index-creation
create index jobs_published on jobs (tenant_id, name, lane) where published_at is not null;
-- squawk-ignore require-concurrent-index-deletion
drop index jobs_in_flight;

-- An export can be cancelled, as an import can.
alter table contact_exports drop constraint contact_exports_status_check;
-- squawk-ignore constraint-missing-not-valid
alter table contact_exports add constraint contact_exports_status_check check (status in ('running', 'completed', 'cancelled', 'failed'));
