-- What happened, who wants to hear of it, and every attempt to tell them.

-- The payload is kept as it was when it happened: a replay tells the same story, whatever became of the rows since.
create table events (
  tenant_id uuid not null,
  id uuid not null,
  type text not null,
  channel_id uuid,
  channel_type text,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
) partition by range (id);

create table webhooks (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  url text not null,
  status text not null check (status in ('active', 'paused', 'disabled')),
  events jsonb not null,
  v2_type text,                      -- set when the subscription was made through v2, which shows only those
  is_ordered boolean not null,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  failing_since timestamptz,         -- the first failure after the last success
  disabled_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index webhooks_recent on webhooks (tenant_id, created_at desc, id desc);
create index webhooks_ordered on webhooks (tenant_id) where is_ordered;

-- One row per place where a subscription can be found: matching an event is a look into an index, however many there are.
create table webhook_routes (
  tenant_id uuid not null,
  webhook_id uuid not null,
  event_type text not null,          -- '*' for every type
  scope text not null,               -- '*', 'channel:<id>' or 'channel_type:<type>'
  channel_ids uuid[],                -- further conditions, where the event object has several scopes
  channel_types text[],
  foreign key (tenant_id, webhook_id) references webhooks on delete cascade
);
create index webhook_routes_match on webhook_routes (tenant_id, scope, event_type);
create index webhook_routes_webhook on webhook_routes (tenant_id, webhook_id);

create table deliveries (
  tenant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  tries integer not null default 0,
  next_try_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
) partition by range (id);
create index deliveries_webhook on deliveries (tenant_id, webhook_id, id desc);

create table delivery_attempts (
  tenant_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  url text not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  status_code smallint,
  error text,
  response_body text,
  primary key (tenant_id, id)
) partition by range (id);
create index delivery_attempts_delivery on delivery_attempts (tenant_id, delivery_id, id);

select open_to_app(name) from unnest(array['events', 'webhooks', 'webhook_routes', 'deliveries', 'delivery_attempts']) as name;
insert into partitioned_tables values ('events'), ('deliveries'), ('delivery_attempts');
