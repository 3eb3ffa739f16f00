-- Contacts by a part of their name, in tenants with a million contacts.

-- One row per contact with a name. A document has every ending of every word of the name in lower case, shortened to eight characters: a
-- part of a word is the beginning of one of its endings, so finding it reads one range of the index. Trigrams would be fewer, but the
-- index would have to intersect long lists. Each ending begins with a tag of the tenant, so that the size of other tenants does not
-- matter. As in message_search, the function below reads without the policy of the table, because PostgreSQL uses no text index below one.
create table contact_names (
  tenant_id uuid not null,
  contact_id uuid not null,
  name text not null,       -- in lower case, as a search compares it
  document tsvector not null,
  primary key (tenant_id, contact_id)
);
create index contact_names_document on contact_names using gin (document) with (fastupdate = on, gin_pending_list_limit = 256);
select protect_table('contact_names');
select limit_viewers('contact_names');
alter table contact_names no force row level security;

-- Tenants whose contacts of before are not all in contact_names yet. Their searches read all contacts, as before.
create table contact_name_backfills (tenant_id uuid primary key);
select open_to_app('contact_name_backfills');

create function name_search_tag(tenant uuid) returns text
  language sql immutable parallel safe
  return right(tenant::text, 6);

-- The text that a search compares; empty for a contact without a name.
create function searched_name(first_name text, last_name text, display_name text) returns text
  language sql immutable parallel safe
  return lower(concat_ws(' ', first_name, last_name, display_name));

-- Null for a name without a character other than spaces.
create function name_document(tenant uuid, name text) returns tsvector
  language sql immutable parallel safe
  set search_path = pg_catalog, public
  as $$
    select array_to_tsvector(array_agg(name_search_tag(tenant) || substr(word, start, 8)))
    from string_to_table(name, ' ') as word, generate_series(1, length(word)) as start
  $$;

create function contacts_were_added() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
  begin
    insert into contact_names (tenant_id, contact_id, name, document)
      select tenant_id, id, name, document
      from (select tenant_id, id, searched_name(first_name, last_name, display_name) as name from added offset 0) named
      cross join lateral (select name_document(tenant_id, name) as document offset 0) indexed
      where document is not null;
    return null;
  end $$;

create function contact_was_renamed() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
  declare
    new_name text := searched_name(new.first_name, new.last_name, new.display_name);
    new_document tsvector := name_document(new.tenant_id, new_name);
  begin
    if new_document is null then
      delete from contact_names where tenant_id = new.tenant_id and contact_id = new.id;
    else
      insert into contact_names (tenant_id, contact_id, name, document) values (new.tenant_id, new.id, new_name, new_document)
        on conflict (tenant_id, contact_id) do update set name = excluded.name, document = excluded.document;
    end if;
    return null;
  end $$;

create function contacts_were_removed() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
  begin
    delete from contact_names n using removed r where n.tenant_id = r.tenant_id and n.contact_id = r.id;
    return null;
  end $$;

create trigger names_added after insert on contacts referencing new table as added
  for each statement execute function contacts_were_added();
create trigger names_changed after update on contacts for each row
  when ((old.first_name, old.last_name, old.display_name) is distinct from (new.first_name, new.last_name, new.display_name))
  execute function contact_was_renamed();
create trigger names_removed after delete on contacts referencing old table as removed
  for each statement execute function contacts_were_removed();

-- Finds the contacts of the tenant whose names contain a part. Null if more than `most` do, or if it is not known; then the caller compares
-- rows. The index finds the longest word of the part. A part that more than 1 in 100 of the newest contacts have is common, and the index
-- is not read.
create function find_contacts_named(part text, most integer) returns uuid[]
  language plpgsql stable security definer
  set search_path = pg_catalog, public
  set plan_cache_mode = force_custom_plan
  as $$
  declare
    compared constant integer := 500;
    tenant constant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
    searched constant text := lower(part);
    longest text;
    wanted tsquery;
    found integer;
    ids uuid[];
  begin
    select word into longest from string_to_table(searched, ' ') as word order by length(word) desc limit 1;
    if coalesce(longest, '') = '' or exists (select 1 from contact_name_backfills where tenant_id = tenant) then return null; end if;
    if (select count(*) filter (where strpos(newest.name, searched) > 0) > compared / 100 from (
      select name from contact_names where tenant_id = tenant order by contact_id desc limit compared) newest)
      and (select count(*) > most from (select 1 from contact_names where tenant_id = tenant limit most + 1) all_of_them)
    then return null; end if;
    wanted := format('''%s''%s', replace(replace(name_search_tag(tenant) || left(longest, 8), '\', '\\'), '''', ''''''),
      case when length(longest) < 8 then ':*' else '' end)::tsquery;
    select count(*), coalesce(array_agg(contact_id) filter (where strpos(name, searched) > 0), '{}') into found, ids
      from (select contact_id, name from contact_names where tenant_id = tenant and document @@ wanted limit most + 1) having_the_word;
    return case when found <= most then ids end;
  end $$;

-- Adds a page of contacts of before. Locks them, so that a rename or a deletion at the same time comes after. Returns the last id, or
-- null after the last page.
create function index_contact_names(after_id uuid, page integer) returns uuid
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
  declare
    tenant constant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
    last_id uuid;
    read integer;
  begin
    with locked as materialized (
      select id, first_name, last_name, display_name from contacts where tenant_id = tenant and id > after_id order by id limit page for share),
    added as (
      insert into contact_names (tenant_id, contact_id, name, document)
        select tenant, id, name, document
        from (select id, searched_name(first_name, last_name, display_name) as name from locked offset 0) named
        cross join lateral (select name_document(tenant, name) as document offset 0) indexed
        where document is not null
        on conflict do nothing)
    select count(*), (array_agg(id order by id desc))[1] into read, last_id from locked;
    return case when read = page then last_id end;
  end $$;

revoke all on function name_search_tag, searched_name, name_document, contacts_were_added, contact_was_renamed, contacts_were_removed,
  find_contacts_named, index_contact_names from public;
grant execute on function find_contacts_named, index_contact_names to patchbay_app;
grant execute on function find_contacts_named to patchbay_viewer;

-- Contacts from before are added by a job per tenant. The owner reads and writes rows of all tenants, which its own policy does not allow.
-- Tenants are found one after the other in the primary key, without reading all contacts.
alter table contacts no force row level security;
alter table jobs no force row level security;
alter table contact_name_backfills no force row level security;
insert into contact_name_backfills (tenant_id)
  with recursive having_contacts as (
    (select tenant_id from contacts order by tenant_id limit 1)
    union all
    select (select c.tenant_id from contacts c where c.tenant_id > h.tenant_id order by c.tenant_id limit 1)
    from having_contacts h where h.tenant_id is not null)
  select tenant_id from having_contacts where tenant_id is not null;
insert into jobs (tenant_id, id, name, input, due_at, created_at)
  select tenant_id, gen_random_uuid(), 'index_contact_names', '{"afterId": "00000000-0000-0000-0000-000000000000"}', now(), now()
  from contact_name_backfills;
alter table contacts force row level security;
alter table jobs force row level security;
alter table contact_name_backfills force row level security;
