-- Rows that a campaign writes several times stay on their page: no index holds a column that is updated, and the page has
-- room for the next version. Such an update touches no index at all.

-- Who is next is found in the order in which they were planned, behind the last one who was handed over. Who has failed is
-- found by walking through the run: somebody asks for that once.
alter table campaign_counts add column released_to uuid; -- the contact who was handed over last
-- squawk-ignore require-concurrent-index-deletion
drop index campaign_recipients_unsent;
-- squawk-ignore require-concurrent-index-deletion
drop index campaign_recipients_undone;
alter table campaign_recipients set (fillfactor = 60);

-- A chat hears the provider's name of its latest message.
alter table chats set (fillfactor = 60);

-- A send that is open is among the latest messages of its chat.
-- squawk-ignore require-concurrent-index-deletion
drop index messages_unsettled;

alter table partitioned_tables add column room_percent integer not null default 0;
update partitioned_tables set room_percent = 30 where name = 'messages';

-- As before, and a partition has the room that its table asks for.
create or replace function make_partitions(from_at timestamptz, until_at timestamptz) returns integer
  language plpgsql security definer
  set search_path = pg_catalog, public
  set timezone = 'UTC'
  as $$
  declare
    parent record;
    starts timestamptz;
    ends timestamptz;
    partition text;
    made integer := 0;
  begin
    perform pg_advisory_xact_lock(hashtext('patchbay partitions'));
    for parent in select * from public.partitioned_tables loop
      starts := date_trunc(case parent.days when 7 then 'week' else 'day' end, from_at);
      while starts <= until_at loop
        ends := starts + make_interval(days => parent.days);
        partition := parent.name || to_char(starts, '"_p"YYYYMMDD');
        if to_regclass('public.' || partition) is null then
          execute format('create %s table public.%I partition of public.%I for values from (%L) to (%L) with (fillfactor = %s)',
            case when parent.is_logged then '' else 'unlogged' end,
            partition, parent.name, public.uuid_floor(starts), public.uuid_floor(ends), 100 - parent.room_percent);
          perform public.protect_table(partition);
          made := made + 1;
        end if;
        starts := ends;
      end loop;
    end loop;
    return made;
  end $$;
