-- The list of an inbox: chats in the order of their last message, what waits for an answer, and who wrote a message.

-- The default is evaluated once, so no row is rewritten. A job per tenant then sets the time of rows from before, a page at a time; until
-- it gets there, such a chat counts as if its last message came with this migration. The second job, an hour later, finds the chats that
-- servers of the version before have written while they were being replaced.
alter table chats
  add column last_message_at timestamptz not null default now(), -- of the latest message; of creation while there is none
  add column waiting_since timestamptz;                          -- the contact's oldest message that nobody has answered
alter table messages add column author_user_id uuid;             -- no foreign key: a message outlives its author

-- The owner reads and writes rows of all tenants, which its own policy does not allow. Tenants are found one after the other in the
-- primary key, without reading all chats.
alter table chats no force row level security;
alter table jobs no force row level security;
insert into jobs (tenant_id, id, name, input, due_at, created_at)
  with recursive having_chats as (
    (select tenant_id from chats order by tenant_id limit 1)
    union all
    select (select c.tenant_id from chats c where c.tenant_id > h.tenant_id order by c.tenant_id limit 1)
    from having_chats h where h.tenant_id is not null)
  select tenant_id, gen_random_uuid(), 'date_chats', '{"afterId": "00000000-0000-0000-0000-000000000000"}', now() + wait, now()
  from having_chats, unnest(array[interval '0', interval '1 hour']) as wait where tenant_id is not null;
alter table chats force row level security;
alter table jobs force row level security;

-- Each list of an inbox is read in its order and stops at the end of the page.
-- squawk-ignore require-concurrent-index-creation
create index chats_latest on chats (tenant_id, last_message_at desc, id desc);
-- squawk-ignore require-concurrent-index-creation
create index chats_status on chats (tenant_id, status, last_message_at desc, id desc);
-- squawk-ignore require-concurrent-index-creation
create index chats_unassigned on chats (tenant_id, status, last_message_at desc, id desc) where assigned_user_id is null;
-- squawk-ignore require-concurrent-index-creation
create index chats_unread on chats (tenant_id, last_message_at desc, id desc) where unread_count > 0;
-- squawk-ignore require-concurrent-index-creation
create index chats_waiting on chats (tenant_id, waiting_since, id) where waiting_since is not null;
-- squawk-ignore require-concurrent-index-creation
create index chats_snoozed on chats (tenant_id, snoozed_until, id) where snoozed_until is not null;

-- What is mine and what is my team's, by status. They also find what must be given up when somebody goes.
-- squawk-ignore require-concurrent-index-deletion
drop index chats_assigned_user;
-- squawk-ignore require-concurrent-index-deletion
drop index chats_assigned_team;
-- squawk-ignore require-concurrent-index-creation
create index chats_assigned_user on chats (tenant_id, assigned_user_id, status, last_message_at desc, id desc)
  where assigned_user_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index chats_assigned_team on chats (tenant_id, assigned_team_id, status, last_message_at desc, id desc)
  where assigned_team_id is not null;

-- Contacts by the beginning of a number or an address, in the order of bytes: a prefix is a range there.
-- squawk-ignore require-concurrent-index-creation
create index handles_address on handles (tenant_id, match_value collate "C");
