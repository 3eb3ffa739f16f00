-- Channels that really reach a provider, callbacks that come in from them, and messages that go out through a ledger.

-- What a channel must know of its provider. Secrets are sealed by the service and never leave it.
alter table channels
  add column settings jsonb not null default '{}',
  add column sealed_secrets bytea,
  add column status_reason text,
  add column send_guarantee text not null default 'at_most_once',
  add column rate_per_second integer;
alter table channels drop constraint channels_status_check;
alter table channels
  add constraint channels_status_check check (status in ('active', 'paused', 'error')) not valid,
  add constraint channels_send_guarantee_check
    check (send_guarantee in ('at_most_once', 'at_least_once', 'idempotent')) not valid,
  add constraint channels_rate_check check (rate_per_second > 0) not valid;

-- A provider's callback names a channel and no tenant. The role that looks across tenants may ask whose channel it is,
-- and nothing else of it.
grant select (tenant_id, id) on channels to patchbay_engine;
-- squawk-ignore require-concurrent-index-creation
create index channels_by_id on channels (id);
create policy engine on channels for select to patchbay_engine using (true);

-- Another spelling or id of the same address: what arrives from it belongs to the chat of the handle it stands for.
alter table handles add column alias_of uuid;
alter table handles
  add constraint handles_alias_fkey foreign key (tenant_id, alias_of) references handles on delete cascade not valid;
-- Nothing has been released with these tables yet, so they are small and the lock is short.
-- squawk-ignore require-concurrent-index-creation
create index handles_alias on handles (tenant_id, alias_of) where alias_of is not null;

alter table messages
  add column scheduled_at timestamptz,
  add column errors jsonb not null default '[]',
  add column history jsonb not null default '[]',
  add column sources text[] not null default '{api}',
  add column metadata jsonb not null default '{}',
  add column send_state text,  -- the ledger of a message we send; null for one that came in
  add column attempt_id uuid,  -- the same for every try of one send: the provider's idempotency key
  add column tries integer not null default 0;
alter table messages
  add constraint messages_send_state_check
    check (send_state in ('queued', 'sending', 'accepted', 'failed', 'unknown', 'cancelled')) not valid;
-- squawk-ignore require-concurrent-index-creation
create index messages_unsettled on messages (tenant_id, chat_id) where send_state in ('sending', 'unknown');

-- A provider's id of a message is unique per channel across all partitions, so it has a table of its own.
create table message_vendor_ids (
  tenant_id uuid not null,
  channel_id uuid not null,
  vendor_id text not null,
  message_id uuid not null,
  primary key (tenant_id, channel_id, vendor_id)
);
create index message_vendor_ids_message on message_vendor_ids (tenant_id, message_id);

-- Callbacks as they came, byte for byte, until retention takes them: what we made of them can always be checked.
create table inbound_payloads (
  tenant_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  url text not null,
  headers jsonb not null,
  body bytea not null,
  error text,
  primary key (tenant_id, id)
) partition by range (id);
create index inbound_payloads_channel on inbound_payloads (tenant_id, channel_id, id);

-- What is unread of one channel, however many other jobs its tenant has.
-- squawk-ignore require-concurrent-index-creation
create index jobs_inbound on jobs (tenant_id, (input->>'channelId'), id) where name = 'process_inbound';

select open_to_app(name) from unnest(array['message_vendor_ids', 'inbound_payloads']) as name;
insert into partitioned_tables values ('inbound_payloads');
