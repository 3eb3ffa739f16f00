-- Indexes of lists. New ones are created before old ones are dropped, because dropping blocks readers until the commit.

-- The list of contacts is read in its order and stops at the end of the page.
-- squawk-ignore require-concurrent-index-creation
create index contacts_newest on contacts (tenant_id, created_at desc, id desc);

-- The number of unread chats by status, the chats of some contacts in their order, and the newest chats of many contacts are found without
-- reading rows.
-- squawk-ignore require-concurrent-index-creation
create index chats_unread_new on chats (tenant_id, last_message_at desc, id desc) include (status) where unread_count > 0;
-- squawk-ignore require-concurrent-index-creation
create index chats_contact_new on chats (tenant_id, contact_id, updated_at desc) include (id, last_message_at);
-- squawk-ignore require-concurrent-index-creation
create index chats_latest_new on chats (tenant_id, last_message_at desc, id desc) include (contact_id);

-- chats_assigned_user begins with the same columns as chats_open_of_user and the status.
-- squawk-ignore require-concurrent-index-deletion
drop index chats_open_of_user, chats_unread, chats_contact, chats_latest;
alter index chats_unread_new rename to chats_unread;
alter index chats_contact_new rename to chats_contact;
alter index chats_latest_new rename to chats_latest;
