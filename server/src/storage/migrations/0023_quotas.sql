-- How many files with bytes each tenant has, and how many bytes: a quota that is checked on every upload must not add up a
-- million rows. The counts are kept by triggers, so that every writer keeps them right, a server of the version before too.
-- No foreign key to tenants, as for files.
create table file_usage (
  tenant_id uuid not null primary key,
  files bigint not null,
  bytes bigint not null
);

create function count_files() returns trigger
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  begin
    if tg_op <> 'DELETE' then
      insert into file_usage as known (tenant_id, files, bytes)
        select tenant_id, count(*), sum(size_bytes) from added where status = 'ready' group by tenant_id order by tenant_id
        on conflict (tenant_id) do update set files = known.files + excluded.files, bytes = known.bytes + excluded.bytes;
    end if;
    if tg_op <> 'INSERT' then
      insert into file_usage as known (tenant_id, files, bytes)
        select tenant_id, -count(*), -sum(size_bytes) from removed where status = 'ready' group by tenant_id order by tenant_id
        on conflict (tenant_id) do update set files = known.files + excluded.files, bytes = known.bytes + excluded.bytes;
    end if;
    return null;
  end $$;

create trigger files_count_inserted after insert on files
  referencing new table as added for each statement execute function count_files();
create trigger files_count_updated after update on files
  referencing old table as removed new table as added for each statement execute function count_files();
create trigger files_count_deleted after delete on files
  referencing old table as removed for each statement execute function count_files();

-- The triggers hold back writers until this commits, so that nothing is missed and nothing is counted twice. The owner reads
-- every tenant's rows here, which a forced policy would hide; readers of files wait too, for as long as this one scan takes.
alter table files no force row level security;
insert into file_usage (tenant_id, files, bytes)
  select tenant_id, count(*), sum(size_bytes) from files where status = 'ready' group by tenant_id;
alter table files force row level security;

select open_to_app('file_usage');

-- The tokens that a tenant has: revoked and expired ones are kept, but do not count.
-- Tokens are few, so the lock is short.
-- squawk-ignore require-concurrent-index-creation
create index access_tokens_live on access_tokens (tenant_id, expires_at) where revoked_at is null;
