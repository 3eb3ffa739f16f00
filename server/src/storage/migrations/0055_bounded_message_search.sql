-- The message search reads each week once, and a search for several frequent words ends after a few milliseconds.

create function uuid_ms(id uuid) returns bigint
  language sql immutable parallel safe
  return ('x' || replace(left(id::text, 13), '-', ''))::bit(48)::bigint;

-- Finds at most `most` messages of the tenant in [from_id, before_id), newest first. Compares the newest 1,000 messages and then asks the
-- index for slices of time. A slice is as long as a few hundred hits take, judged by the slice before, and at most 64 times as long as
-- that one. Where there were almost none, a slice goes back to the beginning of a week: a partition has its own index, and each scan
-- reads the lists of the words for the whole week. A slice with more than 1,000 hits is divided by 8. `reached` is null at the end;
-- otherwise the search continues before that id.
-- `exact` is the part of `wanted` without beginnings of words. The index reads the lists of all words with a beginning, which can be
-- most of it. Where the exact words are in few of the newest messages, only they are looked up, and the rest is compared.
-- If each of several words is in at least 1 of 100 messages, but few messages have all of them, the index compares long lists, which grow with
-- the tenant. Then the search ends after `most_ms_of_frequent`, but not before it has finished a slice.
create or replace function find_messages(
    wanted tsquery, exact tsquery, before_id uuid, from_id uuid, most integer, out ids uuid[], out reached uuid)
  language plpgsql stable security definer
  set search_path = pg_catalog, public
  set plan_cache_mode = force_custom_plan
  as $$
  declare
    compared constant integer := 1000;
    few_hits constant integer := 50;
    frequent constant integer := 10;       -- of those compared
    most_hits constant integer := 1000;
    good_hits constant integer := 200;
    most_growth constant integer := 64;
    most_steps constant integer := 64;
    most_ms constant integer := 250;
    most_ms_of_frequent constant integer := 25;
    longest_ms constant bigint := 4000000000000;
    tenant constant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
    started_at constant timestamptz := clock_timestamp();
    ends_at timestamptz := started_at + most_ms * interval '1 ms';
    step_at timestamptz;
    looked_up tsquery := wanted;
    newest uuid[];
    hits uuid[];
    hit_count integer;
    high uuid;
    low uuid;
    low_ms bigint;
    slice_ms bigint;
    growth double precision;
  begin
    select array_agg(n.message_id), coalesce(array_agg(n.message_id) filter (where ts_match_vq(n.document, wanted)), '{}'),
        count(*) filter (where ts_match_vq(n.document, exact))
      into newest, hits, hit_count
      from (select s.message_id, s.document from public.message_search s
        where s.tenant_id = tenant and s.message_id >= from_id and s.message_id < before_id
        order by s.message_id desc limit compared) n;
    ids := hits[1:most];
    if cardinality(ids) = most then
      reached := ids[most];
      return;
    end if;
    if newest is null or cardinality(newest) < compared then return; end if;
    high := newest[compared];
    if exact is not null and hit_count <= few_hits then looked_up := exact; else hit_count := cardinality(hits); end if;
    if strpos(exact::text, '&') > 0 and (
      select min(having_it) >= frequent from (
        select count(*) filter (where ts_match_vq(s.document, word::tsquery)) as having_it
        from regexp_split_to_table(exact::text, ' & ') as word, public.message_search s
        where s.tenant_id = tenant and s.message_id >= high and s.message_id <= newest[1] group by word) words)
    then
      ends_at := started_at + most_ms_of_frequent * interval '1 ms';
    end if;
    slice_ms := greatest(uuid_ms(newest[1]) - uuid_ms(high), 1);
    growth := most_growth;
    for step in 1 .. most_steps loop
      growth := least(growth, good_hits / greatest(hit_count, 1)::float8, most_growth);
      slice_ms := least(greatest(slice_ms * growth, 1), longest_ms);
      low_ms := greatest(uuid_ms(high) - slice_ms, 0);
      if hit_count < 3 then
        low_ms := extract(epoch from date_trunc('week', to_timestamp((low_ms + 1) / 1000.0), 'UTC')) * 1000;
      end if;
      low := case when low_ms > uuid_ms(from_id) then uuid_floor(to_timestamp(low_ms / 1000.0)) else from_id end;
      step_at := clock_timestamp();
      -- Called as a function, the second comparison does not use the index.
      select count(*), coalesce(array_agg(f.message_id) filter (where ts_match_vq(f.document, wanted)), '{}') into hit_count, hits
      from (select s.message_id, s.document from public.message_search s
        where s.tenant_id = tenant and s.message_id >= low and s.message_id < high and s.document @@ looked_up
        limit most_hits + 1) f;
      if hit_count > most_hits and uuid_ms(high) - uuid_ms(low) > 1 then
        slice_ms := uuid_ms(high) - uuid_ms(low);
        growth := 1 / 8.0;
        continue;
      end if;
      ids := ids || array(select hit from unnest(hits) hit order by hit desc limit most - cardinality(ids));
      if cardinality(ids) >= most then
        reached := ids[most];
        return;
      end if;
      if low <= from_id then return; end if;
      slice_ms := greatest(uuid_ms(high) - uuid_ms(low), 1);
      high := low;
      if clock_timestamp() >= ends_at then exit; end if;
      -- The next slice should end in time, too.
      growth := greatest(1, extract(epoch from ends_at - clock_timestamp()) / greatest(extract(epoch from clock_timestamp() - step_at), 0.0001));
    end loop;
    reached := high;
  end $$;
