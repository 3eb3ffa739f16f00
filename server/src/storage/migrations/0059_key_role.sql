-- `admin key reseal` works on the sealed values of all tenants, so it has a role of its own. It sees the sealed columns and those that
-- their labels are made of, and may change the sealed columns only. No process of the server uses it.
do $$
begin
  create role patchbay_keys nologin nosuperuser nobypassrls nocreatedb nocreaterole;
exception
  when duplicate_object or unique_violation then null;
end $$;
grant usage on schema public to patchbay_keys;
-- The command logs in as the owner.
do $$
begin
  grant patchbay_keys to current_user;
exception
  when insufficient_privilege then null; -- another owner made the role; an administrator of the cluster grants it
end $$;

-- For later migrations: opens one sealed column, and the columns of the primary key and of the label, to the role.
create function open_to_keys(name text, sealed text[], known text[]) returns void
  language plpgsql
  set search_path = pg_catalog, public
  as $$
  declare
    columns text := (select string_agg(quote_ident(one), ', ') from unnest(sealed || known) as one);
    changed text := (select string_agg(quote_ident(one), ', ') from unnest(sealed) as one);
  begin
    execute format('grant select (%s), update (%s) on public.%I to patchbay_keys', columns, changed, name);
    if (select relrowsecurity from pg_class where oid = format('public.%I', name)::regclass) then
      execute format('create policy keys on public.%I to patchbay_keys using (true) with check (true)', name);
    end if;
  end $$;
revoke all on function open_to_keys from public;

select open_to_keys('signing_keys', '{sealed_private_jwk}', '{kid}');
select open_to_keys('push_keys', '{sealed_private_key}', '{id}');
select open_to_keys('idempotency_keys', '{body}', '{tenant_id,operation,key}');
select open_to_keys('channels', '{sealed_secrets}', '{tenant_id,id}');
select open_to_keys('webhooks', '{sealed_secret,sealed_previous_secret}', '{tenant_id,id}');
select open_to_keys('secrets', '{sealed_value}', '{tenant_id,id}');
select open_to_keys('totp_factors', '{sealed_secret}', '{account_id}');
select open_to_keys('identity_providers', '{sealed_client_secret}', '{tenant_id}');
select open_to_keys('push_subscriptions', '{sealed_keys}', '{tenant_id,id,endpoint}');
