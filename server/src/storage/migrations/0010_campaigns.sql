-- Campaigns: what is sent to whom and when, every run of it, and every recipient of a run.

create table campaigns (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  channel_id uuid not null,
  name text not null,
  description text,
  status text not null
    check (status in ('draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled', 'failed')),
  status_reason text,                     -- for people: why it is paused, or why it failed
  content jsonb,                          -- a message with places
  automation_id uuid,                     -- or an automation that is started for each recipient
  message_template_id uuid,               -- what v2 says of it; an automation knows its own template
  variables jsonb not null default '{}',  -- name → value, for places and for runs of the automation
  audience jsonb not null,
  scheduled_at timestamptz,
  recurrence_rules text[] not null default '{}',
  time_zone text not null default 'UTC',
  missed text not null default 'run_late' check (missed in ('run_late', 'skip')),
  next_run_at timestamptz,
  current_run_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, channel_id) references channels,
  check (content is null or automation_id is null)
);
create index campaigns_recent on campaigns (tenant_id, created_at desc, id desc);
create index campaigns_channel on campaigns (tenant_id, channel_id, created_at desc, id desc);

-- The people of an audience that was given one by one, or read from a file. The others are found when a run is planned.
create table campaign_audience (
  tenant_id uuid not null,
  campaign_id uuid not null,
  contact_id uuid not null,
  variables jsonb not null default '{}', -- this person's own, from the columns of a file
  primary key (tenant_id, campaign_id, contact_id),
  foreign key (tenant_id, campaign_id) references campaigns on delete cascade
);

-- Reading an uploaded file into the audience: how far it has come, and every line that was refused.
create table campaign_imports (
  tenant_id uuid not null,
  campaign_id uuid not null,
  file_id uuid not null,
  mapping jsonb not null,
  status text not null check (status in ('reading', 'completed', 'failed')),
  reason text,
  position bigint not null default 0,
  lines integer not null default 0,
  accepted integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, campaign_id),
  foreign key (tenant_id, campaign_id) references campaigns on delete cascade
);
create table campaign_refused_lines (
  tenant_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  line integer not null,
  reason text not null,
  text text not null,
  primary key (tenant_id, campaign_id, line),
  foreign key (tenant_id, campaign_id) references campaigns on delete cascade
);

-- The id is made of the campaign and the instant, so two schedulers make one run.
create table campaign_runs (
  tenant_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  instant timestamptz not null,
  status text not null check (status in ('planning', 'sending', 'completed', 'cancelled')),
  cursor text,                            -- the last contact of the page that was planned last
  planned_at timestamptz,
  started_at timestamptz not null,
  completed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, campaign_id) references campaigns on delete cascade
);
create index campaign_runs_campaign on campaign_runs (tenant_id, campaign_id, started_at desc, id desc);

-- How many recipients of a run are in each state, so that nobody counts a million rows. Apart from the run, because every
-- batch of sends writes it.
create table campaign_counts (
  tenant_id uuid not null,
  run_id uuid not null,
  campaign_id uuid not null,
  planned integer not null default 0,
  queued integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  unknown integer not null default 0,
  skipped integer not null default 0,
  cancelled integer not null default 0,
  delivered integer not null default 0,   -- of those sent
  read integer not null default 0,        -- of those delivered
  blocked_reason text,                    -- what a provider said that stops the whole campaign
  primary key (tenant_id, run_id),
  foreign key (tenant_id, campaign_id) references campaigns on delete cascade
) with (fillfactor = 20);
create index campaign_counts_campaign on campaign_counts (tenant_id, campaign_id);

-- One row per run, contact and channel. No foreign keys: a page of a thousand would look up its run a thousand times;
-- the job that drives a run takes away what belongs to a campaign that is gone.
create table campaign_recipients (
  tenant_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  run_id uuid not null,
  contact_id uuid not null,
  channel_id uuid not null,
  handle_id uuid,
  state text not null check (state in ('planned', 'queued', 'sent', 'failed', 'unknown', 'skipped', 'cancelled')),
  receipt text check (receipt in ('delivered', 'read')),
  parameters jsonb not null default '{}', -- what the places held when it was planned
  error jsonb,
  attempts integer not null default 0,
  message_id uuid,
  automation_run_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint campaign_recipients_once unique (tenant_id, run_id, contact_id, channel_id)
) with (fillfactor = 80);
create index campaign_recipients_campaign on campaign_recipients (tenant_id, campaign_id, id);
create index campaign_recipients_unsent on campaign_recipients (tenant_id, run_id, state, id)
  where state in ('planned', 'queued');
create index campaign_recipients_undone on campaign_recipients (tenant_id, run_id, state, id)
  where state in ('failed', 'unknown');

-- An audience of labels is walked through in the order of contacts.
-- squawk-ignore require-concurrent-index-creation
create index contact_labels_in_order on contact_labels (tenant_id, label_id, contact_id);
-- squawk-ignore require-concurrent-index-deletion
drop index contact_labels_label;

-- Whose a message is: the ledger asks whether its campaign runs, and tells its recipient what became of it.
alter table messages
  add column campaign_id uuid,
  add column campaign_recipient_id uuid;

select open_to_app(name) from unnest(array['campaigns', 'campaign_audience', 'campaign_imports', 'campaign_refused_lines',
  'campaign_runs', 'campaign_counts', 'campaign_recipients']) as name;
