-- A user who does not see everything may change many chats at once: the job runs as that user. Such a user sees the own bulk actions, with the
-- searches in them, and their progress on the feed.
create policy viewer on bulk_actions as restrictive to patchbay_viewer using (user_id = (select viewer_id()));

drop policy viewer on events;
create policy viewer on events as restrictive to patchbay_viewer
  using ((is_general and (channel_id is null or (select viewer_has_all_channels()) or channel_id = any ((select viewer_channels())::uuid[])))
    or (chat_id is not null and exists (select 1 from chats c where c.tenant_id = events.tenant_id and c.id = events.chat_id))
    or (chat_id is null and contact_id is not null
      and exists (select 1 from contacts k where k.tenant_id = events.tenant_id and k.id = events.contact_id))
    or (type = 'bulk_action.progressed' and data ->> 'userId' = (select viewer_id())::text))
  with check (true);
