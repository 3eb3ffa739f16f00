-- Operators of the installation. `npm run admin -- operator grant` writes this table as its owner. The server may only ask whether the
-- account of a session is in it, so no fault of the server can make somebody an operator.
create table operators (
  account_id uuid primary key references accounts on delete cascade,
  created_at timestamptz not null
);
select open_to_account('operators');
revoke insert, update, delete on operators from patchbay_app;

-- What operators see of all tenants: names, plans, and channels in error. No content, no settings and no secrets.
grant select (tenant_id, name, plan, rate_limit_per_minute, is_sandbox, created_at) on tenants to patchbay_engine;
create policy engine on tenants for select to patchbay_engine using (true);
grant select (type, status, status_reason, updated_at) on channels to patchbay_engine;
