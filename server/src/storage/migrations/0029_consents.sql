-- Consent per address, channel and purpose. One row is one statement; rows are added and never changed, so that the state at any time
-- can be read. A statement is about one channel (channel_id), about all channels of a kind (channel_type alone) or about all channels.
-- It refers to the address and not to the contact, so it survives merges. Of a handle that is an alias, the base has the statements.
create table consents (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  handle_id uuid not null,
  channel_id uuid,                   -- no foreign key: what was said stays in the history when the channel is deleted
  channel_type text check (channel_type in ('whatsapp', 'sms', 'email', 'instagram')),
  purpose text not null check (purpose in ('marketing', 'utility', 'service')),
  state text not null check (state in ('granted', 'withdrawn')),
  source text not null,
  evidence jsonb not null default '{}',
  at timestamptz not null,           -- when it was said
  recorded_at timestamptz not null,  -- when we learned of it
  primary key (tenant_id, id),
  constraint consents_channel_has_type check (channel_id is null or channel_type is not null),
  foreign key (tenant_id, handle_id) references handles on delete cascade
);
create index consents_latest on consents (tenant_id, handle_id, purpose, at desc, id desc);
create index consents_recent on consents (tenant_id, at desc, id desc);

select protect_table('consents');
-- Append-only: the application can neither change nor delete a statement. An erasure empties the evidence.
grant select, insert, update (evidence) on consents to patchbay_app;

-- Until now one flag per contact stopped everything. It does not say which message it came from, so it becomes: no marketing at any
-- address of the contact, and nothing at all from the SMS channels it has chats with, where STOP covers every purpose.
-- The owner reads and writes rows of all tenants, which its own policy does not allow.
alter table contacts no force row level security;
alter table handles no force row level security;
alter table chats no force row level security;
alter table channels no force row level security;
alter table consents no force row level security;

insert into consents (tenant_id, id, handle_id, purpose, state, source, evidence, at, recorded_at)
  select h.tenant_id, gen_random_uuid(), h.id, 'marketing', 'withdrawn', 'migration', '{"isSubscribed": false}', k.updated_at, now()
  from contacts k join handles h on h.tenant_id = k.tenant_id and h.contact_id = k.id
  where not k.is_subscribed and k.erased_at is null and h.alias_of is null;

insert into consents (tenant_id, id, handle_id, channel_id, channel_type, purpose, state, source, evidence, at, recorded_at)
  select distinct on (c.tenant_id, coalesce(h.alias_of, h.id), ch.id, p.purpose) c.tenant_id, gen_random_uuid(),
    coalesce(h.alias_of, h.id), ch.id, ch.type, p.purpose, 'withdrawn', 'migration', '{"isSubscribed": false}'::jsonb, k.updated_at, now()
  from contacts k
  join chats c on c.tenant_id = k.tenant_id and c.contact_id = k.id
  join channels ch on ch.tenant_id = c.tenant_id and ch.id = c.channel_id and ch.type = 'sms'
  join handles h on h.tenant_id = c.tenant_id and h.id = c.handle_id
  cross join (values ('utility'), ('service')) as p(purpose)
  where not k.is_subscribed and k.erased_at is null;

alter table contacts force row level security;
alter table handles force row level security;
alter table chats force row level security;
alter table channels force row level security;
alter table consents force row level security;
