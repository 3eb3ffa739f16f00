-- The timeline of a contact: events about it, without messages and the changes of listed chats, which are by far the most.
-- domain/events/search.ts has the same list of types.
-- A partitioned table takes no concurrent index.
-- squawk-ignore require-concurrent-index-creation
create index events_of_contact on events (tenant_id, contact_id, id desc)
  where contact_id is not null
    and type not in ('message.received', 'message.sent', 'message.updated', 'message.created', 'chat.updated');
