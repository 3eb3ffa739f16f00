-- Callbacks that are not read yet. One job per channel reads them, so a burst of callbacks adds small rows here and no jobs.
-- No foreign key to the payloads: their partitions are dropped whole.
create table waiting_payloads (
  tenant_id uuid not null,
  channel_id uuid not null,
  payload_id uuid not null,
  primary key (tenant_id, channel_id, payload_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- The jobs of the version before, one per callback, become one per channel. The owner reads rows of all tenants here, which its own
-- policy does not allow. A server of the version before that still runs adds jobs of the old kind; workers convert those.
alter table jobs no force row level security;
alter table inbound_payloads no force row level security;
insert into waiting_payloads (tenant_id, channel_id, payload_id)
  select p.tenant_id, p.channel_id, p.id from jobs j join inbound_payloads p on p.tenant_id = j.tenant_id and p.id = j.id
  where j.name = 'process_inbound';
delete from jobs where name = 'process_inbound';
insert into jobs (tenant_id, id, name, lane, input, due_at, created_at)
  select tenant_id, gen_random_uuid(), 'process_inbound', channel_id::text, jsonb_build_object('channelId', channel_id), now(), now()
  from waiting_payloads group by tenant_id, channel_id;
alter table inbound_payloads force row level security;
alter table jobs force row level security;

select open_to_app('waiting_payloads');

-- It served to find the jobs of a channel.
-- squawk-ignore require-concurrent-index-deletion
drop index jobs_inbound;
