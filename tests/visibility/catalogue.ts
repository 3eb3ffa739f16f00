import type { Client } from 'pg';
import { VIEWER_ROLES } from '../../server/src/storage/viewer.ts';

/** Tables whose rows name a chat or a contact, and which viewers may read whole, with the reason. */
const EXCUSED: Record<string, string> = {};

type Table = { name: string; hasPolicy: boolean; namesConversation: boolean; missing: string[] };

/**
 * Reads from the database that each table which names a chat or a contact limits viewers, that viewers have the rights of the application and
 * no more, and that the application has nothing of a viewer. A new table without a policy fails here, before anybody calls an operation.
 */
export async function checkCatalogue(superuser: Client): Promise<{ tables: number; limited: number; faults: string[] }> {
  const { rows: tables } = await superuser.query<Table>(TABLES);
  const { rows: roles } = await superuser.query<{ fault: string }>(ROLES, [[...VIEWER_ROLES]]);
  const faults = tables.flatMap(({ name, hasPolicy, namesConversation, missing }) => [
    ...(namesConversation && !hasPolicy && !EXCUSED[name]
      ? [`${name} names a chat or a contact, and viewers see all of it`]
      : []),
    ...missing.map((right) => `${name}: ${right}`),
  ]);
  return {
    tables: tables.length,
    limited: tables.filter(({ hasPolicy }) => hasPolicy).length,
    faults: [...faults, ...roles.map(({ fault }) => fault)],
  };
}

const TABLES = `
  select c.relname as name,
    exists (select 1 from pg_policy p where p.polrelid = c.oid and not p.polpermissive
      and 'patchbay_viewer'::regrole = any (p.polroles)) as "hasPolicy",
    c.relname in ('chats', 'contacts', 'files', 'file_links', 'events', 'channels', 'audit_log', 'request_log', 'deliveries', 'consents',
      'automation_run_steps', 'bulk_actions')
      or exists (select 1 from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
        and a.attname in ('chat_id', 'contact_id', 'handle_id')) as "namesConversation",
    array(select format('viewers may not %s', right_name) from unnest(array['select', 'insert', 'update', 'delete']) right_name
      where has_table_privilege('patchbay_app', c.oid, right_name) and not has_table_privilege('patchbay_viewer', c.oid, right_name)
      union all
      select format('viewers may %s, the application may not', right_name) from unnest(array['select', 'insert', 'update', 'delete']) right_name
      where has_table_privilege('patchbay_viewer', c.oid, right_name) and not has_table_privilege('patchbay_app', c.oid, right_name)) as missing
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
  order by 1`;

const ROLES = `
  select format('%s can bypass policies or log in', rolname) as fault from pg_roles
  where rolname = any ($1) and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole)
  union all
  select format('policies of %s apply to the application', rolname) from pg_roles
  where rolname = any ($1) and pg_has_role('patchbay_app', oid, 'usage')
  union all
  select format('the application cannot become %s', rolname) from pg_roles
  where rolname = any ($1) and not pg_has_role('patchbay_app', oid, 'member')
  union all
  select format('the policies of all viewers do not apply to %s', rolname) from pg_roles
  where rolname = any ($1) and not pg_has_role(oid, 'patchbay_viewer', 'usage')
  union all
  select format('chats have no policy for %s', rolname) from pg_roles
  where rolname = any ($1) and not exists (select 1 from pg_policy p
    where p.polrelid = 'chats'::regclass and not p.polpermissive and pg_roles.oid = any (p.polroles))`;
