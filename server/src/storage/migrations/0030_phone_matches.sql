-- Phone numbers are matched by their E.164 form from now on. Values of rows from before are computed again by a job per tenant, in
-- pages. Where two rows turn out to be one number, the first keeps the match value and the other names it here.
alter table handles add column duplicate_of uuid;

-- The owner reads and writes rows of all tenants, which its own policy does not allow.
alter table handles no force row level security;
alter table jobs no force row level security;

insert into jobs (tenant_id, id, name, input, due_at, created_at)
  select tenant_id, gen_random_uuid(), 'match_phone_numbers', '{"afterId": "00000000-0000-0000-0000-000000000000"}', now(), now()
  from handles where type = 'phone_number' group by tenant_id;

alter table handles force row level security;
alter table jobs force row level security;
