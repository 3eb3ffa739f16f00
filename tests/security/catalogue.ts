import type { Client } from 'pg';
import { APP_ROLE } from '../../server/src/storage/database.ts';

/** Tables without a tenant. A table in neither list fails the check. Those of moves name tenants and their cells, and hold nothing of them. */
const SERVICE_TABLES = new Set([
  'migrations',
  'moved_channels',
  'partitioned_tables',
  'push_keys',
  'signing_keys',
  'tenant_moves',
  'worker_holds',
]);

/** The one role that reads across tenants, and its columns: the queue, which holds ids and no bodies, the tenants and states of channels, names and plans of tenants, and the tenants with counts to fold. */
const ENGINE_ROLE = 'patchbay_engine';
/** The role of `admin key reseal`. `sealed-columns.test.ts` checks its columns. */
const KEY_ROLE = 'patchbay_keys';
const ENGINE_TABLES = new Set(['jobs', 'tenant_moves', 'moved_channels', 'worker_holds']);
const ENGINE_COLUMNS = new Map([
  ['channels', ['id', 'status', 'status_reason', 'tenant_id', 'type', 'updated_at']],
  ['tenants', ['created_at', 'is_sandbox', 'name', 'plan', 'rate_limit_per_minute', 'tenant_id']],
  ['report_deltas', ['tenant_id']],
  ['campaign_error_deltas', ['tenant_id']],
]);

/** Tables of people, who belong to no tenant. Their policy compares the account instead. */
const ACCOUNT_TABLES = new Set([
  'accounts',
  'factor_tries',
  'memberships',
  'operators',
  'passkeys',
  'password_resets',
  'recovery_codes',
  'sessions',
  'sign_in_links',
  'totp_factors',
  'used_challenges',
]);
/** `account_of` runs with the rights of the owner, which reads this table without its policy. */
const READ_BY_OWNER = new Set(['accounts']);
/** Keys across owners: an address has one account. A session in a tenant ends with the session; both ids are random and ours alone. */
const CROSS_OWNER_KEYS = new Set([
  'accounts_email',
  'memberships_user_tenant_id_user_id_fkey',
  'session_tenants_account_id_session_id_fkey',
]);

/**
 * The tables that their owner reads without the policy, because PostgreSQL uses no text index below one: the functions `find_messages` and
 * `find_contacts_named`, which take the tenant from the setting. The application role is under the policy of the tables as everywhere.
 */
const READ_BY_FUNCTION = new Set(['message_search', 'contact_names']);

type Policy = { name: string; permissive: boolean; command: string; qual: string | null; check: string | null; roles: string[] };
type Table = {
  name: string;
  hasTenant: boolean;
  hasAccount: boolean;
  enabled: boolean;
  forced: boolean;
  owner: string;
  openToEngine: boolean;
  engineColumns: string[];
  policies: Policy[];
  keysWithoutTenant: string[];
  keysWithoutAccount: string[];
};

/** Reads the catalogue of the database, so that future tables, keys and roles are checked too. */
export async function checkCatalogue(superuser: Client) {
  const tables = (await superuser.query<Table>(TABLES)).rows;
  // Restrictive policies only narrow; those of the key role do not apply to the application.
  const isOpen = ({ permissive, roles }: Policy) => permissive && !(roles.length === 1 && roles[0] === KEY_ROLE);
  for (const table of tables) table.policies = table.policies.filter(isOpen);
  const guarded = tables.filter((table) => table.hasTenant);
  const role = (await superuser.query<{ bypass: boolean }>(ROLE, [APP_ROLE])).rows[0];
  const holes = (await superuser.query<{ hole: string }>(HOLES)).rows.map(({ hole }) => hole);
  const appRoleBypass = role?.bypass ?? true;
  const faults = [...tables.flatMap(faultsOf), ...holes, ...(appRoleBypass ? [`${APP_ROLE} can bypass the policies`] : [])];
  const having = (test: (table: Table) => boolean) => guarded.filter(test).length;
  return {
    tables: guarded.length,
    forced: having((table) => table.enabled && (table.forced || READ_BY_FUNCTION.has(table.name))),
    policies: having((table) => table.policies.length > 0),
    withCheck: having((table) => table.policies.some(({ qual, check }) => qual && check)),
    exact: having((table) =>
      table.policies
        .filter((policy) => !isEngines(table, policy))
        .every(({ qual, check }) => comparesTenant(qual) && comparesTenant(check)),
    ),
    keysWithTenant: having((table) => table.keysWithoutTenant.every((key) => CROSS_OWNER_KEYS.has(key))),
    appRoleBypass,
    faults,
  };
}

function faultsOf(table: Table): string[] {
  const faults: string[] = [];
  if (table.owner === APP_ROLE) faults.push(`the application owns ${table.name}`);
  if (table.openToEngine && !ENGINE_TABLES.has(table.name)) faults.push(`${ENGINE_ROLE} may see ${table.name}`);
  const seen = ENGINE_TABLES.has(table.name)
    ? []
    : table.engineColumns.filter((name) => !ENGINE_COLUMNS.get(table.name)?.includes(name));
  if (seen.length > 0) faults.push(`${ENGINE_ROLE} may see ${seen.join(', ')} of ${table.name}`);
  if (ACCOUNT_TABLES.has(table.name)) return [...faults, ...accountFaults(table)];
  if (!table.hasTenant) {
    if (!SERVICE_TABLES.has(table.name)) faults.push(`${table.name} has no tenant_id and is no table of the whole service`);
    return faults;
  }
  if (!table.enabled) faults.push(`${table.name} has no row-level security`);
  if (!table.forced && !READ_BY_FUNCTION.has(table.name))
    faults.push(`${table.name} does not force row-level security on its owner`);
  if (!table.policies.some((policy) => policy.permissive && policy.command === '*' && policy.roles.includes('public')))
    faults.push(`${table.name} has no policy for every command and role`);
  for (const policy of table.policies.filter((policy) => !isEngines(table, policy)))
    faults.push(...policyFaults(table.name, policy));
  for (const key of table.keysWithoutTenant)
    if (!CROSS_OWNER_KEYS.has(key)) faults.push(`${key} of ${table.name} does not hold the tenant`);
  return faults;
}

/** A table of people must be closed to all but the account of the context, as a table of a tenant to all but the tenant. */
function accountFaults({ name, hasAccount, enabled, forced, policies, keysWithoutAccount }: Table): string[] {
  const faults: string[] = [];
  if (!hasAccount) faults.push(`${name} has no account_id`);
  if (!enabled) faults.push(`${name} has no row-level security`);
  if (!forced && !READ_BY_OWNER.has(name)) faults.push(`${name} does not force row-level security on its owner`);
  const isExact = ({ qual, check }: Policy) => comparesAccount(qual) && comparesAccount(check);
  if (policies.length === 0 || !policies.every(isExact)) faults.push(`the policy of ${name} is not the account's own rows`);
  for (const key of keysWithoutAccount)
    if (!CROSS_OWNER_KEYS.has(key)) faults.push(`${key} of ${name} does not hold the account`);
  return faults;
}

/** Policies for the queue role do not apply to the application role. */
const isEngines = (table: Table, { roles }: Policy): boolean =>
  (ENGINE_TABLES.has(table.name) || ENGINE_COLUMNS.has(table.name)) && roles.length === 1 && roles[0] === ENGINE_ROLE;

/** Permissive policies are combined with OR, so each must restrict to the tenant. */
function policyFaults(table: string, { name, qual, check }: Policy): string[] {
  const faults: string[] = [];
  if (!qual) faults.push(`policy ${name} of ${table} has no using`);
  if (!check) faults.push(`policy ${name} of ${table} has no with check`);
  if (qual && !comparesTenant(qual)) faults.push(`policy ${name} of ${table}: using is not the tenant's own rows: ${qual}`);
  if (check && !comparesTenant(check))
    faults.push(`policy ${name} of ${table}: with check is not the tenant's own rows: ${check}`);
  return faults;
}

/**
 * The policy as PostgreSQL prints it: the tenant of the row equals the setting, and an empty setting is no tenant. Directly or as a
 * (select ...); anything else (an `or`, a constant, another setting) fails.
 */
const comparesTenant = (expression: string | null): boolean => {
  const bare = (expression ?? '').replace(/\( SELECT (.*) AS "?\w+"?\)/, '$1');
  return bare === "(tenant_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)";
};

const comparesAccount = (expression: string | null): boolean =>
  expression === "(account_id = (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::uuid)";

/** A key without the tenant leaks existence: unique and foreign key checks ignore policies. */
const TABLES = `
  with listed as (
    select c.*, a.attnum as tenant, o.attnum as account from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    left join pg_attribute o on o.attrelid = c.oid and o.attname = 'account_id' and not o.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and c.relnamespace::regnamespace::text not like 'pg\\_%')
  select c.relname as name, c.tenant is not null as "hasTenant", c.account is not null as "hasAccount", c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
    pg_get_userbyid(c.relowner) as owner,
    coalesce((select has_table_privilege(r.oid, c.oid, 'select, insert, update, delete') from pg_roles r
      where r.rolname = '${ENGINE_ROLE}'), false) as "openToEngine",
    coalesce((select json_agg(a.attname) from pg_attribute a join pg_roles r on r.rolname = '${ENGINE_ROLE}'
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege(r.oid, c.oid, a.attnum, 'select, insert, update')), '[]') as "engineColumns",
    (select coalesce(json_agg(json_build_object('name', p.polname, 'permissive', p.polpermissive, 'command', p.polcmd,
        'qual', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid),
        'roles', (select json_agg(case r when 0 then 'public' else pg_get_userbyid(r)::text end) from unnest(p.polroles) r))), '[]') from pg_policy p where p.polrelid = c.oid) as policies,
    array(select k.conname::text from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and c.tenant <> all (k.conkey)
      union all
      select i.indexrelid::regclass::text from pg_index i
      where i.indrelid = c.oid and (i.indisunique or i.indisexclusion) and c.tenant <> all (i.indkey::int2[])) as "keysWithoutTenant",
    array(select k.conname::text from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and c.account <> all (k.conkey)
      union all
      select i.indexrelid::regclass::text from pg_index i
      where i.indrelid = c.oid and (i.indisunique or i.indisexclusion) and c.account <> all (i.indkey::int2[])) as "keysWithoutAccount"
  from listed c order by 1`;

/** Superuser or BYPASSRLS, directly or through membership. */
const ROLE = `
  select bool_or(r.rolsuper or r.rolbypassrls or r.rolname in ('${ENGINE_ROLE}', '${KEY_ROLE}')) as bypass
  from pg_roles r where pg_has_role($1, r.oid, 'member')`;

/** Views and functions with their owner's rights bypass policies unless declared otherwise. */
const HOLES = `
  select format('view %s runs with the rights of its owner', c.oid::regclass) as hole from pg_class c
  where c.relnamespace = 'public'::regnamespace
    and (c.relkind = 'm' or (c.relkind = 'v' and not coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on'], false)))
  union all
  select format('function %s is security definer without a search_path', p.oid::regprocedure) from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prosecdef
    and not exists (select 1 from unnest(p.proconfig) setting where setting like 'search_path=%')
  union all
  select format('function %s is security definer and open to everyone', p.oid::regprocedure) from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prosecdef
    and (p.proacl is null or exists (select 1 from aclexplode(p.proacl) acl where acl.grantee = 0))`;
