-- What a person may see: all chats, those of their teams, or their own; and which channels. A statement of a restricted person runs as
-- another role with the same rights, to which restrictive policies apply. Everybody else keeps their role, their policies and their plans.

alter table users
  add column visibility text not null default 'all',
  add column channel_ids uuid[];      -- null: all channels
alter table users add constraint users_visibility check (visibility in ('all', 'teams', 'own')) not valid;

-- patchbay_viewer has the rights and the policies that all restricted people share, and limits the channels; the other two inherit them and
-- limit the chats. One role per visibility, because a policy without `or` lets the planner use the index of assigned chats.
do $$
declare
  name text;
begin
  foreach name in array array['patchbay_viewer', 'patchbay_viewer_teams', 'patchbay_viewer_own'] loop
    begin
      execute format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', name);
    exception
      when duplicate_object or unique_violation then null; -- the role belongs to the cluster; another database made it
    end;
  end loop;
  if not pg_has_role('patchbay_viewer_own', 'patchbay_viewer', 'usage') then grant patchbay_viewer to patchbay_viewer_own; end if;
  if not pg_has_role('patchbay_viewer_teams', 'patchbay_viewer', 'usage') then grant patchbay_viewer to patchbay_viewer_teams; end if;
  -- The application can become a viewer, but has nothing of one: with inheritance the policies of viewers would apply to it.
  if (select rolinherit from pg_roles where rolname = 'patchbay_app') then alter role patchbay_app noinherit; end if;
  foreach name in array array['patchbay_viewer', 'patchbay_viewer_teams', 'patchbay_viewer_own'] loop
    if not exists (select 1 from pg_auth_members m where m.roleid = to_regrole(name) and m.member = to_regrole('patchbay_app')) then
      execute format('grant %I to patchbay_app', name);
    end if;
  end loop;
end $$;

-- The restricted person of this transaction; null for everybody else.
create function viewer_id() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.viewer_id', true), '')::uuid $$;

-- Whether the viewer may use a channel. The setting is '*' for all; without a setting there is none.
create function viewer_has_all_channels() returns boolean
  language sql stable parallel safe
  as $$ select coalesce(current_setting('app.viewer_channels', true), '') = '*' $$;
create function viewer_channels() returns uuid[]
  language sql stable parallel safe
  as $$ select nullif(nullif(current_setting('app.viewer_channels', true), '*'), '')::uuid[] $$;

create function viewer_teams() returns uuid[]
  language sql stable parallel safe
  as $$
    select coalesce(array_agg(team_id), '{}') from team_members
    where tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and user_id = viewer_id()
  $$;

-- The viewer and the members of the viewer's teams.
create function viewer_teammates() returns uuid[]
  language sql stable parallel safe
  as $$
    select array_agg(distinct user_id) || viewer_id() from team_members
    where tenant_id = nullif(current_setting('app.tenant_id', true), '')::uuid and team_id = any (viewer_teams())
  $$;

-- A chat that a restricted person opens is assigned to that person; a contact or a file that one brings stays visible to that person.
alter table chats alter column assigned_user_id set default viewer_id();
alter table contacts add column created_by_user_id uuid;
alter table contacts alter column created_by_user_id set default viewer_id();
alter table files add column uploaded_by_user_id uuid;
alter table files alter column uploaded_by_user_id set default viewer_id();

-- The chats in which a file was sent or received.
create table chat_files (
  tenant_id uuid not null,
  file_id uuid not null,
  chat_id uuid not null,
  primary key (tenant_id, file_id, chat_id),
  foreign key (tenant_id, file_id) references files on delete cascade,
  foreign key (tenant_id, chat_id) references chats on delete cascade
);
create index chat_files_chat on chat_files (tenant_id, chat_id);

-- What an event is about, from the subjects of its definition. An event from before this migration is about nothing known: viewers do not
-- see it. is_general: about no person, or nothing but ids.
alter table events
  add column chat_id uuid,
  add column contact_id uuid,
  add column is_general boolean not null default false;

-- Chats. with check (true): a viewer may open a chat, and the server gives one away in the name of its own role.
create policy viewer_channels on chats as restrictive to patchbay_viewer
  using ((select viewer_has_all_channels()) or channel_id = any ((select viewer_channels())::uuid[])) with check (true);
create policy viewer_own on chats as restrictive to patchbay_viewer_own
  using (assigned_user_id = viewer_id()) with check (true);
create policy viewer_teams on chats as restrictive to patchbay_viewer_teams
  using (assigned_user_id = any ((select viewer_teammates())::uuid[]) or assigned_team_id = any ((select viewer_teams())::uuid[])
    or (assigned_user_id is null and assigned_team_id is null))
  with check (true);

create policy viewer on channels as restrictive to patchbay_viewer
  using ((select viewer_has_all_channels()) or id = any ((select viewer_channels())::uuid[])) with check (true);

create policy viewer on contacts as restrictive to patchbay_viewer
  using (created_by_user_id = (select viewer_id())
    or exists (select 1 from chats c where c.tenant_id = contacts.tenant_id and c.contact_id = contacts.id));

create policy viewer on files as restrictive to patchbay_viewer
  using (uploaded_by_user_id = (select viewer_id())
    or exists (select 1 from chat_files l where l.tenant_id = files.tenant_id and l.file_id = files.id));

create policy viewer on file_links as restrictive to patchbay_viewer
  using (exists (select 1 from files f where f.tenant_id = file_links.tenant_id and f.id = file_links.file_id));

create policy viewer on consents as restrictive to patchbay_viewer
  using (exists (select 1 from handles h where h.tenant_id = consents.tenant_id and h.id = consents.handle_id));

-- with check (true): who gives a chat away causes an event about a chat that they no longer see.
create policy viewer on events as restrictive to patchbay_viewer
  using ((is_general and (channel_id is null or (select viewer_has_all_channels()) or channel_id = any ((select viewer_channels())::uuid[])))
    or (chat_id is not null and exists (select 1 from chats c where c.tenant_id = events.tenant_id and c.id = events.chat_id))
    or (chat_id is null and contact_id is not null
      and exists (select 1 from contacts k where k.tenant_id = events.tenant_id and k.id = events.contact_id)))
  with check (true);

create policy viewer on automation_run_steps as restrictive to patchbay_viewer
  using (exists (select 1 from automation_runs r where r.tenant_id = automation_run_steps.tenant_id and r.id = automation_run_steps.run_id));

-- Nothing of these tables belongs to one chat. Viewers add rows to them, but read none.
create policy viewer on audit_log as restrictive to patchbay_viewer using (false) with check (true);
create policy viewer on request_log as restrictive to patchbay_viewer using (false) with check (true);
create policy viewer on contact_imports as restrictive to patchbay_viewer using (false);
create policy viewer on contact_import_refusals as restrictive to patchbay_viewer using (false);
create policy viewer on contact_exports as restrictive to patchbay_viewer using (false);
create policy viewer on contact_erasures as restrictive to patchbay_viewer using (false);
create policy viewer on campaign_imports as restrictive to patchbay_viewer using (false);
create policy viewer on campaign_refused_lines as restrictive to patchbay_viewer using (false);
create policy viewer on deliveries as restrictive to patchbay_viewer using (false) with check (true);
create policy viewer on delivery_attempts as restrictive to patchbay_viewer using (false) with check (true);
create policy viewer on inbound_payloads as restrictive to patchbay_viewer using (false);
create policy viewer on waiting_payloads as restrictive to patchbay_viewer using (false);

-- Limits viewers to the rows of visible chats, or of visible contacts where a row names no chat. A table without such a column, or with a
-- policy of its own, is left as it is.
create function limit_viewers(name text) returns void
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  declare
    has_chat boolean := exists (select 1 from pg_attribute where attrelid = to_regclass('public.' || quote_ident(name))
      and attname = 'chat_id' and not attisdropped);
    has_contact boolean := exists (select 1 from pg_attribute where attrelid = to_regclass('public.' || quote_ident(name))
      and attname = 'contact_id' and not attisdropped);
    chat text := format('exists (select 1 from public.chats c where c.tenant_id = %1$I.tenant_id and c.id = %1$I.chat_id)', name);
    contact text := format('exists (select 1 from public.contacts k where k.tenant_id = %1$I.tenant_id and k.id = %1$I.contact_id)', name);
    rule text := case
      when has_chat and has_contact then format('case when chat_id is null then contact_id is null or %s else %s end', contact, chat)
      when has_chat then format('(chat_id is null or %s)', chat)
      when has_contact then format('(contact_id is null or %s)', contact)
    end;
  begin
    if rule is null or exists (select 1 from pg_policies p where p.schemaname = 'public' and p.tablename = name and p.policyname like 'viewer%') then
      return;
    end if;
    execute format('create policy viewer on public.%I as restrictive to patchbay_viewer using (%s)', name, rule);
  end $$;

-- Gives viewers the rights that the application has on a table, also those on single columns.
create function open_to_viewers(name text) returns void
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  declare
    app oid := to_regrole('patchbay_app');
    granted record;
  begin
    for granted in
      select acl.privilege_type as privilege, null::name as column_name
        from pg_class c, aclexplode(c.relacl) acl where c.oid = to_regclass('public.' || quote_ident(name)) and acl.grantee = app
      union all
      select acl.privilege_type, a.attname
        from pg_attribute a, aclexplode(a.attacl) acl
        where a.attrelid = to_regclass('public.' || quote_ident(name)) and not a.attisdropped and acl.grantee = app
    loop
      execute format('grant %s %s on public.%I to patchbay_viewer', granted.privilege,
        case when granted.column_name is null then '' else format('(%I)', granted.column_name) end, name);
    end loop;
    perform public.limit_viewers(name);
  end $$;

-- As before, and for viewers too.
create or replace function open_to_app(name text) returns void
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    perform public.protect_table(name);
    execute format('grant select, insert, update, delete on public.%I to patchbay_app', name);
    perform public.open_to_viewers(name);
  end $$;

revoke all on function limit_viewers, open_to_viewers from public;
select open_to_app('chat_files');
grant usage on schema public to patchbay_viewer;
-- Tables with a tenant only: what belongs to the installation (signing keys, accounts) is not read in the name of a viewer.
select open_to_viewers(c.relname) from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped);
